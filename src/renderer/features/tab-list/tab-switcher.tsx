/**
 * The tabs in the order of their last use, while a modifier selects one of them. A click activates
 * one.
 */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { TabRow } from './tab-list.tsx'

/** Rows in the document before and after the selected one. */
const rowsAround = 50

export function TabSwitcher(): JSX.Element | null {
  const page = usePage()
  const switching = useCell(page.state.tabSwitch)
  const rows = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    rows.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [switching])
  if (switching === null) return null
  const { tabs, at } = switching
  const selected = tabs[at]
  const shown = tabs.slice(Math.max(0, at - rowsAround), at + rowsAround + 1)
  const viewOf = (tab: (typeof tabs)[number] | undefined) => {
    const session = tab === undefined ? null : page.state.focusIn(tab)
    return session === null ? undefined : page.state.session(session)?.value
  }
  return (
    <div class="list panel switcher">
      <div class="for-ears" aria-live="assertive">
        {viewOf(selected)?.title}
      </div>
      <div class="list-rows" role="listbox" aria-label="Recently used tabs" ref={rows}>
        {shown.map((tab) => {
          const view = viewOf(tab)
          return view === undefined ? null : (
            <div
              key={tab}
              class="list-row"
              role="option"
              aria-selected={tab === selected}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                page.state.tabSwitch.set(null)
                page.tabs.activate(tab)
              }}
            >
              <TabRow view={view} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
