/** The user's folder of themes, live: a theme that is added, changed or removed is reported. */
import type { Clock } from '../../../base/clock.ts'
import { join } from 'node:path'
import { Watcher } from '../watcher.ts'
import { readThemes, type ReadThemes } from './read-themes.ts'

export class ThemeFolder {
  readonly #folder: string
  readonly #watcher: Watcher
  #lastRead = ''
  #disposed = false

  /** `changed`: themes or what is wrong with them are others than they were when last read. */
  constructor(folder: string, clock: Clock, changed: () => void) {
    this.#folder = folder
    // that it cannot be watched the configuration says, in whose folder it lies
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
    // Each file too: it may be a link.
    if (!this.#disposed) this.#watcher.follow([join(this.#folder, '*'), ...read.files])
    return read
  }

  dispose(): void {
    this.#disposed = true
    this.#watcher.dispose()
  }
}
