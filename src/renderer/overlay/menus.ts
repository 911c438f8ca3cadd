/** What stands in the menus. Entries without effect are disabled, not hidden (behaviour/ui.md 6). */
import { actionTable, type ActionName } from '../../core/keys/actions.ts'
import type { Grid } from '../grid/grid.ts'
import type { Page } from '../page.ts'
import type { MenuEntry } from '../state/overlay.ts'

type Entry = MenuEntry | 'line'

const entry = (page: Page, name: ActionName, disabled: boolean, run: () => unknown = () => page.perform(name)): MenuEntry =>
  ({ label: actionTable[name].label, chord: page.keys.label(name), disabled, run: () => { run() } })

export function gridMenu(page: Page, grid: Grid): Entry[] {
  const act = (name: ActionName, disabled = false): MenuEntry => entry(page, name, disabled)
  return [
    act('copy', !grid.terminal.hasSelection()),
    act('paste'),
    act('paste_primary'),
    act('select_all'),
    act('copy_mode'),
    act('quick_select'),
    'line',
    act('clear_scrollback', grid.alternate || grid.terminal.buffer.active.baseY === 0),
    'line',
    act('new_tab'),
    act('command_palette'),
  ]
}

export function tabMenu(page: Page, id: string): Entry[] {
  const act = (name: ActionName, run: () => unknown, disabled = false): MenuEntry => entry(page, name, disabled, run)
  const order = page.state.order.value
  const index = order.indexOf(id)
  const view = page.state.tab(id)?.value
  const asks = view?.state === 'waiting' || view?.state === 'error' || view?.state === 'done'
  const snoozed = view?.agent?.snoozedUntil != null
  return [
    { ...act('snooze_tab', () => page.snooze(id), view?.state !== 'waiting'), ...(snoozed ? { label: 'End snooze' } : {}) },
    act('acknowledge_tab', () => page.acknowledge(id), !asks),
    act('mark_seen', () => page.markSeen(id), !asks || view?.agent?.seen !== false),
    act('why', () => page.why(id)),
    'line',
    act('move_tab_left', () => page.moveTab(-1, id), index <= 0),
    act('move_tab_right', () => page.moveTab(1, id), index === order.length - 1),
    'line',
    act('restart_tab', () => page.restartTab(id)),
    act('close_tab', () => page.closeTab(id)),
    act('close_other_tabs', () => page.closeOthers(id), order.length < 2),
    'line',
    act('new_tab', () => page.newTab()),
  ]
}
