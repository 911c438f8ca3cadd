/** Lines and frames around agents' dialogs, always as wide as the screen; a command's are not. */
import { least } from '../../base/numbers/extremes.ts'
import type { DrawnRow, DrawnScreen } from './drawn-row.ts'

const rule = /^(?:─+|▔+)$/u
const line = /^ *(?:─+|╌+)$/u
const frameTop = /^╭─+╮$/u
const frameBottom = /^╰─+╯$/u

function spans({ width, wrapped }: DrawnRow, cols: number): boolean {
  return width === cols && !wrapped
}

/** Returns whether the row contains only `─` or `▔`. */
export function isRule(row: DrawnRow, cols: number): boolean {
  return rule.test(row.text) && spans(row, cols)
}

/** Removes dividers: lines that start left of all text and end as far from the right edge. */
export function withoutDividers(rows: readonly DrawnRow[], cols: number): readonly DrawnRow[] {
  const indent = ({ text }: DrawnRow) => text.search(/[^ ]/)
  const texts = rows.filter(({ text }) => text !== '' && !line.test(text))
  const left = least(texts.map(indent))
  return rows.filter(
    (row) =>
      !line.test(row.text) ||
      row.wrapped ||
      indent(row) >= left ||
      row.width !== cols - indent(row),
  )
}

export function isFrameTop(row: DrawnRow, cols: number): boolean {
  return frameTop.test(row.text) && spans(row, cols)
}

/** Returns whether the row is inside a frame: its sides, each next to a space. */
function isWithin(row: DrawnRow, cols: number): boolean {
  return row.text.startsWith('│ ') && row.text.endsWith(' │') && spans(row, cols)
}

/** Returns the last complete frame: `from` is its first inner row, `inner` the rows inside. */
export function lastFrame({
  rows,
  cols,
}: DrawnScreen): { readonly from: number; readonly inner: readonly string[] } | null {
  const bottom = rows.findLastIndex((row) => frameBottom.test(row.text) && spans(row, cols))
  if (bottom === -1) return null
  const top = rows.findLastIndex((row, at) => at < bottom && !isWithin(row, cols))
  const head = rows[top]
  if (head === undefined || !isFrameTop(head, cols)) return null
  const inner = rows.slice(top + 1, bottom).map(({ text }) => text.slice(1, -1))
  return { from: top + 1, inner }
}

/**
 * Removes full-width frames and lines from the inner rows of a frame, and trailing spaces. Keeps
 * the text in them, which starts further right.
 * @param cols columns of the outer frame
 */
export function withoutInnerFrames(inner: readonly string[], cols: number): readonly string[] {
  const edge = '─'.repeat(Math.max(0, cols - 6))
  const [top, bottom, divider] = [` ╭${edge}╮ `, ` ╰${edge}╯ `, ` ──${edge} `]
  const rows: string[] = []
  for (let at = 0; at < inner.length; at += 1) {
    const row = inner[at] ?? ''
    if (row === divider) continue
    const end = row === top ? inner.indexOf(bottom, at) : -1
    const held = inner.slice(at + 1, Math.max(at, end))
    if (end !== -1 && held.every((one) => one.startsWith(' │ ') && one.endsWith(' │ '))) {
      for (const one of held) rows.push(one.slice(2, -3))
      at = end
    } else rows.push(row)
  }
  return rows.map((row) => row.replace(/ +$/, ''))
}
