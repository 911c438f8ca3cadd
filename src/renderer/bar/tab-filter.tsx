/** The filter of the sidebar. It matches title, project, directory, state and agent. */
import type { TabId } from '../../core/ids.ts'
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { tabFilterMax } from '../../core/ipc/limits.ts'
import { filterTabs } from '../../core/windows/tabs/filter-tabs.ts'
import { isColumn } from '../../core/windows/tabs/tab-layout.ts'
import type { Page } from '../page/page.ts'
import { usePage } from '../page/page-context.ts'
import { useCell, useCells } from '../state/cell.ts'
import { focusTab } from './bar-keys.ts'

/** Returns the tabs that the bar shows. The array stays the same while its content does. */
export function useShownTabs(page: Page): readonly TabId[] {
  const order = useCell(page.state.order)
  useCell(page.state.tabs)
  const { tabs } = useCell(page.state.options)
  const text = useCell(page.state.tabFilter)
  const filters = text.trim() !== '' && isColumn(tabs) && !tabs.sidebar_collapsed
  const sessions = filters ? page.state.sessions() : []
  useCells(sessions.flatMap((id) => page.state.session(id) ?? []))
  const before = useRef<readonly TabId[]>(order)
  if (!filters) return (before.current = order)
  const found = order.filter((id) => filterTabs(page.state.viewsIn(id), text).length > 0)
  if (JSON.stringify(found) !== JSON.stringify(before.current)) before.current = found
  return before.current
}

/** @param shown the tabs that match, out of `of` */
export function TabFilter({
  shown,
  of,
}: {
  readonly shown: readonly TabId[]
  readonly of: number
}): JSX.Element {
  const page = usePage()
  const text = useCell(page.state.tabFilter)
  const renaming = useCell(page.state.renaming)
  const clear = useCallback(() => page.state.tabFilter.set(''), [page])
  useEffect(() => clear, [clear]) // a collapsed sidebar or a row shows all tabs
  useEffect(() => {
    if (renaming !== null && !shown.includes(renaming)) clear() // or its name field has no tab
  }, [renaming])
  const keys = useMemo(() => ({ page, shown }), [page, shown])
  return (
    <div class="bar-filter" data-used={text !== ''}>
      <input
        class="bar-filter-field"
        value={text}
        placeholder="Filter"
        maxLength={tabFilterMax}
        spellcheck={false}
        aria-label="Filter tabs"
        aria-controls="tab-strip"
        onMouseDown={(event) => event.stopPropagation()} // or the grid keeps the focus
        onInput={(event) => page.state.tabFilter.set(event.currentTarget.value)}
        onKeyDown={(event) => filterKey(event, keys)}
      />
      <span class="bar-filter-count soft" role="status">
        {text.trim() === '' ? '' : shown.length === 0 ? 'none' : `${shown.length} of ${of}`}
      </span>
    </div>
  )
}

/** Enter activates the first tab, arrows enter the list, Esc clears the field, then leaves it. */
function filterKey(
  event: KeyboardEvent,
  { page, shown }: { readonly page: Page; readonly shown: readonly TabId[] },
): void {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
  const [first] = shown
  const act = {
    Enter: () => {
      if (first === undefined) return
      page.tabs.activate(first)
      page.state.tabFilter.set('')
      page.panes.shown?.focus()
    },
    ArrowDown: () => focusTab(page, shown, first),
    ArrowUp: () => focusTab(page, shown, shown.at(-1)),
    Escape: () => {
      if (page.state.tabFilter.value === '') page.panes.shown?.focus()
      else page.state.tabFilter.set('')
    },
  }[event.key]
  if (act === undefined) return
  act()
  event.preventDefault()
  event.stopPropagation()
}
