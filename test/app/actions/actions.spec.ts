/** Every action by its chord, or by the palette where it has none, and by the menu that has it. */
import { rmSync } from 'node:fs'
import { actionNames, actionTable, type ActionName } from '../../../src/core/config/keys/actions.ts'
import type { Page } from '@playwright/test'
import { expect, showing, startApp, test, type Started } from '../app.ts'
import { backToGrid, type Case } from './case.ts'
import { gridCases } from './grid-cases.ts'
import { paneActions, paneCases } from './pane-cases.ts'
import { stepsOf } from './steps.ts'
import { tabCases } from './tab-cases.ts'
import { windowCases } from './window-cases.ts'
import { slow } from '../../slow.ts'

/** Returns the chord as Playwright writes it. */
function playwrightChord(chord: string): string {
  const names: Readonly<Record<string, string>> = {
    ctrl: 'Control',
    shift: 'Shift',
    alt: 'Alt',
    pageup: 'PageUp',
    pagedown: 'PageDown',
    plus: '+',
    minus: '-',
    equal: '=',
    space: 'Space',
    menu: 'ContextMenu',
    tab: 'Tab',
    insert: 'Insert',
    home: 'Home',
    end: 'End',
    left: 'ArrowLeft',
    right: 'ArrowRight',
    up: 'ArrowUp',
    down: 'ArrowDown',
  }
  return chord
    .split('+')
    .map(
      (part) =>
        names[part] ?? (part.length === 1 ? part : part.charAt(0).toUpperCase() + part.slice(1)),
    )
    .join('+')
}

/** Returns the actions of the open menu by their labels, and closes it. */
async function actionsInMenu(page: Page): Promise<readonly ActionName[]> {
  const labels = await page.locator('[role=menuitem] > span:first-child').allTextContents()
  await page.keyboard.press('Escape')
  return actionNames.filter((name) => labels.includes(actionTable[name].label))
}

/** Chords for actions that have none. */
const spare = ['ctrl+alt', 'ctrl+alt+shift'].flatMap((keys) =>
  [...'abdefghijkmnopqrsuvwxyz', 'f5', 'f6', 'f7', 'f8'].map((key) => `${keys}+${key}`),
)

const own = Object.fromEntries(
  actionNames
    .filter((name) => actionTable[name].chords.length === 0)
    .map((name, index) => [name, spare[index]!]),
)
let started: Started
/** The type asks for each action, so that a new one is not forgotten. */
let cases: Record<ActionName, Case>
/** Actions in the menus of the grid and of a tab alone. */
let gridEntries: readonly ActionName[]
let tabEntries: readonly ActionName[]

test.beforeAll(async () => {
  const args = [
    ...['--option', 'session.restore="never"'], // idle tabs that come back are not asked about
    ...['--option', 'ui.renderer=dom', '--option', 'cursor.blink_ms=0'], // nothing is looked at
    ...Object.entries(own).flatMap(([name, chord]) => [
      '--option',
      `shortcuts.${name}=["${chord}"]`,
    ]),
  ]
  started = await startApp({ args, env: { EDITOR: showing('head -n 3') } })
  const { page, shows, tabs } = started
  await shows('ready$')
  for (let have = 1; have < 9; have += 1) {
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(have + 1)
  }
  await shows('ready$')
  const steps = stepsOf(started)
  cases = {
    ...paneCases(page, tabs),
    ...tabCases(started, steps),
    ...windowCases(started, steps),
    ...gridCases(started, steps),
  }
  await page.keyboard.press('Shift+F10')
  gridEntries = await actionsInMenu(page)
  await page.keyboard.press('Control+Shift+F6')
  await page.keyboard.press('Shift+F10')
  tabEntries = (await actionsInMenu(page)).filter((name) => !gridEntries.includes(name))
})

test.afterAll(async () => {
  await started.close()
  rmSync(started.home, { recursive: true, force: true, maxRetries: 5 })
})

/** Carries the action out by the palette. */
async function byPalette(name: ActionName): Promise<void> {
  const { page } = started
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill(`>${name}`)
  // The entry that was used last precedes the one with this name.
  const marked = page.locator('[role=option][aria-selected=true] .list-title')
  const { label } = actionTable[name]
  for (let down = 0; down < 5 && (await marked.textContent()) !== label; down += 1)
    await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText(label)
  await page.keyboard.press('Enter')
}

/** Carries the action out by the menu of the grid, or of the tab. */
async function byMenu(name: ActionName): Promise<void> {
  const { page } = started
  if (!gridEntries.includes(name)) await page.keyboard.press('Control+Shift+F6')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: actionTable[name].label, exact: true }).click()
}

/**
 * Palette and menu of the grid are the same way for each action (test/renderer/actions.test.ts):
 * every eighth goes by the palette too, every fourth that has an entry by the menu.
 */
function waysOf(name: ActionName): Readonly<Record<string, () => Promise<void>>> {
  const chord = actionTable[name].chords[0] ?? own[name]!
  const isInPalette = actionNames.indexOf(name) % 8 === 0 && name !== 'command_palette'
  const isInMenu = tabEntries.includes(name) || gridEntries.indexOf(name) % 4 === 0
  return {
    chord: () => started.page.keyboard.press(playwrightChord(chord)),
    ...(isInPalette ? { palette: () => byPalette(name) } : {}),
    ...(isInMenu ? { menu: () => byMenu(name) } : {}),
  }
}

test('the menus of the grid and of a tab have their actions', () => {
  expect([gridEntries.length, tabEntries.length]).toEqual([20, 18])
})

/** Actions that also run without the slow tests: those of panes, and some of each other group. */
const always: ReadonlySet<ActionName> = new Set<ActionName>([
  ...paneActions,
  ...(['new_tab', 'close_tab', 'reopen_closed_tab', 'next_tab', 'last_used_tab'] as const),
  ...(['rename_tab', 'move_tab_right', 'new_window', 'close_window', 'quit'] as const),
  ...(['copy', 'paste', 'select_all', 'clear_screen', 'scroll_to_top', 'find'] as const),
  ...(['copy_mode', 'quick_select', 'next_prompt', 'font_larger', 'choose_theme'] as const),
  ...(['command_palette', 'settings', 'show_keys', 'attention_list', 'why'] as const),
  ...(['find_conversation', 'new_worktree', 'next_attention'] as const),
  ...(['snooze_tab', 'context_menu', 'focus_tab_bar'] as const),
])

// actions of panes in their own order; the action that leaves a single tab is last
const last: readonly ActionName[] = [...paneActions, 'close_other_tabs', 'close_tabs_to_the_right']
for (const name of [...actionNames.filter((one) => !last.includes(one)), ...last])
  test(
    `${name} is carried out by its chord, palette and menu`,
    always.has(name) ? {} : slow,
    async () => {
      const { page } = started
      const { before, seen, after } = cases[name]
      for (const [way, act] of Object.entries(waysOf(name))) {
        await backToGrid(page)
        await before?.()
        await act()
        await expect.poll(seen, { message: `${name} by ${way}` }).toBe(true)
        await after?.()
        await expect(
          page.locator('.screen, dialog, .mode-word'),
          `after ${name} by ${way} nothing lies over the window`,
        ).toHaveCount(0)
      }
    },
  )
