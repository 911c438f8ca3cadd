/** Output of `vibeflow run --json`: a line of JSON for each change of state. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { safeJson } from '../../../base/text/safe-text.ts'

export class StateLog {
  readonly #fd: number
  readonly #owned: boolean

  /** Appends to a file, or writes to an open descriptor. */
  constructor(to: string | number) {
    this.#owned = typeof to === 'string'
    this.#fd = typeof to === 'string' ? openSync(to, 'a', 0o600) : to
  }

  /** Ignores errors (a full disk, a closed pipe): they must not stop the program. */
  write(entry: Readonly<Record<string, unknown>>): void {
    try {
      writeSync(this.#fd, `${safeJson({ time: new Date().toISOString(), ...entry })}\n`)
    } catch {
      // the next line may succeed
    }
  }

  close(): void {
    if (this.#owned) closeSync(this.#fd)
  }
}
