/**
 * How large a new window is: as the last one was, or as the configuration says. Kept in the state
 * folder, never in the configuration.
 */
import type { Clock } from '../../base/clock.ts'
import { Debouncer } from '../../base/time/debouncer.ts'
import type { Options } from '../../core/config/table.ts'
import { contentSize, type Extent, type Measures } from '../../base/measures.ts'
import { readJsonUpTo } from '../files/read-up-to.ts'
import { replaceFile, replaceFileSoon } from '../files/replace-file.ts'

/** CSS px. */
export type WindowSize = Extent

/** Bytes; what we write has fewer than 300. */
const bytesMax = 4_096

/** A window that is being drawn larger says so many times a second; only where it ends is kept. */
const restMs = 1_000

export class WindowSizes {
  readonly #file: string
  readonly #saving: Debouncer
  #kept: WindowSize | null
  /** Of the last window. */
  #measures: Measures | null
  /** Newer than what is on disk. */
  #unsaved: Kept | null = null
  /** One at a time. */
  #saves: Promise<void> = Promise.resolve()

  constructor(file: string, clock: Clock) {
    this.#file = file
    this.#saving = new Debouncer(clock, restMs, () => {
      const kept = this.#unsaved
      if (kept !== null) this.#saves = this.#saves.then(() => this.#save(kept))
    })
    const { size, measures } = read(file)
    this.#kept = size
    this.#measures = measures
  }

  /**
   * Of columns and rows, the content's size: by what the last window's page measured. Before the
   * first one has, as the configuration says.
   */
  next(options: Options): WindowSize {
    const { window } = options
    const size = { width: window.width, height: window.height }
    return (
      this.forCells(options, size) ??
      (window.remember_size && window.columns === 0 && window.rows === 0 && this.#kept !== null
        ? this.#kept
        : size)
    )
  }

  /**
   * The content of a window that shall have columns or rows; `otherwise` of the one that is not
   * asked for. null: neither is, or no page has measured yet.
   */
  forCells({ window }: Options, otherwise: WindowSize): WindowSize | null {
    return (window.columns === 0 && window.rows === 0) || this.#measures === null
      ? null
      : contentSize(window, this.#measures, otherwise)
  }

  remember(size: WindowSize): void {
    this.#kept = size
    this.#saveSoon()
  }

  /** What a page has measured. */
  measured(measures: Measures): void {
    if (JSON.stringify(measures) === JSON.stringify(this.#measures)) return
    this.#measures = measures
    this.#saveSoon()
  }

  #saveSoon(): void {
    this.#unsaved = { size: this.#kept, measures: this.#measures }
    this.#saving.changed()
  }

  /** At the end: what is not on disk is written now. */
  flush(): void {
    this.#saving.dispose()
    const kept = this.#unsaved
    this.#unsaved = null // a save that is under way changes nothing any more
    if (kept === null) return
    try {
      replaceFile(this.#file, written(kept))
    } catch {
      // as below
    }
  }

  /** Main waits for no disk while windows are looked at. */
  async #save(kept: Kept): Promise<void> {
    if (this.#unsaved !== kept) return // there is another one by now
    try {
      await replaceFileSoon(this.#file, written(kept), () => this.#unsaved === kept)
      if (this.#unsaved === kept) this.#unsaved = null
    } catch {
      // the state folder cannot be written: the next start has the size of the configuration, and
      // there is nothing to do about it
    }
  }
}

/** null: not known. */
interface Kept {
  readonly size: WindowSize | null
  readonly measures: Measures | null
}

function written({ size, measures }: Kept): readonly Uint8Array[] {
  return [new TextEncoder().encode(JSON.stringify({ ...size, ...measures }))]
}

function read(file: string): Kept {
  const kept = (readJsonUpTo(file, bytesMax) ?? {}) as Partial<WindowSize & Measures>
  const { cell, around, ...size } = kept
  return {
    size: isExtent(size, 320, 200) && Number.isInteger(size.width + size.height) ? size : null,
    measures: isExtent(cell, 1, 1) && isExtent(around, 0, 0) ? { cell, around } : null,
  }
}

function isExtent(
  value: Partial<Extent> | undefined,
  leastWidth: number,
  leastHeight: number,
): value is Extent {
  const { width, height } = value ?? {}
  const sound = (px: unknown, least: number) =>
    typeof px === 'number' && px >= least && px <= 16_384
  return sound(width, leastWidth) && sound(height, leastHeight)
}
