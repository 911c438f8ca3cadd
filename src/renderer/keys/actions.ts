/**
 * What each action of core/keys/actions.ts does in the page. Keys, menus, the palette and the main
 * process come here.
 */
import type { ActionName } from '../../core/keys/actions.ts'
import { acknowledge, markSeen, mute, resetName, snooze } from '../attention/words.ts'
import { CopyMode } from '../grid/text/copy-mode.ts'
import type { Grid } from '../grid/grid.ts'
import { QuickSelect } from '../grid/text/quick-select.ts'
import { openMenuHere } from '../overlay/menus.ts'
import type { Page } from '../page.ts'

/** @returns false when there is nothing to do; then the key is the program's */
type Run = (page: Page) => boolean

const always =
  (act: (page: Page) => void): Run =>
  (page) => {
    act(page)
    return true
  }

const onGrid =
  (act: (grid: Grid, page: Page) => boolean): Run =>
  (page) =>
    page.panes.shown !== null && act(page.panes.shown, page)

/** Scrolls the grid in view; on the alternate screen there is nothing to scroll. */
const scroll = (
  act: (terminal: {
    scrollLines(count: number): void
    scrollPages(count: number): void
    scrollToTop(): void
    scrollToBottom(): void
  }) => void,
): Run =>
  onGrid((grid) => {
    if (grid.alternate) return false
    act(grid.terminal)
    return true
  })

/** On the tab in view. */
const onActive =
  (act: (page: Page, tab: string) => void): Run =>
  (page) => {
    const tab = page.state.active.value
    if (tab !== null) act(page, tab)
    return tab !== null
  }

const toNewWindow = onActive((page, tab) => page.send({ kind: 'tab/to-window', tab, window: null }))

const goTo =
  (number: number): Run =>
  (page) =>
    page.activateAt(number - 1)

/** A bar that is hidden (`tabs.show_bar`) takes no focus. */
function focusTabBar(): boolean {
  const tab = document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  tab?.focus()
  return tab !== null && document.activeElement === tab
}

function toggleCopyMode(grid: Grid, page: Page): boolean {
  const { mode } = grid
  mode?.end()
  if (!(mode instanceof CopyMode)) {
    grid.mode = new CopyMode(grid, {
      copy: (text) => page.reading.copyText(text),
      find: (deed) => page.perform(deed),
      hit: () => page.find.hitIn(grid),
    })
  }
  return true
}

function beginQuickSelect(grid: Grid, page: Page): boolean {
  grid.mode?.end()
  grid.text.whenSeen(
    () => QuickSelect.targets(grid),
    (targets) => {
      if (page.panes.shown !== grid || grid.mode !== null) return
      if (targets.length === 0) page.notices.say('Nothing in view to select')
      else
        grid.mode = new QuickSelect(grid, targets, { copy: (text) => page.reading.copyText(text) })
    },
  )
  return true
}

export const actions: Readonly<Record<ActionName, Run>> = {
  new_tab: always((page) => page.newTab()),
  close_tab: (page) => page.closeTab(),
  close_other_tabs: (page) => page.closeOthers(),
  reopen_closed_tab: (page) => {
    if (page.attention.reopenable.value === 0) return false
    page.opens({ kind: 'tab/reopen' })
    return true
  },
  duplicate_tab: onActive((page, tab) => page.opens({ kind: 'tab/duplicate', tab })),
  rename_tab: (page) => page.rename(),
  reset_tab_name: (page) => resetName(page),
  move_tab_to_new_window: (page) => page.state.order.value.length > 1 && toNewWindow(page),
  mute_tab: (page) => mute(page),
  next_tab: (page) => page.step(1),
  previous_tab: (page) => page.step(-1),
  go_to_tab_1: goTo(1),
  go_to_tab_2: goTo(2),
  go_to_tab_3: goTo(3),
  go_to_tab_4: goTo(4),
  go_to_tab_5: goTo(5),
  go_to_tab_6: goTo(6),
  go_to_tab_7: goTo(7),
  go_to_tab_8: goTo(8),
  go_to_tab_9: goTo(9),
  last_tab: (page) => page.activateAt(page.state.order.value.length - 1),
  last_used_tab: (page) => page.goBack(),
  move_tab_left: (page) => page.moveTab(-1),
  move_tab_right: (page) => page.moveTab(1),
  restart_tab: (page) => page.restartTab(),
  tab_list: always((page) => page.openTabList()),
  focus_tab_bar: focusTabBar,
  next_attention: (page) => page.attention.go(1),
  previous_attention: (page) => page.attention.go(-1),
  attention_list: always((page) => page.attention.openList()),
  why: (page) => page.why(),
  acknowledge_tab: (page) => acknowledge(page),
  snooze_tab: (page) => snooze(page),
  mark_seen: (page) => markSeen(page),
  new_window: always((page) => page.send({ kind: 'window/new' })),
  close_window: always((page) => page.send({ kind: 'window/close', force: false })),
  toggle_fullscreen: always((page) => page.send({ kind: 'window/fullscreen' })),
  quit: always((page) => page.send({ kind: 'app/quit', force: false })),
  copy: (page) => page.reading.copy(),
  paste: always((page) => page.paste('clipboard')),
  paste_primary: always((page) => page.paste('primary')),
  select_all: onGrid((grid) => {
    grid.terminal.selectAll()
    return true
  }),
  copy_mode: onGrid((grid, page) => toggleCopyMode(grid, page)),
  quick_select: onGrid((grid, page) => beginQuickSelect(grid, page)),
  clear_scrollback: onGrid((grid, page) => {
    // its chord is a ^K to programs, which cuts a line in some editors
    if (grid.alternate) return true
    page.send({ kind: 'tab/clear-scrollback', tab: grid.id })
    return true
  }),
  clear_screen: onGrid((grid) => {
    grid.input.type('\x0c')
    return true
  }),
  copy_last_output: (page) => page.reading.copyLastOutput(),
  find: always((page) => page.find.open()),
  find_next: (page) => page.find.step(1),
  find_previous: (page) => page.find.step(-1),
  previous_prompt: (page) => page.reading.toPrompt(-1),
  next_prompt: (page) => page.reading.toPrompt(1),
  scroll_line_up: scroll((terminal) => terminal.scrollLines(-1)),
  scroll_line_down: scroll((terminal) => terminal.scrollLines(1)),
  scroll_page_up: scroll((terminal) => terminal.scrollPages(-1)),
  scroll_page_down: scroll((terminal) => terminal.scrollPages(1)),
  scroll_to_top: scroll((terminal) => terminal.scrollToTop()),
  scroll_to_bottom: scroll((terminal) => terminal.scrollToBottom()),
  open_config: always((page) => page.send({ kind: 'config/open' })),
  reload_config: always((page) => page.send({ kind: 'config/reload' })),
  command_palette: always((page) => page.open({ kind: 'palette' })),
  next_theme: always((page) => page.notices.say(page.looks.next())),
  font_larger: always((page) => page.panes.zoom('larger')),
  font_smaller: always((page) => page.panes.zoom('smaller')),
  font_reset: always((page) => page.panes.zoom('reset')),
  context_menu: always(openMenuHere),
}
