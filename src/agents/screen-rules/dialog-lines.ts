/** Lines of a dialog for the inbox: all of its rows, or why some are missing. */
import { least } from '../../base/numbers/extremes.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { dialogLineCharactersMax, dialogLinesMax, readLinesMax } from './limits.ts'

/** Frame characters at both ends of a row, including corners next to a title. */
const lastFrame = /^[\s│┃║╎▌]*(?:[╭┌╔├╰└╚][─━═]+\s+)?/u
const frameAtEnd = /(?:\s[─━═]+[╮┐╗┤╯┘╝])?[\s│┃║╎▐]*$/u
/** A row that is only a frame edge or a line, which is wider than the inbox. */
const edge = /^(?=.*[─━═╌╍┄┅▀▄▁▔-])[\s\u2500-\u257f▀▄▁▔▌▐-]{3,}$/u

/** Characters whose width is disputed (emoji parts, flags, marks), so that text may be lost. */
const disputedWidth =
  /[\u200d\ufe0e\ufe0f\u1160-\u11ff\ud7b0-\ud7ff\p{Mc}\p{RI}\p{Emoji_Modifier}]/u

/** A combining mark without a letter. */
const loneMark = /(?:^| )\p{M}/u

/** Returns whether a text can be shown elsewhere without cleaning or overwritten parts. */
export function isShownWhole(text: string): boolean {
  return (
    !disputedWidth.test(text) &&
    !loneMark.test(text) &&
    safeText(text, Number.POSITIVE_INFINITY) === text.normalize('NFC')
  )
}

export interface ShownLines {
  readonly lines: readonly string[]
  /** Why the lines are incomplete, or `null`. */
  readonly problem: 'long' | 'unclear' | null
}

/** Removes the common indentation, and blank rows at both ends. */
export function shownLines(rows: readonly string[]): ShownLines {
  const filled = rows.filter((row) => row !== '')
  const indent = least(filled.map((row) => row.search(/[^ ]/)))
  const first = rows.findIndex((row) => row !== '')
  const end = rows.findLastIndex((row) => row !== '') + 1
  const all = rows.slice(Math.max(0, first), end).map((row) => row.slice(indent))
  const isLong =
    all.length > dialogLinesMax || all.some((row) => [...row].length > dialogLineCharactersMax)
  return {
    lines: all.slice(0, dialogLinesMax).map((row) => safeText(row, dialogLineCharactersMax)),
    problem: isLong ? 'long' : all.every(isShownWhole) ? null : 'unclear',
  }
}

/** Returns the last nonblank rows of a screen that cannot be answered from elsewhere. */
export function lastLines(rows: readonly string[]): readonly string[] {
  return rows
    .filter((row) => !edge.test(row))
    .map(bareLine)
    .filter((text) => text !== '')
    .slice(-readLinesMax)
}

/** Returns a row without its frame, cleaned. */
export function bareLine(row: string): string {
  return safeText(row.replace(lastFrame, '').replace(frameAtEnd, ''), dialogLineCharactersMax)
}
