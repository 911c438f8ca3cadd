/** Letters that are read from right to left, by the ranges that Unicode reserves for them. */
import { codeMask } from '../../../terminal/screen/cell.ts'
import { combined } from '../frames/cells.ts'

/** Returns whether a cell may have such a letter. @param content word of xterm.js */
export function isRightToLeft(content: number, text: string | undefined): boolean {
  const code =
    (content & combined) === 0 || text === undefined
      ? content & codeMask
      : (text.codePointAt(0) ?? 0)
  if (code < 0x590) return false
  if (code < 0xfb1d) return code <= 0x8ff // decides about nearly all characters
  return (
    code <= 0xfdff ||
    (code >= 0xfe70 && code <= 0xfeff) ||
    (code >= 0x1_0800 && code <= 0x1_0fff) ||
    (code >= 0x1_e800 && code <= 0x1_efff)
  )
}
