/**
 * Starts a program before its window has a size. Its outcome, its output and its exit wait until
 * `release`, and reach the session in their order.
 */
import { heldBytesMax } from '../limits.ts'
import type { CellPixels, StartPty } from '../ports.ts'

export class HeldStart {
  /** Calls that wait; `null` after `release`. */
  #waiting: (() => void)[] | null = []
  #bytes = 0
  readonly start: StartPty

  /** @param cell likely one: each later change is a signal for the program */
  constructor(start: StartPty, cell: CellPixels | null) {
    this.start = (launch, { output, outOfMemory, exit }, started) => {
      let close = (): void => undefined
      const cancel = start(
        launch,
        {
          output: (bytes) => {
            if (this.#waiting === null) return output(bytes)
            const own = bytes.slice()
            this.#bytes += own.length
            this.#pass(() => output(own))
            if (this.#bytes > heldBytesMax) this.release()
          },
          outOfMemory: (sure) => this.#pass(() => outOfMemory?.(sure)),
          exit: (ended) => this.#pass(() => exit(ended)),
        },
        (outcome) => {
          if (this.#waiting !== null && 'pty' in outcome) {
            close = () => outcome.pty.close()
            outcome.pty.setCell(cell)
          }
          this.#pass(() => started(outcome))
        },
      )
      return () => {
        cancel()
        if (this.#waiting === null) return
        this.#waiting = []
        close()
      }
    }
  }

  /** Passes on everything that waits, and all that follows immediately. */
  release(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const pass of waiting) pass()
  }

  #pass(act: () => void): void {
    if (this.#waiting === null) act()
    else this.#waiting.push(act)
  }
}
