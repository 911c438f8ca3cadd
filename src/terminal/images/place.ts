/** Places images at the cursor, and updates those bound to cells when text covers them. */
import { textMask } from '../screen/cell.ts'
import { emptyLine } from '../history/line.ts'
import { usualCell } from './limits.ts'
import { rowsMax } from '../limits.ts'
import type { Parent, ImagePicture, ImagePlacement, ImageRectangle } from './picture.ts'
import { index } from '../screen/scroll.ts'
import type { Screen } from '../screen/screen.ts'

export interface PlacementRequest {
  readonly picture: ImagePicture
  readonly id?: number
  readonly source: ImageRectangle
  /** Cells to fill; 0 for as many as needed. */
  readonly cols: number
  readonly rows: number
  /** px within the first cell. */
  readonly offsetX?: number
  readonly offsetY?: number
  /** Size in px if no cells are given; by default its source's. */
  readonly width?: number
  readonly height?: number
  readonly z?: number
  readonly bound?: boolean
  readonly virtual?: boolean
  /** Absent: placed at the cursor. */
  readonly parent?: Parent | null
}

export function cellOf({ facts }: Screen): { readonly width: number; readonly height: number } {
  const { cell } = facts
  return cell !== null && cell.width >= 1 && cell.height >= 1 ? cell : usualCell
}

/** Returns the row of placements that is the top of the active screen. */
export function topRow(screen: Screen): number {
  return screen.isAlternate ? 0 : screen.firstRow
}

/** Does not move the cursor. */
export function placeImage(screen: Screen, wanted: PlacementRequest): ImagePlacement {
  const { picture, source } = wanted
  const cell = cellOf(screen)
  const left = Math.min(cell.width, wanted.offsetX ?? 0) / cell.width
  const top = Math.min(cell.height, wanted.offsetY ?? 0) / cell.height
  const drawn = drawnSize(wanted, cell, { left, top })
  const cols = Math.min(1_000, wanted.cols || Math.max(1, Math.ceil(left + drawn.width - 0.001)))
  const rows = Math.min(rowsMax, wanted.rows || Math.max(1, Math.ceil(top + drawn.height - 0.001)))
  const { stamp } = screen.changes
  screen.changes.stamp += 1 // later output gets a later stamp
  return screen.pictures.place({
    picture,
    id: wanted.id ?? 0,
    parent: wanted.parent ?? null,
    alternate: screen.isAlternate,
    row: topRow(screen) + screen.y,
    column: screen.x,
    cols,
    rows,
    left,
    top,
    ...drawn,
    source,
    z: wanted.z ?? 0,
    bound: wanted.bound ?? false,
    virtual: wanted.virtual ?? false,
    from: 0,
    end: rows,
    holes: null,
    cellsLeft: cols * rows,
    seen: stamp,
    seenTop: topRow(screen),
  })
}

/**
 * Returns the size in cells. Given cells set its end, wherever it starts in the first one; one
 * given side determines the other by the aspect ratio.
 */
function drawnSize(
  { source, cols, rows, width = source.width, height = source.height }: PlacementRequest,
  cell: { readonly width: number; readonly height: number },
  { left, top }: { readonly left: number; readonly top: number },
): { readonly width: number; readonly height: number } {
  const [wide, high] = [width / cell.width, height / cell.height]
  const [across, down] = [cols - left, rows - top]
  if (cols > 0 && rows > 0) return { width: across, height: down }
  if (cols > 0) return { width: across, height: Math.min(rowsMax, (across * high) / wide) }
  if (rows > 0) return { width: Math.min(1_000, (down * wide) / high), height: down }
  return { width: wide, height: high }
}

/** Places an image in text cells (sixels, inline files) and removes older ones it covers. */
export function placeBound(
  screen: Screen,
  wanted: PlacementRequest,
  { opaque, scrolls }: { readonly opaque: boolean; readonly scrolls: boolean },
): ImagePlacement {
  const { cols, rows } = placeImage(screen, { ...wanted, bound: true })
  const made = screen.pictures.placements.at(-1)!
  if (opaque)
    screen.pictures.takeAway(
      (one) =>
        one !== made &&
        one.bound &&
        one.alternate === made.alternate &&
        one.column >= made.column &&
        one.column + one.cols <= made.column + cols &&
        one.row + one.from >= made.row &&
        one.row + one.end <= made.row + rows,
    )
  const y = screen.y
  for (let row = 0; row < rows; row += 1) {
    screen.grid.fill(
      screen.y,
      made.column,
      Math.min(screen.cols, made.column + cols),
      screen.eraseFill(),
    )
    if (row + 1 < rows) {
      if (!scrolls && screen.y >= screen.bottom) break
      index(screen)
    }
  }
  if (!scrolls) screen.y = y
  made.seen = screen.changes.stamp
  made.seenTop = topRow(screen)
  screen.changes.stamp += 1
  return made
}

/** Removes cells of bound images that text has covered since the last call, even in history. */
export function settlePictures(screen: Screen): void {
  const { pictures, primary, isAlternate, grid } = screen
  if (pictures.placements.length === 0) return
  const top = topRow(screen)
  const dropped = primary.history?.dropped ?? 0
  for (const one of pictures.placements) {
    if (!one.bound || one.alternate !== isAlternate) continue
    for (let row = one.from; row < one.end; row += 1) {
      const y = one.row + row - top
      if (y >= screen.rows) break
      if (y >= 0) {
        if (grid.stamps[grid.row(y)]! <= one.seen) continue
        const start = grid.at(y)
        eraseText(screen, one, row, (x) => grid.cells[start + x]!)
      } else if (one.row + row >= one.seenTop && one.row + row >= dropped) {
        const line = emptyLine(screen.cols)
        primary.history.read(one.row + row - dropped, line)
        eraseText(screen, one, row, (x) => line.content[x]!)
      }
    }
    one.seen = screen.changes.stamp
    one.seenTop = top
  }
  screen.changes.stamp += 1
  pictures.sweep(dropped)
}

function eraseText(
  { pictures, cols }: Screen,
  one: ImagePlacement,
  row: number,
  content: (x: number) => number,
): void {
  const end = Math.min(cols, one.column + one.cols)
  for (let x = one.column; x < end; x += 1)
    if ((content(x) & textMask) !== 0) pictures.erase(one.alternate, one.row + row, x, x + 1)
}
