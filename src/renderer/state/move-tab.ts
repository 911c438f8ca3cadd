/** Moving a tab in the bar, as messages to the main process. */
import type { TabId } from '../../core/ids.ts'
import { tabOrder } from '../../core/windows/panes/tab-order.ts'
import type { WindowState } from './window-state.ts'

interface Move {
  readonly tab: TabId
  /** New index in the main process's order. */
  readonly to: number
}

/**
 * Moves a tab to the position of another one of its group. A group is shown where its first tab is.
 * If tabs of other groups are between the two in the main process's order, the tabs passed move
 * before this one instead, so that the group keeps its position.
 */
export function movesTo(state: WindowState, tab: TabId, other: TabId): readonly Move[] {
  const order = tabOrder(state.arrangement)
  const [from, to] = [order.indexOf(tab), order.indexOf(other)]
  if (from < 0 || to < 0 || from === to || !state.inOneGroup(tab, other)) return []
  const shown = state.order.value
  const passed = shown.slice(shown.indexOf(tab) + 1, shown.indexOf(other) + 1)
  return state.isGrouped && passed.length > 0
    ? passed.map((one, index) => ({ tab: one, to: from + index }))
    : [{ tab, to }]
}
