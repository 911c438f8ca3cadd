/**
 * Extra cursors of a program (kitty's multiple cursors): cells with a shape, and colors that all of
 * them share. They belong to positions of the screen, not to its text.
 */
import { extraCursorsMax } from '../../limits.ts'

/** 1 block, 2 beam, 3 underline, 29 that of the main cursor. */
export type CursorShape = 1 | 2 | 3 | 29

/** `unset`: as the main cursor. `special`: exchanged with the cell's colors. A number: palette. */
export type CursorColor = 'unset' | 'special' | number | { readonly rgb: number }

export interface ExtraCursor {
  readonly y: number
  readonly x: number
  readonly shape: CursorShape
}

/** First and last row and column, inclusive, from 0. */
export interface CursorArea {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export interface ExtraCursorColors {
  /** Color of the text below the cursors, and of the cursors. */
  readonly text: CursorColor
  readonly cursor: CursorColor
}

/** Cursors and colors as a value: row, column and shape of each cursor. */
export interface CursorState extends ExtraCursorColors {
  readonly cells: readonly (readonly [y: number, x: number, shape: CursorShape])[]
}

export const noCursorColors: ExtraCursorColors = { text: 'unset', cursor: 'unset' }

/** In plain arrays, because a flood can change all of them with a few bytes. */
export class ExtraCursors {
  readonly #ys = new Uint16Array(extraCursorsMax)
  readonly #xs = new Uint16Array(extraCursorsMax)
  readonly #shapes = new Uint8Array(extraCursorsMax)
  #count = 0
  /** No cursor is below this row, or to the right of this column. */
  #bottom = -1
  #right = -1
  #colors = noCursorColors
  /** Changes whenever anything here does. */
  version = 0

  /** In the order in which they were set. */
  get list(): readonly ExtraCursor[] {
    return this.state.cells.map(([y, x, shape]) => ({ y, x, shape }))
  }

  get count(): number {
    return this.#count
  }

  get colors(): ExtraCursorColors {
    return this.#colors
  }

  get state(): CursorState {
    return {
      ...this.#colors,
      cells: Array.from({ length: this.#count }, (_, at) => [
        this.#ys[at]!,
        this.#xs[at]!,
        this.#shapes[at] as CursorShape, // only these are stored
      ]),
    }
  }

  adopt({ cells, text, cursor }: CursorState): void {
    this.#colors = { text, cursor }
    for (const [y, x, shape] of cells) this.#add(y, x, shape)
    this.version += 1
  }

  setColors(colors: Partial<ExtraCursorColors>): void {
    this.#colors = { ...this.#colors, ...colors }
    this.version += 1
  }

  /** Sets the shape in these cells, or removes their cursors with `null`. */
  set(area: CursorArea, shape: CursorShape | null): void {
    const { top, left, bottom, right } = area
    // A flood of areas that change nothing costs little.
    if (this.#count === 0 && shape === null) return
    this.version += 1
    const isAroundAll = top === 0 && left === 0 && bottom >= this.#bottom && right >= this.#right
    if (isAroundAll) this.#count = 0
    else this.#retain(area, false)
    if (this.#count === 0) this.#bottom = this.#right = -1
    if (shape === null) return
    this.#bottom = Math.max(this.#bottom, bottom)
    this.#right = Math.max(this.#right, right)
    const [ys, xs, shapes] = [this.#ys, this.#xs, this.#shapes]
    let count = this.#count
    for (let y = top; y <= bottom && count < extraCursorsMax; y += 1) {
      const end = Math.min(right, left + extraCursorsMax - count - 1)
      for (let x = left; x <= end; x += 1) {
        ys[count] = y
        xs[count] = x
        shapes[count] = shape
        count += 1
      }
    }
    this.#count = count
  }

  /** Removes the cursors outside a screen of this size. */
  keepWithin(cols: number, rows: number): void {
    const before = this.#count
    this.#retain({ top: 0, left: 0, bottom: rows - 1, right: cols - 1 }, true)
    this.#bottom = Math.min(this.#bottom, rows - 1)
    this.#right = Math.min(this.#right, cols - 1)
    if (this.#count !== before) this.version += 1
  }

  /** Removes all cursors; the colors stay. */
  clear(): void {
    if (this.#count === 0) return
    this.#count = 0
    this.#bottom = this.#right = -1
    this.version += 1
  }

  reset(): void {
    this.clear()
    if (this.#colors === noCursorColors) return
    this.#colors = noCursorColors
    this.version += 1
  }

  #add(y: number, x: number, shape: CursorShape): void {
    this.#ys[this.#count] = y
    this.#xs[this.#count] = x
    this.#shapes[this.#count] = shape
    this.#bottom = Math.max(this.#bottom, y)
    this.#right = Math.max(this.#right, x)
    this.#count += 1
  }

  /** Removes the cursors that are not inside, or not outside, an area. */
  #retain({ top, left, bottom, right }: CursorArea, inside: boolean): void {
    const [count, ys, xs, shapes] = [this.#count, this.#ys, this.#xs, this.#shapes]
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const [y, x] = [ys[at]!, xs[at]!]
      if ((y >= top && y <= bottom && x >= left && x <= right) !== inside) continue
      ys[kept] = y
      xs[kept] = x
      shapes[kept] = shapes[at]!
      kept += 1
    }
    this.#count = kept
  }
}
