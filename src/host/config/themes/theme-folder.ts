/** The user's themes directory, with changes reported. */
import type { Clock } from '../../../base/clock.ts'
import { join } from 'node:path'
import { Watcher } from '../watcher.ts'
import { readThemes, type ReadThemes } from './read-themes.ts'

export class ThemeFolder {
  readonly #folder: string
  readonly #watcher: Watcher
  #lastRead = ''
  #disposed = false

  /** @param changed called when themes or problems differ from the last reading */
  constructor(folder: string, clock: Clock, changed: () => void) {
    this.#folder = folder
    // The configuration's watcher reports that the directory cannot be watched.
    this.#watcher = new Watcher(clock, () => {
      const before = this.#lastRead
      void this.read().then(() => {
        if (this.#lastRead !== before) changed()
      })
    })
  }

  async read(): Promise<ReadThemes> {
    const read = await readThemes(this.#folder)
    this.#lastRead = JSON.stringify([read.themes, read.problems])
    // Follow each file too: it may be a link.
    if (!this.#disposed) this.#watcher.follow([join(this.#folder, '*'), ...read.files])
    return read
  }

  dispose(): void {
    this.#disposed = true
    this.#watcher.dispose()
  }
}
