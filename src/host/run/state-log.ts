/** What `vibeflow run --json` writes: one JSON object a line, for each change of the state. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { safeJson } from '../../base/text/safe-text.ts'

export class StateLog {
  readonly #fd: number
  readonly #owned: boolean

  /** @param to a file, which is made or gone on with; or a number that is open. Throws */
  constructor(to: string | number) {
    this.#owned = typeof to === 'string'
    this.#fd = typeof to === 'string' ? openSync(to, 'a', 0o600) : to
  }

  /** A log that cannot be written (a full disk, a reader that has left) stops no program. */
  write(entry: Readonly<Record<string, unknown>>): void {
    try {
      writeSync(this.#fd, `${safeJson({ time: new Date().toISOString(), ...entry })}\n`)
    } catch {
      // the next line may fit
    }
  }

  close(): void {
    if (this.#owned) closeSync(this.#fd)
  }
}
