/** Entries of the menus. Entries without an effect are disabled, not hidden. */
import { toTabId, type SessionId, type TabId } from '../../../core/ids.ts'
import { AttentionState } from '../attention/attention-state.ts'
import { Worktrees } from '../worktrees/worktrees.ts'
import { ReadingMode } from '../reading/reading.ts'
import type { PageMessage } from '../../../core/ipc/contract.ts'
import { namingPane } from '../../../core/windows/tabs/headline.ts'
import { isColumn } from '../../../core/windows/tabs/tab-layout.ts'
import { actionTable, type ActionName } from '../../../core/config/keys/actions.ts'
import {
  acknowledgeTab,
  canAcknowledge,
  labelNow,
  markSeen,
  mute,
  resetName,
  snooze,
} from '../attention/messages.ts'
import type { Grid } from '../../grid/grid.ts'
import type { Page } from '../../page/page.ts'
import type { MenuEntry, PagePoint } from '../../state/overlay.ts'

type Entry = MenuEntry | 'line'

const entry = (
  page: Page,
  name: ActionName,
  disabled: boolean,
  run: () => unknown = () => page.perform(name),
): MenuEntry => ({
  label: actionTable[name].label,
  chord: page.shortcuts.value.label(name),
  disabled,
  run: () => {
    run()
  },
})

function gridMenu(page: Page, grid: Grid): Entry[] {
  const act = (name: ActionName, disabled = false): MenuEntry => entry(page, name, disabled)
  const link = grid.links.under
  return [
    act('copy', !grid.terminal.hasSelection()),
    act('paste'),
    act('paste_primary'),
    act('select_all'),
    act('copy_mode'),
    act('quick_select'),
    'line',
    {
      label: 'Open link',
      disabled: link === null,
      run: () => {
        if (link !== null) page.get(ReadingMode).openLink(grid, link)
      },
    },
    {
      label: 'Copy link',
      disabled: link === null,
      run: () => {
        if (link !== null)
          page.get(ReadingMode).copyText(link.kind === 'address' ? link.address : link.path)
      },
    },
    act('copy_last_output', grid.prompts.lastOutput() === null),
    act('select_output', grid.alternate || grid.prompts.lastOutput() === null),
    act('page_last_output', grid.prompts.lastOutput() === null),
    act('page_scrollback'),
    'line',
    act('find'),
    act('clear_scrollback', grid.alternate || grid.terminal.buffer.active.baseY === 0),
    act('reset_terminal'),
    'line',
    act('split_right'),
    act('split_down'),
    ...(page.panes.view.value.split === null
      ? []
      : [
          act('zoom_pane'),
          act('equalize_panes'),
          act('toggle_broadcast'),
          act('move_pane_to_tab'),
          act('close_tab'),
        ]),
    'line',
    act('new_tab'),
    act('command_palette'),
    'line',
    act('settings'),
    act('open_config'),
    act('reload_config'),
  ]
}

/** Limit of windows in the menu. Other windows can be reached with drag and drop. */
const windowsMax = 8

function tabMenu(page: Page, id: TabId, focused: SessionId): Entry[] {
  const act = (name: ActionName, run: () => unknown, disabled = false): MenuEntry =>
    entry(page, name, disabled, run)
  const order = page.state.order.value
  const index = order.indexOf(id)
  const isLast = index === order.length - 1
  const view = page.state.session(focused)?.value
  const asks = canAcknowledge(view)
  const others = page
    .get(AttentionState)
    .windows.value.filter((window) => window.id !== page.state.window)
  const send = (message: PageMessage) => (): void => page.send(message)
  return [
    act('rename_tab', () => page.tabs.startRename(id)),
    act('mark_tab', () => page.overlays.open({ kind: 'mark', session: focused })),
    act(
      'reset_tab_name',
      () => resetName(page, id),
      namingPane(page.state.viewsIn(id), focused)?.named !== true,
    ),
    act('duplicate_tab', () => page.tabs.request({ kind: 'session/duplicate', session: focused })),
    'line',
    act(
      'move_tab_to_new_window',
      send({ kind: 'tab/to-window', tab: id, window: null }),
      order.length < 2,
    ),
    ...others.slice(0, windowsMax).map(({ id: window, name }) => ({
      label: `Move tab to ${name}`,
      run: send({ kind: 'tab/to-window', tab: id, window }),
    })),
    {
      ...act('move_tab_left', () => page.tabs.move(-1, id), index <= 0),
      ...(isColumn(page.state.options.value.tabs) ? { label: 'Move tab up' } : {}),
    },
    {
      ...act('move_tab_right', () => page.tabs.move(1, id), isLast),
      ...(isColumn(page.state.options.value.tabs) ? { label: 'Move tab down' } : {}),
    },
    'line',
    { ...act('mute_tab', () => mute(page, focused)), label: labelNow('mute_tab', view) },
    {
      ...act('snooze_tab', () => snooze(page, focused), view?.state !== 'waiting'),
      label: labelNow('snooze_tab', view),
    },
    act('acknowledge_tab', () => acknowledgeTab(page, focused), !asks),
    act(
      'mark_seen',
      () => markSeen(page, focused),
      !asks || (view?.agent?.seen !== false && view?.call === undefined),
    ),
    act(
      'remove_worktree',
      () => page.get(Worktrees).act(focused, { act: 'check', path: null }),
      view?.branch === undefined,
    ),
    act('why', () => page.overlays.open({ kind: 'why', session: focused })),
    'line',
    act('restart_tab', () => page.tabs.restart(focused)),
    act('close_tab', () => page.tabs.closeWhole(id)),
    act('close_other_tabs', () => page.tabs.closeOthers(id), order.length < 2),
    {
      ...act('close_tabs_to_the_right', () => page.tabs.closeToTheRight(id), isLast),
      ...(isColumn(page.state.options.value.tabs) ? { label: 'Close tabs below' } : {}),
    },
    act(
      'reopen_closed_tab',
      () => page.tabs.request({ kind: 'tab/reopen' }),
      page.get(AttentionState).reopenable.value === 0,
    ),
    'line',
    act('new_tab', () => page.tabs.open()),
  ]
}

/** Menu of the button at the end of the tab bar. */
function windowMenu(page: Page): Entry[] {
  const act = (name: ActionName, disabled = false): MenuEntry => entry(page, name, disabled)
  return [
    act('new_tab'),
    ...profileEntries(page),
    act('new_window'),
    act('reopen_closed_tab', page.get(AttentionState).reopenable.value === 0),
    'line',
    act('command_palette'),
    act('find'),
    act('tab_list'),
    act('attention_list'),
    act('broadcast_to_tabs', page.state.sessions().length < 2),
    'line',
    act('choose_theme'),
    barEntry(page),
    act('toggle_fullscreen'),
    act('settings'),
    act('open_config'),
    'line',
    act('show_keys'),
    versionEntry(page),
    'line',
    act('close_window'),
    act('quit'),
  ]
}

/** Switches between the bar and the sidebar, and saves the choice. */
function barEntry(page: Page): MenuEntry {
  const isSidebar = isColumn(page.state.options.value.tabs)
  const option = { name: 'tabs.position', value: isSidebar ? 'top' : 'left' } as const
  return {
    label: isSidebar ? 'Move tabs to the top' : 'Move tabs to a sidebar',
    run: () => page.send({ kind: 'option/save', option }),
  }
}

/** The version, which reports of bugs need. */
function versionEntry(page: Page): MenuEntry {
  const { version } = page.state
  return {
    label: `Copy version (${version})`,
    run: () => page.get(ReadingMode).copyText(`vibeflow ${version}`),
  }
}

function profileEntries(page: Page): MenuEntry[] {
  return Object.keys(page.state.options.value.profiles).map((name) => ({
    label: `New tab: ${name}`,
    run: () => page.tabs.open(name),
  }))
}

export function openNewTabMenu(page: Page, at: PagePoint): void {
  open(page, 'New tab', at, [entry(page, 'new_tab', false), ...profileEntries(page)])
}

export function openWindowMenu(page: Page, at: PagePoint): void {
  open(page, 'Window', at, windowMenu(page))
}

/** Opens the menu of the focused tab, or of the grid at its cursor. */
export function openMenuHere(page: Page): void {
  const tab = document.activeElement?.closest<HTMLElement>('[role=tab]')
  if (tab?.dataset['tab'] !== undefined) {
    const box = tab.getBoundingClientRect()
    openTabMenu(page, toTabId(tab.dataset['tab']), { x: box.left + 12, y: box.bottom }, true)
    return
  }
  const grid = page.panes.shown
  if (grid !== null) openGridMenu(page, grid, grid.cursorPoint(), true)
}

export function openGridMenu(page: Page, grid: Grid, at: PagePoint, byKeys = false): void {
  open(page, 'Terminal', at, gridMenu(page, grid), byKeys)
}

export function openTabMenu(page: Page, id: TabId, at: PagePoint, byKeys = false): void {
  const focused = page.state.focusIn(id)
  if (focused !== null) open(page, 'Tab', at, tabMenu(page, id, focused), byKeys)
}

function open(page: Page, label: string, at: PagePoint, entries: Entry[], byKeys = false): void {
  page.overlays.open({ kind: 'menu', label, at, entries, byKeys })
}
