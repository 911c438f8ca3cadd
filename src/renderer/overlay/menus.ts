/** What stands in the menus. Entries without effect are disabled, not hidden (behaviour/ui.md 6). */
import type { PageMessage } from '../../core/ipc/contract.ts'
import { acknowledge, markSeen, mute, snooze } from '../attention/words.ts'
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
  ]
}

/** Windows that the menu names. Beyond it a tab goes by way of a new window. */
const windowsMax = 8

export function tabMenu(page: Page, id: string): (MenuEntry | 'line')[] {
  const order = page.state.order.value
  const index = order.indexOf(id)
  const view = page.state.tab(id)?.value
  const asks = view?.state === 'waiting' || view?.state === 'error' || view?.state === 'done' || view?.call !== undefined
  const snoozed = view?.agent?.snoozedUntil != null
  const others = page.attention.windows.value.filter((window) => window.id !== page.state.window)
  const send = (message: PageMessage) => (): void => page.send(message)
  return [
    entry('rename_tab', () => page.rename(id)),
    entry('reset_tab_name', send({ kind: 'tab/rename', tab: id, name: null }), view?.named !== true),
    entry('duplicate_tab', () => page.opens({ kind: 'tab/duplicate', tab: id })),
    'line',
    entry('move_tab_to_new_window', send({ kind: 'tab/to-window', tab: id, window: null }), order.length < 2),
    ...others.slice(0, windowsMax).map(({ id: window, name }) => ({ label: `Move to ${name}`, run: send({ kind: 'tab/to-window', tab: id, window }) })),
    entry('move_tab_left', () => page.moveTab(-1, id), index <= 0),
    entry('move_tab_right', () => page.moveTab(1, id), index === order.length - 1),
    'line',
    { ...entry('mute_tab', () => mute(page, id)), ...(view?.muted === true ? { label: 'Unmute' } : {}) },
    { ...entry('snooze_tab', () => snooze(page, id), view?.state !== 'waiting'), ...(snoozed ? { label: 'End snooze' } : {}) },
    entry('acknowledge_tab', () => acknowledge(page, id), !asks),
    entry('mark_seen', () => markSeen(page, id), !asks || (view?.agent?.seen !== false && view?.call === undefined)),
    entry('why', () => page.why(id)),
    'line',
    entry('restart_tab', () => page.restartTab(id)),
    entry('close_tab', () => page.closeTab(id)),
    entry('close_other_tabs', () => page.closeOthers(id), order.length < 2),
    entry('reopen_closed_tab', () => page.opens({ kind: 'tab/reopen' }), page.attention.reopenable.value === 0),
    'line',
    entry('new_tab', () => page.newTab()),
  ]
}
