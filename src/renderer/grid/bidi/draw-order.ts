/**
 * Draws rows in visual order, in both renderers. The renderer fills its model in logical order,
 * with the selection, matches and the cursor. Here the cells of a row change places before they
 * are drawn.
 */
import type { JoinerService } from '../draw/cell-clusters.ts'
import { updateRectangles } from '../sized/block-cursor.ts'
import {
  markChanged,
  numbersOfCell,
  type Glyphs,
  type WebglRenderer,
} from '../draw/webgl-inside.ts'
import type { RowOrder } from './paragraph.ts'
import type { RowOrders } from './row-orders.ts'

/** A glyph that the renderer wants to draw. */
interface DrawnCell {
  readonly code: number
  readonly text: string
  readonly width: number
}

/** The text of the cell has several code points. */
const combinedBit = 0x8000_0000

/** Patches a renderer. */
export function orderCells(renderer: WebglRenderer, orders: RowOrders): void {
  const render = renderer.renderRows.bind(renderer)
  renderer.renderRows = (start, end) => {
    const all = orders.extended(start, end, renderer._terminal.rows)
    render(all.start, all.end)
  }
  const update = renderer._updateModel.bind(renderer)
  renderer._updateModel = (start, end) => {
    const ordered = orders.active ? ordersInView(renderer, orders) : null
    const glyphs = renderer._glyphRenderer.value
    if (ordered === null || glyphs === undefined) update(start, end)
    else updateOrdered(renderer, glyphs, ordered, { start, end, update })
  }
  orderUnderlines(renderer, orders)
}

/** Patches a terminal to draw no ligature of cells that are read from right to left. */
export function joinLeftToRight(service: JoinerService, orders: RowOrders): void {
  const join = service.getJoinedCharacters.bind(service)
  service.getJoinedCharacters = (row) => {
    const ranges = join(row)
    const order = ranges.length === 0 ? null : orders.at(row)
    return order === null
      ? ranges
      : ranges.filter(([from, end]) => !order.leftwards.subarray(from, end).includes(1))
  }
}

function ordersInView(
  { _terminal: { rows } }: WebglRenderer,
  orders: RowOrders,
): ReadonlyMap<number, RowOrder> | null {
  const found = new Map<number, RowOrder>()
  for (let y = 0; y < rows; y += 1) {
    const order = orders.inView(y)
    if (order !== null) found.set(y, order)
  }
  return found.size === 0 ? null : found
}

function updateOrdered(
  renderer: WebglRenderer,
  glyphs: Glyphs,
  ordered: ReadonlyMap<number, RowOrder>,
  { start, end, update }: { start: number; end: number; update: (...rows: number[]) => void },
): void {
  const { _model: model, _terminal: terminal } = renderer
  const { cols } = terminal
  for (const y of ordered.keys())
    for (let x = 0; y >= start && y <= end && x < cols; x += 1)
      markChanged(model.cells, y * cols + x)
  const rows = new Map<number, (DrawnCell | undefined)[]>()
  const { updateCell } = glyphs
  glyphs.updateCell = (x, y, code, background, foreground, extended, text, width, before) => {
    if (!ordered.has(y))
      updateCell.call(glyphs, x, y, code, background, foreground, extended, text, width, before)
    else {
      const row = rows.get(y) ?? []
      rows.set(y, row)
      row[x] = { code, text, width }
    }
  }
  try {
    update(start, end)
  } finally {
    glyphs.updateCell = updateCell
  }
  for (const [y, cells] of rows) {
    const order = ordered.get(y)
    if (order !== undefined) drawRow(renderer, glyphs, y, order, cells)
  }
  if (rows.size > 0) updateRectangles(renderer)
}

function drawRow(
  { _model: model, _terminal: { cols }, dimensions }: WebglRenderer,
  glyphs: Glyphs,
  y: number,
  { logical, visual, leftwards, shown }: RowOrder,
  cells: readonly (DrawnCell | undefined)[],
): void {
  const first = y * cols * numbersOfCell
  const before = model.cells.slice(first, first + cols * numbersOfCell)
  let [length, toLeft] = [0, 0]
  for (let x = 0; x < cols; x += 1) {
    const column = logical[x] ?? x
    const from = column * numbersOfCell
    const at = first + x * numbersOfCell
    const { code, text, width } = shownCell(cells[column], shown.get(column))
    const [, background = 0, foreground = 0, extended = 0] = before.subarray(from, from + 4)
    model.cells.set([code, background, foreground, extended], at)
    glyphs.updateCell(x, y, code, background, foreground, extended, text, width, toLeft)
    if (code !== 0) length = x + 1
    toLeft = background
  }
  model.lineLengths[y] = length
  const { cursor } = model
  if (cursor?.y !== y) return
  const bar = (cursor.cursorWidth * cursor.dpr) / dimensions.device.cell.width
  const isAtRight = cursor.style === 'bar' && leftwards[cursor.x] === 1
  cursor.x = (visual[cursor.x] ?? cursor.x) + (isAtRight ? cursor.width - bar : 0)
}

const blank: DrawnCell = { code: 0, text: '', width: 1 }

/** Returns a cell with another first character, if it has one. */
function shownCell(cell: DrawnCell = blank, character: number | undefined): DrawnCell {
  if (character === undefined) return cell
  const [, ...marks] = cell.text
  const text = String.fromCodePoint(character) + marks.join('')
  const isCombined = (cell.code & combinedBit) !== 0
  return { ...cell, text, code: isCombined ? cell.code : character }
}

/** The layer below links has logical columns. */
function orderUnderlines({ _renderLayers, _terminal, _core }: WebglRenderer, orders: RowOrders) {
  const [links] = _renderLayers
  if (links === undefined) return
  const underline = links._fillBottomLineAtCells.bind(links)
  links._fillBottomLineAtCells = (x, y, width = 1) => {
    for (const run of orders.runs(_core.buffer.ydisp + y, x, width))
      underline(run.column, y, run.columns)
  }
  const clear = links._clearCells.bind(links)
  links._clearCells = (x, y, width, height) =>
    orders.active ? clear(0, y, _terminal.cols, height) : clear(x, y, width, height)
}
