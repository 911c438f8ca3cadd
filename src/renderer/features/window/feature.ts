/** Actions on tabs, windows, scrolling, zoom and configuration. */
import type { TabId } from '../../../core/ids.ts'
import type { Terminal } from '@xterm/xterm'
import type { MousePress } from '../../../core/config/keys/mouse-chords.ts'
import { isColumn } from '../../../core/windows/tabs/tab-layout.ts'
import { focusTabFilter } from '../../bar/filter-field.ts'
import {
  always,
  onGrid,
  onText,
  type Contribution,
  type Feature,
  type Page,
  type RunAction,
} from '../../page/page.ts'

/** Focuses the active tab. A hidden bar (`tabs.show_bar`) gets no focus. */
function focusTabBar(): boolean {
  const tab = document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  tab?.focus()
  return tab !== null && document.activeElement === tab
}

function toggleSidebar(page: Page): boolean {
  const { tabs } = page.state.options.value
  if (!isColumn(tabs)) return false
  const option = { name: 'tabs.sidebar_collapsed', value: !tabs.sidebar_collapsed } as const
  page.send({ kind: 'option/save', option })
  return true
}

export const windowFeature: Feature = (page) => ({
  actions: { ...tabActions(page), ...gridActions(page), ...windowActions(page) },
  grids: { bound: (press) => mouseAction(page, press) },
})

function mouseAction(page: Page, press: MousePress): (() => boolean) | null {
  const bound = page.shortcuts.value.findMouse(press)
  if (bound === undefined || 'starts' in bound) return null
  return 'action' in bound
    ? () => page.perform(bound.action)
    : () => {
        page.panes.shown?.input.type(bound.send)
        return true
      }
}

type Actions = NonNullable<Contribution['actions']>

function tabActions(page: Page): Actions {
  const onActive =
    (act: (tab: TabId) => void): RunAction =>
    () => {
      const tab = page.state.active.value
      if (tab !== null) act(tab)
      return tab !== null
    }
  const toNewWindow = onActive((tab) => page.send({ kind: 'tab/to-window', tab, window: null }))
  const numbered = Array.from({ length: 9 }, (_, index): [string, RunAction] => [
    `go_to_tab_${index + 1}`,
    () => page.tabs.activateAt(index),
  ])
  return {
    ...Object.fromEntries(numbered),
    new_tab: always(() => page.tabs.open()),
    close_tab: () => page.tabs.close(),
    close_other_tabs: () => page.tabs.closeOthers(),
    close_tabs_to_the_right: () => page.tabs.closeToTheRight(),
    duplicate_tab: () => {
      const session = page.state.focused.value
      if (session !== null) page.tabs.request({ kind: 'session/duplicate', session })
      return session !== null
    },
    rename_tab: () => page.tabs.startRename(),
    move_tab_to_new_window: () => page.state.order.value.length > 1 && toNewWindow(),
    next_tab: () => page.tabs.step(1),
    previous_tab: () => page.tabs.step(-1),
    last_tab: () => page.tabs.activateAt(page.state.order.value.length - 1),
    last_used_tab: () => page.tabs.goBack(),
    move_tab_left: () => page.tabs.move(-1),
    move_tab_right: () => page.tabs.move(1),
    restart_tab: () => page.tabs.restart(),
    filter_tabs: () => focusTabFilter(),
    focus_tab_bar: focusTabBar,
  }
}

function gridActions(page: Page): Actions {
  /** Scrolls the active grid, unless the alternate screen is active. */
  const scroll = (act: (terminal: Terminal) => void): RunAction =>
    onGrid(page, (grid) => {
      if (grid.alternate) return false
      act(grid.terminal)
      return true
    })
  return {
    select_all: onText(page, (grid) => {
      grid.terminal.selectAll()
      return true
    }),
    clear_scrollback: onGrid(page, (grid) => {
      // programs know its shortcut as ^K, which cuts a line in some editors
      if (grid.alternate) return true
      page.send({ kind: 'session/clear-scrollback', session: grid.id })
      return true
    }),
    clear_screen: onGrid(page, (grid) => {
      grid.input.type('\x0c')
      return true
    }),
    reset_terminal: onGrid(page, (grid) => {
      page.send({ kind: 'session/reset', session: grid.id })
      return true
    }),
    scroll_line_up: scroll((terminal) => terminal.scrollLines(-1)),
    scroll_line_down: scroll((terminal) => terminal.scrollLines(1)),
    scroll_page_up: scroll((terminal) => terminal.scrollPages(-1)),
    scroll_page_down: scroll((terminal) => terminal.scrollPages(1)),
    scroll_to_top: scroll((terminal) => terminal.scrollToTop()),
    scroll_to_bottom: scroll((terminal) => terminal.scrollToBottom()),
    font_larger: always(() => page.panes.zoom('larger')),
    font_smaller: always(() => page.panes.zoom('smaller')),
    font_reset: always(() => page.panes.zoom('reset')),
  }
}

function windowActions(page: Page): Actions {
  return {
    new_window: always(() => page.send({ kind: 'window/new' })),
    restore_session_before: always(() => page.send({ kind: 'window/restore-before' })),
    close_window: always(() => page.send({ kind: 'window/close', force: false })),
    toggle_fullscreen: always(() => page.send({ kind: 'window/fullscreen' })),
    quit: always(() => page.send({ kind: 'app/quit', force: false })),
    open_config: always(() => page.send({ kind: 'config/open' })),
    reload_config: always(() => page.send({ kind: 'config/reload' })),
    toggle_sidebar: () => toggleSidebar(page),
    next_theme: always(() => page.notices.say(page.looks.next())),
  }
}
