/** Tests which actions find nothing to do, so that the program gets their key. */
import { expect, test } from 'vitest'
import type { PageMessage } from '../../src/core/ipc/contract.ts'
import { actionNames, actionTable, type ActionName } from '../../src/core/config/keys/actions.ts'
import { defaults } from '../../src/core/config/table.ts'
import { features } from '../../src/renderer/features/index.ts'
import { openGridMenu, openWindowMenu } from '../../src/renderer/features/menus/menus.ts'
import { actionEntries } from '../../src/renderer/features/palette/entries.ts'
import type { Grid } from '../../src/renderer/grid/grid.ts'
import type { Page, RunAction } from '../../src/renderer/page/page.ts'
import { TabCommands } from '../../src/renderer/page/tab-commands.ts'
import { Observable } from '../../src/renderer/state/cell.ts'
import type { MenuEntry } from '../../src/renderer/state/overlay.ts'
import { tabView } from '../support/tab-view.ts'
import { asSession } from '../support/windows/ids.ts'

/** Makes a window with some tabs, the first one active, at the prompt of a shell without marks. */
function make({ tabs = 1, alternate = false, named = false } = {}) {
  const order = Array.from({ length: tabs }, (_, index) => `t${index + 1}`)
  const sent: string[] = []
  const viewOf = (id: string) =>
    tabView({ id: asSession(id), agent: { seen: true }, ...(named ? { named } : {}) })
  const parts = {
    state: {
      window: 'w',
      order: new Observable(order),
      active: new Observable('t1'),
      focused: new Observable('t1'),
      options: new Observable(defaults),
      session: (id: string) => (order.includes(id) ? new Observable(viewOf(id)) : undefined),
      focusIn: (id: string) => id,
      viewsIn: (id: string) => [viewOf(id)],
    },
    panes: {
      view: new Observable({ panes: [], dividers: [], split: null }),
      shown: {
        id: 't1',
        alternate,
        clearScrollback: () => undefined,
        prompts: { commands: [], lastOutput: () => null },
        terminal: { hasSelection: () => false },
        text: { whenShown: (done: () => void) => done() },
      },
    },
    send: ({ kind }: PageMessage) => sent.push(kind),
    get: <T extends object>(service: new (of: Page) => T): T => new service(page),
  }
  const page = parts as unknown as Page // the parts that actions use
  Object.assign(parts, { tabs: new TabCommands(page as never) })
  const actions: Partial<Record<ActionName, RunAction>> = Object.assign(
    {},
    ...features.map((feature) => feature(page).actions),
  )
  return { actions, sent }
}

test('each action is performed by a feature', () => {
  const { actions } = make()
  expect(Object.keys(actions).sort()).toEqual([...actionNames].sort())
})

test('the palette lists each action but its own, and performs it', () => {
  const done: string[] = []
  const page = {
    state: { focused: new Observable(null), options: new Observable(defaults) },
    shortcuts: { value: { label: () => undefined } },
    perform: (name: ActionName) => done.push(name) > 0,
  }
  const entries = actionEntries(page as unknown as Page)
  const names = actionNames.filter((name) => name !== 'command_palette')
  const found = names.map((name) => entries.find(({ id }) => id === `>${name}`))
  expect(found.map((entry) => entry?.text)).toEqual(names.map((name) => actionTable[name].label))
  for (const entry of found) entry?.run()
  expect(done).toEqual(names)
})

test('the menu of the grid performs the actions of its entries', () => {
  const done: ActionName[] = []
  let entries: readonly (MenuEntry | 'line')[] = []
  const page = {
    panes: { view: new Observable({ panes: [], dividers: [], split: {} }) },
    shortcuts: { value: { label: () => undefined } },
    perform: (name: ActionName) => done.push(name) > 0,
    overlays: {
      open: (menu: { readonly entries: typeof entries }) => {
        entries = menu.entries
      },
    },
  }
  const grid = {
    links: { under: null },
    alternate: false,
    prompts: { lastOutput: () => ({}) },
    terminal: { hasSelection: () => true, buffer: { active: { baseY: 1 } } },
  }
  openGridMenu(page as unknown as Page, grid as unknown as Grid, { x: 0, y: 0 })
  const acting = entries.filter((entry) => entry !== 'line' && entry.disabled === false)
  for (const entry of acting) if (entry !== 'line') entry.run()
  expect(acting).toHaveLength(25)
  expect(acting.map((entry) => entry !== 'line' && entry.label)).toEqual(
    done.map((name) => actionTable[name].label),
  )
})

test.each([
  ['top', 'Move tabs to a sidebar', 'left'],
  ['bottom', 'Move tabs to a sidebar', 'left'],
  ['right', 'Move tabs to the top', 'top'],
] as const)('the menu of a window with tabs at the %s has: %s', (position, label, value) => {
  const sent: PageMessage[] = []
  const copied: (string | null)[] = []
  let entries: readonly (MenuEntry | 'line')[] = []
  const page = {
    state: {
      version: '1.2.3',
      sessions: () => [],
      options: new Observable({ ...defaults, tabs: { ...defaults.tabs, position } }),
    },
    shortcuts: { value: { label: () => undefined } },
    get: () => ({
      reopenable: new Observable(0),
      copyText: (text: string | null) => copied.push(text),
    }),
    send: (message: PageMessage) => sent.push(message),
    overlays: {
      open: (menu: { readonly entries: typeof entries }) => {
        entries = menu.entries
      },
    },
  }
  openWindowMenu(page as unknown as Page, { x: 0, y: 0 })
  for (const entry of entries)
    if (entry !== 'line' && [label, 'Copy version (1.2.3)'].includes(entry.label)) entry.run()
  expect([sent, copied]).toEqual([
    [{ kind: 'option/save', option: { name: 'tabs.position', value } }],
    ['vibeflow 1.2.3'],
  ])
})

/** Those of them that have nothing to do. */
const idle = (actions: ReturnType<typeof make>['actions'], names: readonly ActionName[]) =>
  names.filter((name) => actions[name]?.() === false)

test('an action without a target sends and changes nothing', () => {
  const { actions, sent } = make()
  const names = [
    'close_other_tabs',
    'close_tabs_to_the_right',
    'move_tab_to_new_window',
    'next_tab',
    'previous_tab',
    'go_to_tab_2',
    'go_to_tab_9',
    'focus_pane_left',
    'next_pane',
    'zoom_pane',
    'resize_pane_up',
    'equalize_panes',
    'swap_pane_down',
    'move_pane_to_tab',
    'reset_tab_name',
    'reopen_closed_tab',
    'next_attention',
    'previous_attention',
    'acknowledge_tab',
    'snooze_tab',
    'mark_seen',
    'copy',
    'copy_last_output',
    'previous_prompt',
    'next_prompt',
    'previous_event',
  ] as const
  expect([idle(actions, names), sent]).toEqual([names, []])
})

test('the alternate screen has nothing to scroll or clear, and eats the clear chord', () => {
  const { actions, sent } = make({ alternate: true })
  const names = [
    'scroll_line_up',
    'scroll_line_down',
    'scroll_page_up',
    'scroll_page_down',
    'scroll_to_top',
    'scroll_to_bottom',
    'previous_prompt',
    'next_prompt',
  ] as const
  expect([idle(actions, names), idle(actions, ['clear_scrollback']), sent]).toEqual([names, [], []])
})

test('an action with a target is performed', () => {
  const { actions, sent } = make({ tabs: 3, named: true })
  expect([
    idle(actions, [
      'close_other_tabs',
      'close_tabs_to_the_right',
      'move_tab_to_new_window',
      'reset_tab_name',
      'clear_scrollback',
    ]),
    sent,
  ]).toEqual([
    [],
    ['tabs/close', 'tabs/close', 'tab/to-window', 'session/rename', 'session/clear-scrollback'],
  ])
})
