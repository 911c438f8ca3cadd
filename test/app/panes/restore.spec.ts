/** Three windows with 12 tabs and 20 panes come back after `kill -9`, each pane once. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SavedSession } from '../../../src/core/restore/saved-session.ts'
import { cutPower, expect, makeHome, processesOf, test, type Started } from '../app.ts'

test.setTimeout(240_000)

const count = (page: Page) => page.evaluate(() => window.vibeflowTest!.tabs().length)

/** One more tab or pane, with a word of its own on its screen. */
async function add(page: Page, action: 'new_tab' | 'split_right' | 'split_down'): Promise<void> {
  const before = await count(page)
  await page.evaluate((name) => window.vibeflowTest!.act(name), action)
  await expect.poll(() => count(page)).toBe(before + 1)
}

/** What the window shows: panes, tabs, dividers in view, the place of the active pane. */
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

/** Of the file, with the names of panes by their place. */
const divisions = (home: string) =>
  saved(home)
    .map(({ active, tabs, splits = [] }) => {
      const text = JSON.stringify({ active, count: tabs.length, splits })
      return tabs.reduce((now, { id }, at) => now.replaceAll(`"${id}"`, `"#${at}"`), text)
    })
    .sort()

test('3 windows, 12 tabs and 20 panes come back after kill -9, once', async ({ start }) => {
  const home = makeHome('[session]\nsave_interval_s = 2\n')
  let started = await start({ home })
  await started.shows('ready$')
  for (let more = 1; more < 3; more += 1) {
    await started.page.evaluate(() => window.vibeflowTest!.act('new_window'))
    await expect.poll(() => started.app.windows().length).toBe(more + 1)
  }
  for (const [place, page] of started.app.windows().entries()) {
    await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 1)
    await add(page, 'split_right')
    await add(page, 'split_down')
    if (place < 2) await add(page, 'split_right')
    for (let tab = 1; tab < 4; tab += 1) await add(page, 'new_tab')
    await page.evaluate((at) => window.vibeflowTest!.act(`go_to_tab_${at as 1}`), place + 1)
  }
  await expect.poll(() => shapes(started)).toEqual(['6 4 0 4', '7 4 0 4', '7 4 3 3'])
  await expect.poll(() => processesOf(home).length).toBe(20)
  await expect
    .poll(() => saved(home).map(({ tabs }) => tabs.length), { timeout: 20_000 })
    .toEqual([7, 7, 6])
  await expect
    .poll(() => saved(home).map(({ active }) => active), { timeout: 20_000 })
    .toEqual([3, 4, 4])
  const before = divisions(home)

  await cutPower(started)
  started = await start({ home })
  await expect.poll(() => started.app.windows().length).toBe(3)
  await expect.poll(() => shapes(started)).toEqual(['6 4 0 4', '7 4 0 4', '7 4 3 3'])
  // each has its shell, and nothing has two
  await expect.poll(() => processesOf(home).length, { timeout: 20_000 }).toBe(20)
  await expect
    .poll(() => saved(home).flatMap(({ tabs }) => tabs).length, { timeout: 20_000 })
    .toBe(20)
  expect(divisions(home)).toEqual(before)
  await started.type('echo ali""ve\n')
  await started.shows('alive')
})
