/** What stands in the menus. Entries without effect are disabled, not hidden (behaviour/ui.md 6). */
import type { Grid } from '../grid/grid.ts'
import { actions, chordOf, type ActionName } from '../keys/actions.ts'
import type { Page } from '../page.ts'
import type { MenuEntry } from '../state/overlay.ts'

const entry = (name: ActionName, run: () => void, disabled = false): MenuEntry => ({ label: actions[name].label, chord: chordOf(name), disabled, run })

export function gridMenu(page: Page, grid: Grid): (MenuEntry | 'line')[] {
  const act = (name: ActionName, disabled = false): MenuEntry => entry(name, () => actions[name].run(page), disabled)
  return [
    act('copy', !grid.terminal.hasSelection()),
    act('paste'),
    act('paste_primary'),
    act('select_all'),
    'line',
    act('clear_scrollback', grid.alternate || grid.terminal.buffer.active.baseY === 0),
    'line',
    act('new_tab'),
    'line',
    act('open_config'),
    act('reload_config'),
  ]
}

export function tabMenu(page: Page, id: string): (MenuEntry | 'line')[] {
  const order = page.state.order.value
  const index = order.indexOf(id)
  const view = page.state.tab(id)?.value
  const asks = view?.state === 'waiting' || view?.state === 'error' || view?.state === 'done'
  const snoozed = view?.agent?.snoozedUntil != null
  return [
    { ...entry('snooze_tab', () => page.snooze(id), view?.state !== 'waiting'), ...(snoozed ? { label: 'End snooze' } : {}) },
    entry('acknowledge_tab', () => page.acknowledge(id), !asks),
    entry('mark_seen', () => page.markSeen(id), !asks || view?.agent?.seen !== false),
    entry('why', () => page.why(id)),
    'line',
    entry('move_tab_left', () => page.moveTab(-1, id), index <= 0),
    entry('move_tab_right', () => page.moveTab(1, id), index === order.length - 1),
    'line',
    entry('restart_tab', () => page.restartTab(id)),
    entry('close_tab', () => page.closeTab(id)),
    { label: 'Close others', disabled: order.length < 2, run: () => page.closeOthers(id) },
    'line',
    entry('new_tab', () => page.newTab()),
  ]
}
