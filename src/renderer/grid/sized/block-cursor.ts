/**
 * The cursor on text of another size (OSC 66) covers the complete block, as its specification
 * recommends. The renderer draws a block cursor as the background of its cells. layer.ts draws
 * other cursors.
 */
import {
  cellWord,
  columnInBlock,
  columnsOfBlock,
  firstWord,
  rowInBlock,
  rowsOfBlock,
} from '../../../terminal/screen/sized/sizing.ts'
import type { ModelCursor, WebglRenderer } from '../draw/webgl-inside.ts'
import { blockWordsOf } from '../frames/line-maker.ts'

/** A cursor that is not drawn by the renderer. `x` and `y` are those of the block. */
export interface SizedCursor extends ModelCursor {
  readonly rows: number
}

const cursors = new WeakMap<object, SizedCursor>()

/** Returns the cursor that layer.ts draws. */
export const sizedCursorOf = (renderer: object): SizedCursor | undefined => cursors.get(renderer)

interface Block {
  readonly x: number
  readonly y: number
  readonly columns: number
  readonly rows: number
  readonly first: number
}

/** Patches a renderer to draw the cursor at the size of the block that it is in. */
export function coverBlocks(renderer: WebglRenderer): void {
  let shown: Block | null = null
  const render = renderer.renderRows.bind(renderer)
  renderer.renderRows = (start, end) => {
    const block = blockAtCursor(renderer)
    let [first, last] = [start, end]
    for (const one of [shown, block]) {
      if (one === null) continue
      first = Math.max(0, Math.min(first, one.y))
      last = Math.min(renderer._terminal.rows - 1, Math.max(last, one.y + one.rows - 1))
    }
    shown = block
    render(first, last)
  }
  const update = renderer._updateModel.bind(renderer)
  renderer._updateModel = (start, end) => {
    update(start, end)
    cursors.delete(renderer)
    const { _model: model } = renderer
    const { cursor } = model
    if (cursor === undefined || shown === null) return
    if (cursor.style === 'block') coverCells(renderer, shown)
    else {
      const { x, y, columns: width, rows } = shown
      cursors.set(renderer, { ...cursor, x, y, width, rows })
      model.cursor = undefined
    }
    updateRectangles(renderer)
  }
}

/** Applies changes of the model's backgrounds and cursor. */
export function updateRectangles({ _model: model, _rectangleRenderer }: WebglRenderer): void {
  _rectangleRenderer.value?.updateBackgrounds(model)
  _rectangleRenderer.value?.updateCursor(model)
}

function blockAtCursor({ _core: { buffer }, _terminal: terminal }: WebglRenderer): Block | null {
  const { baseY, cursorX, cursorY } = terminal.buffer.active
  const line = baseY + cursorY
  const word = blockWordsOf(buffer.lines.get(line))?.[cursorX] ?? 0
  if (word === 0) return null
  return {
    x: cursorX - columnInBlock(word),
    y: line - buffer.ydisp - rowInBlock(word),
    columns: columnsOfBlock(word),
    rows: rowsOfBlock(word),
    first: firstWord(word),
  }
}

/** Gives the cells of a block the colors of the cell with the cursor. */
function coverCells(
  { _core: { buffer }, _model: model, _terminal: terminal }: WebglRenderer,
  block: Block,
): void {
  const { cells, cursor } = model
  if (cursor === undefined) return
  const from = (cursor.y * terminal.cols + cursor.x) * numbersOfCell
  for (let row = 0; row < block.rows; row += 1) {
    const y = block.y + row
    const words =
      y < 0 || y >= terminal.rows ? undefined : blockWordsOf(buffer.lines.get(buffer.ydisp + y))
    for (let column = 0; column < block.columns; column += 1) {
      if (words?.[block.x + column] !== cellWord(block.first, column, row)) continue
      const at = (y * terminal.cols + block.x + column) * numbersOfCell
      cells.copyWithin(at + 1, from + 1, from + 3)
    }
  }
}

const numbersOfCell = 4
