/** Frames as lines for people, of `--debug-frames`. */
import type { Clock } from '../../base/clock.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { frameLinesPerSecondMax, shownBytesMax } from './limits.ts'

/** A frame that was read or dropped. */
export interface LoggedFrame {
  /** OSC number; null where it is none that is read. */
  readonly number: number | null
  /** Why it was dropped; null: it was read. */
  readonly problem: string | null
  /** Offset just behind it. */
  readonly end: number
  /** The beginning of its body, as sent. For people only after `safeText`. */
  readonly body: string
  /** The body is longer. */
  readonly cut: boolean
}

/**
 * `tab 3f2a @1234 OSC 1338 dropped (unknown-state): state=idle`. The offset is that behind the
 * frame.
 */
export function frameLine(tab: string, { number, problem, end, body, cut }: LoggedFrame): string {
  const what = number === null ? 'string' : `OSC ${number}`
  const why = problem === null ? 'seen' : `dropped (${problem})`
  return (
    `tab ${tab} @${end} ${what} ${why}: ${safeText(body, shownBytesMax)}` + `${cut ? '...' : ''}\n`
  )
}

/** Of all tabs, so many lines a second; then how many frames were left out. */
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
