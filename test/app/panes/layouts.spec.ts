/** A layout at the start, and by the palette; saved by its dialog. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, makeHome, picture, startApp, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const layout = `
folder = "work"

[[tabs]]
title = "web"
split = "right"
sizes = [60, 40]
panes = [
  { command = "echo started; pwd; exec cat" },
  { split = "down", panes = [{ command = ["cat", "-v"], focus = true }, {}] },
]

[[tabs]]
command = "echo never > ran"
`

const panes = (page: Page) => page.evaluate(() => window.vibeflowTest!.tabs().length)

const home = makeHome('')
const folder = join(home, 'config/vibeflow/layouts')
let started: Started

test.beforeAll(async () => {
  mkdirSync(join(folder, 'work'), { recursive: true })
  writeFileSync(join(folder, 'work.toml'), layout)
  const bad = '[[tabs]]\nsplit = "right"\npanes = [{ command = ["no-such-program"] }, {}]\n'
  writeFileSync(join(folder, 'bad.toml'), bad)
  started = await startApp({ home, args: ['--layout', 'work'] })
})

test.afterAll(async () => {
  await started.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** The commands that wait for the user, as they are drawn. */
const waiting = (page: Page) => page.getByLabel('Command', { exact: true })

/** The window that a layout opens from the palette. */
async function openByPalette(name: string): Promise<Page> {
  const { app, page } = started
  const opened = app.waitForEvent('window')
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.insertText(`open layout ${name}`)
  await expect(page.locator('.palette [aria-selected=true]')).toContainText(`Open layout ${name}`)
  await page.keyboard.press('Enter')
  return opened
}

test('commands of a layout wait in their panes until they are started', slow, async () => {
  const { page, shows, type } = started

  await expect(page.locator('.grid')).toHaveCount(3)
  await expect(page.locator('.tab')).toHaveCount(2)
  await expect(waiting(page)).toHaveText(['echo started; pwd; exec cat', 'cat -v'])
  // a pane that has never had the focus also shows its cursor
  const renderer = (name: 'dom' | 'auto') =>
    page.evaluate((of) => window.vibeflowTest!.options({ ui: { renderer: of } }), name)
  await renderer('dom')
  await expect(page.locator('.grid[data-unfocused] .xterm-cursor')).toHaveCount(1)
  await renderer('auto')
  const [, divider] = await page
    .locator('.divider')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-valuenow'))))
  expect([60, 50]).toContain(divider)
  await picture(page, 'layout-waiting')
  // the key is written only where it would be heard
  await expect(page.locator('.foot-buttons')).toHaveText(['StartClose', 'StartEnterClose'])

  // Enter starts the pane with the focus, and no other
  await expect(page.getByRole('button', { name: 'Start' }).last()).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.locator('.foot')).toHaveCount(1)
  await type('typed\u0001\n')
  await shows('typed^A')
  // the button starts its own
  await page.locator('.foot').getByRole('button', { name: 'Start' }).click()
  await expect(page.locator('.foot')).toHaveCount(0)
  await page.keyboard.press('Shift+Alt+ArrowLeft')
  await shows('/layouts/work')
  expect(existsSync(join(folder, 'work/ran'))).toBe(false)

  // saved by the dialog, and opened by the palette
  await page.evaluate(() => window.vibeflowTest!.act('save_layout'))
  await page.keyboard.type('bad name')
  await page.keyboard.press('Enter')
  await expect(page.locator('.layout-hint')).toContainText('up to 64 letters')
  await page.locator('.layout-name').fill('again')
  await picture(page, 'layout-save')
  await page.keyboard.press('Enter')
  const file = join(folder, 'again.toml')
  await expect.poll(() => existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain('sizes = [60, 40]')
  await expect(page.locator('.notice')).toContainText('Saved to')

  const other = await openByPalette('again')
  await expect(other.locator('.grid')).toHaveCount(3)
  await expect(other.locator('.foot')).toHaveCount(2)
  expect(await panes(other)).toBe(4)
  expect(existsSync(join(folder, 'work/ran'))).toBe(false)
})

test('a pane that cannot start shows why and what to do', slow, async () => {
  const page = await openByPalette('bad')
  await page.locator('.foot').getByRole('button', { name: 'Start' }).click()
  const failed = page.locator('.failed')
  await expect(failed).toContainText("Couldn't start this pane")
  await expect(failed).toContainText(
    "Can't start no-such-program: command not found in PATH. Check the name",
  )
  // the configuration does not name what it runs
  await expect(failed.getByRole('button')).toHaveText(['RetryCtrl+Shift+R', 'CloseEnter'])
  await page.keyboard.press('Shift+Alt+ArrowRight')
  await expect(failed.getByRole('button')).toHaveText(['Retry', 'Close'])
  await picture(page, 'failed-pane')
})
