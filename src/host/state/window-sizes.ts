/** Size of new windows: that of the last one, or configured. Stored in the state directory. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { Debouncer } from '../../base/time/debouncer.ts'
import type { Options } from '../../core/config/table.ts'
import { isSameSize, type Size } from '../../base/sizes/size.ts'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../core/ipc/limits.ts'
import { contentSize, type Extent, type Measures } from '../../base/sizes/measures.ts'
import { readJsonUpTo } from '../files/read-up-to.ts'
import { replaceFile, replaceFileSoon } from '../files/replace-file.ts'

/** In CSS pixels. */
type WindowSize = Extent

/** Size limit in bytes; vibeflow writes fewer than 300. */
const bytesMax = 4_096

/** A window reports many sizes per second during a resize. Only the last one is saved. */
const restMs = 1_000

export class WindowSizes {
  readonly #file: string
  readonly #saving: Debouncer
  #kept: WindowSize | null
  /** Measures of the last window. */
  #measures: Measures | null
  /** First size of a tab in the last new window. */
  #grid: Grid | null
  /** Newer than the file. */
  #unsaved: Kept | null = null
  /** One at a time. */
  #saves: Promise<void> = Promise.resolve()

  constructor(file: string, clock: Clock) {
    this.#file = file
    this.#saving = new Debouncer(clock, restMs, () => {
      const kept = this.#unsaved
      if (kept !== null) this.#saves = this.#saves.then(() => this.#save(kept))
    })
    const { size, measures, grid } = read(file)
    this.#grid = grid
    this.#kept = size
    this.#measures = measures
  }

  /**
   * Returns the content size for the configured columns and rows, from the last page's measures, or
   * the configured size before the first measurement.
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
   * Returns the content size for configured columns or rows; `otherwise` supplies a missing one.
   * `null` if neither is configured, or nothing was measured.
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

  /**
   * Returns the size that the first tab of a new window will likely have, in cells; `null` if the
   * last new window had another size or other settings.
   */
  grid(options: Options): Size | null {
    return this.#grid?.made === this.made(options) ? this.#grid : null
  }

  /** Returns a digest of all that decides the grid of a new window. */
  made(options: Options): string {
    const { window, fonts, tabs, ui, scrollback } = options
    const all = JSON.stringify([this.next(options), window, fonts, tabs, ui, scrollback])
    return createHash('sha256').update(all).digest('base64').slice(0, 16)
  }

  /** Size of a cell of the last window, in CSS px. */
  get cell(): Extent | null {
    return this.#measures?.cell ?? null
  }

  /** Stores the first size of the first tab in a new window. */
  storeGrid({ cols, rows }: Size, made: string): void {
    if (isSameSize(this.#grid, { cols, rows }) && this.#grid?.made === made) return
    this.#grid = { cols, rows, made }
    this.#saveSoon()
  }

  /** Stores the measures of a page. */
  measured(measures: Measures): void {
    if (JSON.stringify(measures) === JSON.stringify(this.#measures)) return
    this.#measures = measures
    this.#saveSoon()
  }

  #saveSoon(): void {
    this.#unsaved = { size: this.#kept, measures: this.#measures, grid: this.#grid }
    this.#saving.changed()
  }

  /** Writes pending changes, at exit. */
  flush(): void {
    this.#saving.dispose()
    const kept = this.#unsaved
    this.#unsaved = null // ends a save in progress
    if (kept === null) return
    try {
      replaceFile(this.#file, written(kept))
    } catch {
      // see below
    }
  }

  /** Saves without making main wait for the disk. */
  async #save(kept: Kept): Promise<void> {
    if (this.#unsaved !== kept) return // a newer size replaced it
    try {
      await replaceFileSoon(this.#file, written(kept), () => this.#unsaved === kept)
      if (this.#unsaved === kept) this.#unsaved = null
    } catch {
      // The state directory is not writable: the next start uses the configured size.
    }
  }
}

/** `null` if not known. */
interface Kept {
  readonly size: WindowSize | null
  readonly measures: Measures | null
  readonly grid: Grid | null
}

interface Grid extends Size {
  /** See `WindowSizes.made`. */
  readonly made: string
}

function written({ size, measures, grid }: Kept): readonly Uint8Array[] {
  return [
    new TextEncoder().encode(
      JSON.stringify({ ...size, ...measures, ...(grid === null ? {} : { grid }) }),
    ),
  ]
}

function read(file: string): Kept {
  const kept = (readJsonUpTo(file, bytesMax) ?? {}) as Partial<
    WindowSize & Measures & { readonly grid: Partial<Grid> }
  >
  const { cell, around, grid, ...size } = kept
  return {
    size: isExtent(size, 320, 200) && Number.isInteger(size.width + size.height) ? size : null,
    measures: isExtent(cell, 1, 1) && isExtent(around, 0, 0) ? { cell, around } : null,
    grid: isGrid(grid) ? { cols: grid.cols, rows: grid.rows, made: grid.made } : null,
  }
}

function isGrid(value: Partial<Grid> | undefined): value is Grid {
  const { cols = 0, rows = 0, made } = value ?? {}
  const sound = (count: unknown, least: number, most: number) =>
    Number.isInteger(count) && Number(count) >= least && Number(count) <= most
  return (
    typeof made === 'string' &&
    made.length <= 16 &&
    sound(cols, columnsMin, columnsMax) &&
    sound(rows, gridRowsMin, gridRowsMax)
  )
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
