/** The matches of one search in the order of the grid, and how they are counted. Pure. */
import { spansOf, type TextLine, type RowSource, type TextSpan } from '../../grid/text/line.ts'
import type { TextMatch } from './matcher.ts'
import type { FindDirection } from './walk.ts'

export interface FindMatch {
  /** Row and column of its first cell. */
  readonly row: number
  readonly column: number
  readonly spans: readonly TextSpan[]
  /** The line, and the match's offsets in it, for the list of matches. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export class FindMatches {
  readonly #max: number
  /** Found upwards, the last of the grid first. */
  readonly #above: FindMatch[] = []
  readonly #below: FindMatch[] = []
  /** Whether there may be more than are stored. */
  limited = false
  first: FindMatch | undefined

  constructor(max: number) {
    this.#max = max
  }

  get count(): number {
    return this.#above.length + this.#below.length
  }

  /** Adds the matches of one line. @returns false if there are more than can be stored */
  add(
    source: RowSource,
    line: TextLine,
    matches: readonly TextMatch[],
    going: FindDirection,
  ): boolean {
    const found = matches.flatMap(({ start, end }): FindMatch[] => {
      const spans = spansOf(source, line, start, end)
      const [head] = spans
      return head === undefined
        ? []
        : [{ row: head.row, column: head.column, spans, text: line.text, start, end }]
    })
    const room = this.#max - this.count
    if (found.length > room) this.limited = true
    this.first ??= going === 'up' ? found.at(-1) : found[0]
    if (going === 'up') this.#above.push(...found.reverse().slice(0, room))
    else this.#below.push(...found.slice(0, room))
    return !this.limited
  }

  all(): FindMatch[] {
    return [...this.#above.toReversed(), ...this.#below]
  }
}

/** Formats `3 of 120`, or `1000+` beyond the limit. @param index 0-based, or -1 */
export function countText(
  index: number,
  count: number,
  limited: boolean,
  searching: boolean,
): string {
  if (limited) return `${count}+`
  if (count === 0) return searching ? '…' : 'No results'
  return index === -1 ? String(count) : `${index + 1} of ${count}`
}

/**
 * Returns the top row that puts `row` into the middle third of the view, or null if it is already
 * there.
 * @param view its top row and number of rows, and the `first` and `last` possible top row
 */
export function topFor(
  row: number,
  view: {
    readonly top: number
    readonly rows: number
    readonly first: number
    readonly last: number
  },
): number | null {
  const { top, rows, first, last } = view
  const offset = row - top
  const within = offset >= Math.floor(rows / 3) && offset < Math.ceil((rows * 2) / 3)
  const wanted = within ? top : Math.max(first, Math.min(last, row - Math.floor(rows / 2)))
  return wanted === top ? null : wanted
}
