/**
 * Rows of double size (DECDWL, DECDHL) and text of other sizes, in a renderer and under the
 * pointer. Lines have the columns of the core, so that text, search and selection need no
 * translation. In the renderer's model, a cell of such a row becomes two: the renderer then draws
 * backgrounds, selection and cursor at their size. It draws no glyphs there; layer.ts does.
 */
import { blockWordsOf, rowSizeOf } from '../frames/line-maker.ts'
import type { WebglRenderer } from '../draw/webgl-inside.ts'
import { checkNames, sizedNames } from '../xterm-names.ts'
import { coverBlocks, updateRectangles } from './block-cursor.ts'

const numbersOfCell = 4

/** Returns the size of a visible row. */
const sizeInView = ({ _core: { buffer } }: Pick<WebglRenderer, '_core'>, y: number) =>
  rowSizeOf(buffer.lines.get(buffer.ydisp + y))

/** Patches a renderer to draw the cells of such rows twice as wide. @throws as `checkNames` */
export function doubleRows(renderer: WebglRenderer): void {
  checkNames(renderer, sizedNames)
  coverBlocks(renderer)
  const update = renderer._updateModel.bind(renderer)
  renderer._updateModel = (start, end) => {
    update(start, end)
    const { _model: model, _terminal: terminal } = renderer
    let isChanged = false
    for (let y = Math.max(0, start); y <= Math.min(end, terminal.rows - 1); y += 1) {
      hideBlocks(renderer, y)
      if (sizeInView(renderer, y) === 0) continue
      widen(model.cells, y * terminal.cols, terminal.cols)
      model.lineLengths[y] = 0
      if (model.cursor?.y === y) {
        model.cursor.x *= 2
        model.cursor.width *= 2
      }
      isChanged = true
    }
    if (isChanged) updateRectangles(renderer)
  }
  const [links] = renderer._renderLayers
  if (links === undefined) return
  const underline = links._fillBottomLineAtCells.bind(links)
  links._fillBottomLineAtCells = (x, y, width = 1) =>
    sizeInView(renderer, y) === 0 ? underline(x, y, width) : underline(2 * x, y, 2 * width)
}

/** Removes the glyphs of text of other sizes (OSC 66), which layer.ts draws too. */
function hideBlocks({ _core: { buffer }, _glyphRenderer: glyphs }: WebglRenderer, y: number): void {
  for (const [x, word] of blockWordsOf(buffer.lines.get(buffer.ydisp + y))?.entries() ?? [])
    if (word !== 0) glyphs.value?.updateCell(x, y, 0, 0, 0, 0, '', 0, 0)
}

function widen(cells: Uint32Array, first: number, cols: number): void {
  for (let x = cols - 1; x > 0; x -= 1) {
    const from = (first + (x >> 1)) * numbersOfCell
    cells.copyWithin((first + x) * numbersOfCell, from, from + numbersOfCell)
  }
}

interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** The used part of xterm.js's `MouseService`. */
export interface MouseService {
  /** Returns column and row, from 1, of a position in an element. */
  getCoords(
    event: Point,
    element: HTMLElement,
    cols: number,
    rows: number,
    isSelection?: boolean,
  ): [column: number, row: number] | undefined
  /** Returns the cell, from 0, and the pixel of a position in an element. */
  getMouseReportCoords(
    event: MouseEvent,
    element: HTMLElement,
  ): { col: number; row: number; x: number; y: number } | undefined
}

/**
 * Halves the columns of the pointer in rows of double size, for selection and links. Mouse reports
 * to programs have columns of single size, as in xterm 379.
 */
export function halveColumns(
  mouse: MouseService,
  buffer: () => WebglRenderer['_core']['buffer'],
): void {
  const coords = mouse.getCoords.bind(mouse)
  mouse.getCoords = (event, element, ...size) => {
    const at = coords(event, element, ...size)
    const { ydisp, lines } = buffer()
    if (at === undefined || rowSizeOf(lines.get(ydisp + at[1] - 1)) === 0) return at
    const { clientX, clientY } = event
    const { left } = element.getBoundingClientRect()
    return coords({ clientX: left + (clientX - left) / 2, clientY }, element, ...size)
  }
}
