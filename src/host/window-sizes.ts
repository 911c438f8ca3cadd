/** How large a new window is: as the last one was, or as the configuration says. Kept in the state folder, never in the configuration. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../core/clock.ts'
import type { Options } from '../core/config/table.ts'

export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** A window that is being drawn larger says so many times a second; only where it ends is kept. */
const restMs = 1_000

export class WindowSizes {
  readonly #file: string
  readonly #clock: Clock
  #kept: WindowSize | null
  #cancel: (() => void) | null = null

  constructor(file: string, clock: Clock) {
    this.#file = file
    this.#clock = clock
    this.#kept = read(file)
  }

  /** Columns and rows are the page's matter: only it knows how large a cell is. */
  next({ window }: Options): WindowSize {
    return window.remember_size && window.columns === 0 && window.rows === 0 && this.#kept !== null ? this.#kept : { width: window.width, height: window.height }
  }

  remember(size: WindowSize): void {
    this.#kept = size
    this.#cancel?.()
    this.#cancel = this.#clock.after(restMs, () => this.flush())
  }

  /** What waits is written now. A disk that takes nothing costs a size, and nobody is told. */
  flush(): void {
    if (this.#cancel === null || this.#kept === null) return
    this.#cancel()
    this.#cancel = null
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      writeFileSync(`${this.#file}.new`, JSON.stringify(this.#kept), { mode: 0o600 })
      renameSync(`${this.#file}.new`, this.#file)
    } catch {
      // the state folder cannot be written: the next window has the size of the configuration
    }
  }
}

function read(file: string): WindowSize | null {
  try {
    const { width, height } = JSON.parse(readFileSync(file, 'utf8')) as Partial<WindowSize>
    const sound = (px: unknown, least: number) => Number.isInteger(px) && Number(px) >= least && Number(px) <= 16_384
    return sound(width, 320) && sound(height, 200) ? { width: Number(width), height: Number(height) } : null
  } catch {
    return null // none was kept, or it is no longer what we wrote
  }
}
