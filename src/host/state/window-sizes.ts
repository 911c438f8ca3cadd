/** Size of new windows: that of the last one, or configured. Stored in the state directory. */
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
  /** Size of a tab of the last window. */
  #grid: Size | null
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

  /** Returns the size that the first tab will likely have, in cells; `null` before any tab. */
  grid({ window: { columns, rows } }: Options): Size | null {
    const { cols = columns, rows: last = rows } = this.#grid ?? {}
    const size = { cols: columns || cols, rows: rows || last }
    return size.cols > 0 && size.rows > 0 ? size : null
  }

  /** Size of a cell of the last window, in CSS px. */
  get cell(): Extent | null {
    return this.#measures?.cell ?? null
  }

  /** Stores the size of a tab. */
  hasRoom(size: Size): void {
    if (isSameSize(this.#grid, size)) return
    this.#grid = size
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
  readonly grid: Size | null
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
    WindowSize & Measures & { readonly grid: Partial<Size> }
  >
  const { cell, around, grid, ...size } = kept
  return {
    size: isExtent(size, 320, 200) && Number.isInteger(size.width + size.height) ? size : null,
    measures: isExtent(cell, 1, 1) && isExtent(around, 0, 0) ? { cell, around } : null,
    grid: isGrid(grid) ? { cols: grid.cols, rows: grid.rows } : null,
  }
}

function isGrid(value: Partial<Size> | undefined): value is Size {
  const { cols = 0, rows = 0 } = value ?? {}
  const sound = (count: unknown, least: number, most: number) =>
    Number.isInteger(count) && Number(count) >= least && Number(count) <= most
  return sound(cols, columnsMin, columnsMax) && sound(rows, gridRowsMin, gridRowsMax)
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
