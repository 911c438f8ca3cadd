import type { Clock } from '../../base/clock.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { frameLinesPerSecondMax, shownBytesMax } from './limits.ts'

export interface LoggedFrame {
  /** OSC number, or `null` if it is not read. */
  readonly number: number | null
  /** Why it was dropped, or `null`. */
  readonly problem: string | null
  readonly end: number
  /** Start of the body, as sent. Apply `safeText` before showing it. */
  readonly body: string
  /** Whether the body is longer. */
  readonly cut: boolean
}

/** Returns `tab 3f2a @1234 OSC 1338 dropped (unknown-state): state=idle`; @ is the end offset. */
export function frameLine(tab: string, { number, problem, end, body, cut }: LoggedFrame): string {
  const what = number === null ? 'string' : `OSC ${number}`
  const why = problem === null ? 'seen' : `dropped (${problem})`
  return (
    `tab ${tab} @${end} ${what} ${why}: ${safeText(body, shownBytesMax)}` + `${cut ? '...' : ''}\n`
  )
}

/** Writes a limited number of lines per second for all tabs, then how many frames were omitted. */
export class FrameLines {
  readonly #clock: Clock
  readonly #write: (line: string) => void
  #inSecond = 0

  constructor(clock: Clock, write: (line: string) => void) {
    this.#clock = clock
    this.#write = write
  }

  add(tab: string, frame: LoggedFrame): void {
    if (this.#inSecond === 0) this.#clock.after(1_000, () => this.#next())
    this.#inSecond += 1
    if (this.#inSecond <= frameLinesPerSecondMax) this.#write(frameLine(tab, frame))
  }

  #next(): void {
    const left = this.#inSecond - frameLinesPerSecondMax
    this.#inSecond = 0
    if (left > 0) this.#write(`${left} frames left out: ${frameLinesPerSecondMax} lines a second\n`)
  }
}
