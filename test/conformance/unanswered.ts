/**
 * Requests that vibeflow never answers (SECURITY.md), and the replies of xterm: DECRQCRA with
 * `checksumExtension: 7`, which counts characters alone, and the titles of window and icon.
 */
export const request = /\x1b\[(?:(\d*);\d*;(\d*);(\d*);(\d*);(\d*)\*y|(2[01])t)/

/** The beginning of one at the end of a text. */
export const unfinished = /\x1b(?:\[[\d;]*\*?)?$/

/** The state that a request is about. */
export interface Requested {
  /** Rows of the screen, trailing blanks cut. */
  readonly rows: readonly string[]
  /** Row and column from which cells are counted. */
  readonly origin: readonly [row: number, column: number]
  readonly title: string
  readonly iconTitle: string
}

export function replyTo(asked: RegExpExecArray, state: Requested): string {
  if (asked[6] === '20') return `\x1b]L${state.iconTitle}\x1b\\`
  if (asked[6] === '21') return `\x1b]l${state.title}\x1b\\`
  const [id = 0, top = 0, left = 0, bottom = 0, right = 0] = asked.slice(1).map(Number)
  const [row, column] = state.origin
  let sum = 0
  for (let y = top + row; y <= bottom + row; y += 1)
    for (let x = left + column; x <= right + column; x += 1)
      sum += state.rows[y - 1]?.charCodeAt(x - 1) || 0x20
  const digits = (sum & 0xffff).toString(16).toUpperCase().padStart(4, '0')
  return `\x1bP${id}!~${digits}\x1b\\`
}
