/** Keys while the tab bar has the focus. Arrows move the focus; Enter activates the tab. */
import { toTabId, type TabId } from '../../core/ids.ts'
import { isColumn } from '../../core/windows/tabs/tab-layout.ts'
import type { Page } from '../page/page.ts'
import { tabAxisOf } from './axis.ts'
import { focusTabFilter } from './filter-field.ts'

/** @param order the visible tabs */
export function barKey(page: Page, order: readonly TabId[], event: KeyboardEvent): void {
  const focused =
    event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role=tab]') : null
  const named = focused?.dataset['tab']
  if (named === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  const id = toTabId(named)
  const index = order.indexOf(id)
  const column = isColumn(page.state.options.value.tabs)
  const act = {
    [column ? 'ArrowUp' : 'ArrowLeft']: () => focusTab(page, order, order[Math.max(0, index - 1)]),
    [column ? 'ArrowDown' : 'ArrowRight']: () =>
      focusTab(page, order, order[Math.min(order.length - 1, index + 1)]),
    Home: () => focusTab(page, order, order[0]),
    End: () => focusTab(page, order, order.at(-1)),
    Enter: () => {
      page.tabs.activate(id)
      page.panes.shown?.focus()
    },
    ' ': () => {
      page.tabs.activate(id)
      page.panes.shown?.focus()
    },
    Escape: () => {
      page.state.tabFilter.set('')
      page.panes.shown?.focus()
    },
    F2: () => page.state.renaming.set(id),
    Delete: () => page.tabs.closeWhole(id),
  }[event.key]
  if (act !== undefined) {
    act()
    event.preventDefault()
  } else if (event.key.length === 1) {
    if (!focusTabFilter(event.key)) page.overlays.open({ kind: 'tab-list', filter: event.key })
    event.preventDefault()
  }
}

/** Focuses a tab. If it is not in the document, scrolls to it first, which draws it. */
export function focusTab(page: Page, order: readonly TabId[], id: TabId | undefined): void {
  if (id === undefined) return
  const find = (): HTMLElement | null => document.getElementById(`tab-${id}`)
  const tab = find()
  if (tab !== null) {
    tab.focus({ preventScroll: true })
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return
  }
  const strip = document.querySelector<HTMLElement>('.strip')
  if (strip === null) return
  const { clientSize, scroll, scrollSize } = tabAxisOf(isColumn(page.state.options.value.tabs))
  strip[scroll] = (strip[scrollSize] * order.indexOf(id)) / order.length - strip[clientSize] / 2
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus({ preventScroll: true })))
}
