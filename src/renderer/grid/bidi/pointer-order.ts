/** Cells below the pointer in rows with another order, for selection, links and programs. */
import type { MouseService } from '../sized/double-rows.ts'
import type { RowOrders } from './row-orders.ts'

/** Patches a terminal's mouse service to return logical columns, as VTE does. */
export function orderPointer(mouse: MouseService, orders: RowOrders): void {
  const coords = mouse.getCoords.bind(mouse)
  mouse.getCoords = (event, element, cols, rows, isSelection) => {
    const at = coords(event, element, cols, rows, isSelection)
    const order = at === undefined ? null : orders.inView(at[1] - 1)
    if (at === undefined || order === null) return at
    const [x = 1] = coords(event, element, cols, rows) ?? []
    const column = order.logical[x - 1] ?? x - 1
    if (isSelection !== true) return [column + 1, at[1]]
    // an end of a selection is between two cells
    const isRightHalf = at[0] > x
    const isAfter = isRightHalf !== (order.leftwards[column] === 1)
    return [column + (isAfter ? 2 : 1), at[1]]
  }
  const report = mouse.getMouseReportCoords.bind(mouse)
  mouse.getMouseReportCoords = (event, element) => {
    const at = report(event, element)
    if (at === undefined) return at
    const order = orders.inView(at.row)
    return order === null ? at : { ...at, col: order.logical[at.col] ?? at.col }
  }
}
