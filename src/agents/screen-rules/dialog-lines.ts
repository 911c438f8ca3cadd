/** Lines of a dialog as the list shows them: all of its rows, or a reason why not. Pure. */
import { least } from '../../base/extremes.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { dialogLineCharactersMax, dialogLinesMax, readLinesMax } from './limits.ts'

/** Characters of a frame at both ends of a row, with its corners where a title is in it. */
const lastFrame = /^[\s│┃║╎▌]*(?:[╭┌╔├╰└╚][─━═]+\s+)?/u
const frameAtEnd = /(?:\s[─━═]+[╮┐╗┤╯┘╝])?[\s│┃║╎▐]*$/u
/** A row that is nothing but the edge of a frame, or a line: wide as its screen, not the list. */
const edge = /^(?=.*[─━═╌╍┄┅▀▄▁▔-])[\s\u2500-\u257f▀▄▁▔▌▐-]{3,}$/u

/**
 * Characters that programs and terminals give different numbers of columns: parts of emoji, flags,
 * marks with a width and parts of syllables. Text after them may have been drawn over.
 */
const disputedWidth =
  /[\u200d\ufe0e\ufe0f\u1160-\u11ff\ud7b0-\ud7ff\p{Mc}\p{RI}\p{Emoji_Modifier}]/u

/** A mark without a letter of its own. */
const loneMark = /(?:^| )\p{M}/u

/** Whether a text can be shown elsewhere as it is: nothing of it is cleaned away or drawn over. */
export function isShownWhole(text: string): boolean {
  return (
    !disputedWidth.test(text) &&
    !loneMark.test(text) &&
    safeText(text, Number.POSITIVE_INFINITY) === text.normalize('NFC')
  )
}

export interface ShownLines {
  readonly lines: readonly string[]
  /** Why they are not all of it; null: they are. */
  readonly problem: 'long' | 'unclear' | null
}

/** Returns rows without the indent that all of them have, and without blank ones at both ends. */
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

/** The last rows that hold something, of a screen that can't be answered from elsewhere. */
export function lastLines(rows: readonly string[]): readonly string[] {
  return rows
    .filter((row) => !edge.test(row))
    .map(bareLine)
    .filter((text) => text !== '')
    .slice(-readLinesMax)
}

/** Returns a row without the frame around it, cleaned. */
export function bareLine(row: string): string {
  return safeText(row.replace(lastFrame, '').replace(frameAtEnd, ''), dialogLineCharactersMax)
}
