/**
 * Tests the parts that explain the window to new users: the lines in the first tab, the list of
 * keys, the palette's headings, and a theme that is kept.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, shots, startAgain, test, vibeflow } from '../app.ts'
import { slow } from '../../slow.ts'

const folder = resolve(import.meta.dirname, '../../artifacts/screenshots/help')

/** Dark and light, for people to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots === '') return
  mkdirSync(folder, { recursive: true })
  for (const theme of ['Vibeflow Dark', 'Vibeflow Light']) {
    await page.evaluate((wanted) => window.vibeflowTest!.theme(wanted), theme)
    await page.screenshot({ path: join(folder, `${name}-${theme.split(' ')[1]}.png`) })
  }
}

test('an empty first tab shows three keys until something is typed', async ({
  configured,
  fresh,
}) => {
  const { page, type, screen } = await fresh()
  await configured('[shortcuts]\nshow_keys = ["f1"]\n')
  const hint = page.locator('.first-tab-hint')
  await expect(hint.locator('kbd')).toHaveText(['Ctrl+Shift+P', 'Ctrl+Alt+,', 'F1'])
  expect((await screen()).join('').trim()).toBe('ready$')
  await shoot(page, 'first-tab')
  await type('e')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.evaluate(() => window.vibeflowTest!.act('split_right'))
  await expect(hint).toHaveCount(0)
})

test('output ends the lines in the first tab', slow, async ({ fresh }) => {
  const { home, page, tabs, shows } = await fresh()
  const hint = page.locator('.first-tab-hint')
  await expect(hint).toBeVisible()
  // nothing is typed in the window
  await vibeflow(home, 'send', (await tabs())[0]?.id ?? '', 'seq 20', '--enter')
  await shows('20\nready$')
  await expect(hint).toHaveCount(0)
})

test(
  'a used tab that moves to its own window shows no first-tab hints',
  slow,
  async ({ shared }) => {
    const { app, home, page, shows, type } = shared
    await startAgain(home, ['--tab'], { env: { VIBEFLOW_SHELL_INTEGRATION: '1' } })
    await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
    await shows('ready$')
    await type('echo us""ed\n')
    await shows('used\nready$')
    const opened = app.waitForEvent('window')
    await page.evaluate(() => window.vibeflowTest!.act('move_tab_to_new_window'))
    const other = await opened
    await other.waitForFunction(() => window.vibeflowTest?.tabs().length === 1)
    await other.waitForFunction(() => window.vibeflowTest!.screen().join('\n').includes('used'))
    await expect(other.locator('.first-tab-hint')).toHaveCount(0)
    await other.evaluate(() => window.vibeflowTest!.act('close_window'))
    await expect.poll(() => app.windows().length).toBe(1)
  },
)

test('the key list shows, filters and runs the keys of this configuration', async ({
  configured,
}) => {
  const { page, shows, tabs } = await configured(
    '[shortcuts]\nnew_tab = ["ctrl+shift+b"]\nquit = []\n' +
      '[[shortcuts.send]]\nkeys = ["ctrl+shift+y"]\ntext = "ls\\n"\n',
  )
  await page.keyboard.press('Control+Shift+F1')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toBeVisible()
  await shoot(page, 'keys')
  await page.keyboard.type('ctrl+shift+y')
  await expect(list.getByRole('option')).toHaveText(['Insert "ls\\n"Ctrl+Shift+Y'])
  await list.getByRole('combobox').fill('quit')
  await expect(list.getByRole('option')).toHaveText(['Quitnot bound'])
  await list.getByRole('combobox').fill('new tab')
  await expect(list.getByRole('option').first()).toHaveText('New tabCtrl+Shift+B')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await expect(list).toHaveCount(0)
  await shows('ready$')
  await page.keyboard.press('Control+Shift+F1')
  await page.keyboard.press('Escape')
  await page.keyboard.type('back')
  await shows('ready$ back')
})

test(
  'the palette groups by verb, finds synonyms and saves a theme',
  slow,
  async ({ configured }) => {
    const { home, page } = await configured('# mine\n[fonts]\nsize = 16 # as it was\n')
    await page.keyboard.press('Control+Shift+P')
    const palette = page.locator('.palette')
    expect((await palette.locator('.list-heading').allTextContents()).slice(0, 3)).toEqual([
      'New',
      'Close',
      'Reset',
    ])
    await shoot(page, 'palette')
    const first = async (typed: string, count: number) => {
      await palette.getByRole('combobox').fill(typed)
      return (await palette.locator('.list-title').allTextContents()).slice(0, count)
    }
    expect(await first('split', 2)).toEqual(['Split right', 'Split down'])
    expect(await first('theme', 2)).toEqual(['Choose theme…', 'Next theme'])
    expect(await first('font size', 5)).toEqual(
      expect.arrayContaining(['Decrease font size', 'Increase font size', 'Reset font size']),
    )
    expect(await first('pane', 1)).toEqual(['Toggle pane zoom']) // not the action for broadcasting
    expect(await first('drop-down', 1)).toEqual([expect.stringContaining('(drop_down.')])
    expect(await first('preferences', 1)).toEqual(['Open settings'])
    await palette.getByRole('combobox').fill('#nord')
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--window'))
    const previewed = await ground()
    await page.keyboard.press('Enter')
    const notice = page.locator('.notice')
    await expect(notice).toContainText('colors.preset = "Nord"')
    expect(await ground()).toBe(previewed)
    await shoot(page, 'keep')
    await notice.getByRole('button', { name: 'Keep' }).click()
    const file = join(home, 'config/vibeflow/config.toml')
    await expect
      .poll(() => readFileSync(file, 'utf8'))
      .toBe('# mine\n[fonts]\nsize = 16 # as it was\n\n[colors]\npreset = "Nord"\n')
    await expect(notice).toHaveCount(0)
    await expect.poll(ground).toBe(previewed)
  },
)
