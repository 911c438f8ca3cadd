/**
 * How large a new window is: as the last one was, or as the configuration says. Kept in the state
 * folder, never in the configuration.
 */
import type { Clock } from '../core/clock.ts'
import type { Options } from '../core/config/table.ts'
import { readUpTo } from './read-up-to.ts'
import { replaceFile, replaceFileSoon } from './replace-file.ts'

export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** Bytes; what we write has fewer than 50. */
const bytesMax = 4_096

/** A window that is being drawn larger says so many times a second; only where it ends is kept. */
const restMs = 1_000

export class WindowSizes {
  readonly #file: string
  readonly #clock: Clock
  #kept: WindowSize | null
  /** Newer than what is on disk. */
  #unsaved: WindowSize | null = null
  #cancel: (() => void) | null = null
  /** One at a time. */
  #saves: Promise<void> = Promise.resolve()

  constructor(file: string, clock: Clock) {
    this.#file = file
    this.#clock = clock
    this.#kept = read(file)
  }

  /** Columns and rows are the page's matter: only it knows how large a cell is. */
  next({ window }: Options): WindowSize {
    return window.remember_size && window.columns === 0 && window.rows === 0 && this.#kept !== null
      ? this.#kept
      : { width: window.width, height: window.height }
  }

  remember(size: WindowSize): void {
    this.#kept = this.#unsaved = size
    this.#cancel?.()
    this.#cancel = this.#clock.after(restMs, () => {
      this.#cancel = null
      this.#saves = this.#saves.then(() => this.#save(size))
    })
  }

  /** At the end: what is not on disk is written now. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    const size = this.#unsaved
    this.#unsaved = null // a save that is under way changes nothing any more
    if (size === null) return
    try {
      replaceFile(this.#file, written(size))
    } catch {
      // as below
    }
  }

  /** Main waits for no disk while windows are looked at. */
  async #save(size: WindowSize): Promise<void> {
    if (this.#unsaved !== size) return // there is another one by now
    try {
      await replaceFileSoon(this.#file, written(size), () => this.#unsaved === size)
      if (this.#unsaved === size) this.#unsaved = null
    } catch {
      // the state folder cannot be written: the next start has the size of the configuration, and
      // there is nothing to do about it
    }
  }
}

function written(size: WindowSize): readonly Uint8Array[] {
  return [new TextEncoder().encode(JSON.stringify(size))]
}

function read(file: string): WindowSize | null {
  try {
    const bytes = readUpTo(file, bytesMax)
    const { width, height } = JSON.parse(
      bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '',
    ) as Partial<WindowSize>
    const sound = (px: unknown, least: number) =>
      Number.isInteger(px) && Number(px) >= least && Number(px) <= 16_384
    return sound(width, 320) && sound(height, 200)
      ? { width: Number(width), height: Number(height) }
      : null
  } catch {
    return null // none was kept, or it is no longer what we wrote
  }
}
