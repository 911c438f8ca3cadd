/** The user's folder of themes, live: a theme that is added, changed or removed is reported. */
import type { Clock } from '../../core/clock.ts'
import { Debouncer } from '../../core/config/debouncer.ts'
import { join } from 'node:path'
import { Watcher } from '../config/watcher.ts'
import { readThemes, type ReadThemes } from './read-themes.ts'

export class ThemeFolder {
  readonly #folder: string
  readonly #settle: Debouncer
  readonly #watcher: Watcher
  #lastRead = ''
  #disposed = false

  /** `changed`: themes or what is wrong with them are others than they were when last read. */
  constructor(folder: string, clock: Clock, changed: () => void) {
    this.#folder = folder
    this.#settle = new Debouncer(clock, () => {
      const before = this.#lastRead
      void this.read().then(() => {
        if (this.#lastRead !== before) changed()
      })
    })
    // Without a watch they are looked for every 5 s; the configuration, whose folder this lies in,
    // says so.
    this.#watcher = new Watcher(clock, {
      changed: () => this.#settle.changed(),
      polling: () => undefined,
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
    this.#settle.dispose()
    this.#watcher.dispose()
  }
}
