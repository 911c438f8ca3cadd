/** Moving a tab in the bar, as the main process is asked for it. */
import type { TabId } from '../../core/ids.ts'
import { tabOrder } from '../../core/windows/panes/tab-order.ts'
import type { WindowState } from './window-state.ts'

interface Move {
  readonly tab: TabId
  /** Its place among the tabs as the main process has them. */
  readonly to: number
}

/**
 * Takes a tab to the place of another one of its group. Behind tabs that stand apart from it where
 * the main process has them, these go in front of it instead: a group is where its first tab is,
 * and would follow that.
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
