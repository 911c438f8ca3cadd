/** Windows, tabs and panes come back after `kill -9`, each pane once. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SavedSession } from '../../../src/core/windows/restore/saved-session.ts'
import { expect, makeHome, test, type Started } from '../app.ts'
import { cutPower, processesOf } from '../processes.ts'
import { slow } from '../../slow.ts'

const count = (page: Page) => page.evaluate(() => window.vibeflowTest!.tabs().length)

/** One more tab or pane, with a word of its own on its screen. */
async function add(page: Page, action: 'new_tab' | 'split_right' | 'split_down'): Promise<void> {
  const before = await count(page)
  await page.evaluate((name) => window.vibeflowTest!.act(name), action)
  await expect.poll(() => count(page)).toBe(before + 1)
}

/**
 * Returns what the window shows: panes, tabs, visible dividers, the position of the active pane.
 */
const shape = (page: Page) =>
  page.evaluate(() => {
    const tabs = window.vibeflowTest?.tabs() ?? []
    return [
      tabs.length,
      document.querySelectorAll('.tab').length,
      document.querySelectorAll('.divider').length,
      tabs.findIndex(({ active }) => active),
    ].join(' ')
  })

const shapes = async ({ app }: Started) => (await Promise.all(app.windows().map(shape))).sort()

function saved(home: string): SavedSession['windows'] {
  const file = join(home, 'state/vibeflow/session/session.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SavedSession).windows : []
}

/** Returns the divisions in the saved file, with panes named by their position. */
const divisions = (home: string) =>
  saved(home)
    .map(({ active, tabs, splits = [] }) => {
      const text = JSON.stringify({ active, count: tabs.length, splits })
      return tabs.reduce((now, { id }, at) => now.replaceAll(`"${id}"`, `"#${at}"`), text)
    })
    .sort()

test(
  'two windows come back after kill -9 with their tabs, each pane once',
  slow,
  async ({ start }) => {
    const home = makeHome()
    let started = await start({ home })
    await started.shows('ready$')
    await add(started.page, 'split_right')
    await add(started.page, 'split_down')
    await add(started.page, 'new_tab')
    await started.page.keyboard.press('Alt+1')
    await expect.poll(() => shapes(started)).toEqual(['4 2 2 2'])
    await expect(started.page.locator('.grid')).toHaveCount(3)
    await started.page.evaluate(() => window.vibeflowTest!.act('new_window'))
    await expect.poll(() => started.app.windows().length).toBe(2)
    const second = started.app.windows()[1] as Page
    await second.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 1)
    await add(second, 'split_right')
    await add(second, 'new_tab')
    await add(second, 'new_tab')
    await add(second, 'split_down')
    await second.evaluate(() => window.vibeflowTest!.act('go_to_tab_2'))
    await expect.poll(() => shapes(started)).toEqual(['4 2 2 2', '5 3 0 2'])
    await expect.poll(() => processesOf(home).length).toBe(9)
    await expect
      .poll(() => saved(home).map(({ tabs, active }) => [tabs.length, active]))
      .toEqual([
        [4, 2],
        [5, 2],
      ])
    const before = divisions(home)

    await cutPower(started)
    started = await start({ home })
    await expect.poll(() => started.app.windows().length).toBe(2)
    await expect.poll(() => shapes(started)).toEqual(['4 2 2 2', '5 3 0 2'])
    // each has its shell, and nothing has two
    await expect.poll(() => processesOf(home).length).toBe(9)
    await expect.poll(() => saved(home).flatMap(({ tabs }) => tabs).length).toBe(9)
    expect(divisions(home)).toEqual(before)
    await started.type('echo ali""ve\n')
    await started.shows('alive')
  },
)
