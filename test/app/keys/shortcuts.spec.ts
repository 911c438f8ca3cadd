/** Shortcuts in the real app: sequences, the mouse, changes in the settings, Ctrl+Tab. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, shots, test } from '../app.ts'
import { active, openTabs } from '../tabs/open-tabs.ts'
import { rawKeys } from './raw-keys.ts'

/** Dark and light, in the usual and in a narrow window, for people to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const width of shots === '' ? [] : [600, 960])
    for (const theme of ['Vibeflow Light', 'Vibeflow Dark']) {
      await page.setViewportSize({ width, height: 600 })
      await page.evaluate((wanted) => window.vibeflowTest!.theme(wanted), theme)
      await picture(page, `${name}-${theme.split(' ')[1]}-${width}`)
    }
}

test('a sequence runs its action, and an unfinished one sends its keys', async ({
  shared: started,
}) => {
  const { page, screen } = started
  await rawKeys(started, '\\033[>3ubegun ')
  const text = async () => (await screen()).join('')
  await expect.poll(text).toContain('begun')
  await page.evaluate(() =>
    window.vibeflowTest!.keys({
      split_right: ['ctrl+a>%'],
      show_keys: ['ctrl+a>x>x'],
      send: [{ keys: 'ctrl+a>ctrl+a', text: 'own' }],
    }),
  )
  const hint = page.locator('.link-target')
  await page.keyboard.press('Control+a')
  await expect(hint).toHaveText('Ctrl+A …')
  // at the right, because a prompt is at the left of the last row
  const width = await page.evaluate(() => window.innerWidth)
  expect((await hint.boundingBox())!.x).toBeGreaterThan(width / 2)
  await page.keyboard.press('x')
  await expect(hint).toHaveText('Ctrl+A X …')
  await picture(page, 'sequence')
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  for (const key of ['Control+a', 'q', 'Control+a', 'Control+a', 'Control+a', 'x', 'x'])
    await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('%')
  await expect(page.locator('.grid:visible')).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+Alt+ArrowLeft')
  await expect(hint).toHaveCount(0)
  await page.keyboard.type('z')
  // Ctrl+A and its release, q and its release, the text of Ctrl+A Ctrl+A, z and its release
  await expect
    .poll(text)
    .toMatch(/begun \^\[\[97;5u\^\[\[97;5:3u(?:\^\[\[97;1:3u)?q\^\[\[113;1:3uown.*z\^\[\[122;1:3u/)
  // text without a key, and the mouse, come after the pressed keys
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('later')
  await expect.poll(text).toMatch(/z\S*\^\[\[97;5u\S*later/)
  await page.keyboard.press('Control+a')
  await page.mouse.click(100, 300)
  await expect(hint).toHaveCount(0)
  await expect.poll(text).toMatch(/later\^\[\[97;5u/)
  await page.evaluate(() => window.vibeflowTest!.keys({}))
})

test('mouse buttons and the wheel run actions, and a program with the mouse keeps them', async ({
  shared: started,
}) => {
  const { page, screen, shows, type } = started
  await page.evaluate(() =>
    window.vibeflowTest!.keys({
      font_larger: ['ctrl+wheelup'],
      show_keys: ['middleclick'],
      split_right: ['ctrl+click'],
      command_palette: ['backclick'],
    }),
  )
  const size = () => page.evaluate(() => window.vibeflowTest!.stats().cols)
  const before = await size()
  await page.mouse.move(200, 300)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -240)
  await expect.poll(size).toBeLessThan(before)
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect(page.locator('.grid:visible')).toHaveCount(2)
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.mouse.click(200, 300, { button: 'middle' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  const devtools = await page.context().newCDPSession(page)
  for (const kind of ['mousePressed', 'mouseReleased'] as const)
    await devtools.send('Input.dispatchMouseEvent', {
      type: kind,
      button: 'back',
      x: 200,
      y: 300,
      clickCount: 1,
    })
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.press('Escape')

  await type(`clear; printf '\\033[?1000;1006hreading\\n'; stty raw -echo; exec cat -v\n`)
  await shows(/^reading/m)
  await page.mouse.click(200, 300, { button: 'middle' })
  await expect.poll(async () => (await screen()).join('')).toMatch(/<1;\d+;\d+M.*<1;\d+;\d+m/)
  await page.keyboard.down('Shift')
  await page.mouse.click(200, 300, { button: 'middle' })
  await page.keyboard.up('Shift')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.vibeflowTest!.keys({}))
})

test('a lost release runs no action later, and the wheel scrolls if its action cannot run', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await page.evaluate(() =>
    window.vibeflowTest!.keys({ new_tab: ['middleclick'], focus_pane_up: ['wheelup'] }),
  )
  await type("clear; seq 200; echo '<'end'>'\n")
  await shows(/^<end>/m)
  const tabs = page.getByRole('tab')
  const before = await tabs.count()
  const grid = page.locator('.grid:visible .xterm-screen')
  const press = { button: 1, bubbles: true }
  await grid.dispatchEvent('mousedown', press)
  await grid.dispatchEvent('mousedown', press)
  await grid.dispatchEvent('mouseup', press)
  await expect(tabs).toHaveCount(before + 1)
  await page.evaluate(() => window.vibeflowTest!.keys({ focus_pane_up: ['wheelup'] }))
  await page.keyboard.press('Control+Shift+w')
  await expect(tabs).toHaveCount(before)
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, -600)
  const away = () =>
    page.evaluate(() => {
      const { top, bottom } = window.vibeflowTest!.position()
      return bottom - top
    })
  await expect.poll(away).toBeGreaterThan(0)
  await page.evaluate(() => window.vibeflowTest!.keys({}))
})

test('the recorder takes mouse buttons and the wheel', async ({ shared: { page } }) => {
  await page.keyboard.press('Control+Alt+,')
  await page.getByRole('button', { name: 'Keyboard shortcuts…' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.type('duplicate tab')
  await page.keyboard.press('Enter')
  const recorder = page.getByRole('dialog', { name: /Duplicate tab/ })
  const shown = recorder.locator('.recorded')
  await recorder.click({ button: 'middle' })
  await expect(shown).toHaveText(/middle/i)
  await page.keyboard.down('Control')
  await recorder.hover()
  await page.mouse.wheel(0, 120)
  await page.keyboard.up('Control')
  await expect(shown).toHaveText(/ctrl.*wheel/i)
  await recorder.click()
  await expect(shown).toHaveText(/wheel/i)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('the settings record a shortcut, show its conflicts, and reset it', async ({ configured }) => {
  const before = '# mine\n[[shortcuts.send]]\nkeys = ["alt+g"] # git\ntext = "git"\n'
  const { home, page } = await configured(before)
  const text = () => readFileSync(join(home, 'config/vibeflow/config.toml'), 'utf8')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('Control+Alt+,')
  await page.getByRole('button', { name: 'Keyboard shortcuts…' }).click()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.type('duplicate tab')
  await shoot(page, 'list')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: /Duplicate tab/ })
  await press('c')
  await expect(dialog.getByRole('alert')).toContainText('c needs a modifier')
  await press('Control+Shift+P', 'x', 'Backspace')
  await expect(dialog.locator('.recorded')).toHaveText('Ctrl+Shift+P')
  await expect(dialog.getByRole('alert')).toContainText('belongs to “Command palette”')
  await shoot(page, 'recording')
  await press('Enter')
  await expect(dialog.getByRole('button', { name: 'Replace' })).toBeFocused()
  await shoot(page, 'conflict')
  await press('Enter')
  const saved = 'command_palette = []\nduplicate_tab = ["ctrl+shift+p"]\n'
  await expect.poll(text).toBe(`${before}\n[shortcuts]\n${saved}`)
  await expect(list.locator('[aria-selected=true]')).toContainText('Duplicate tabCtrl+Shift+P')

  // a default key that another action has now
  await page.keyboard.press('Control+Shift+A')
  await page.keyboard.type('command palette')
  await press('Enter', 'Enter')
  const palette = page.getByRole('dialog', { name: /Command palette/ })
  await expect(palette).toContainText('Ctrl+Shift+P, a default key, belongs to “Duplicate tab”')
  await expect(palette.getByRole('button')).toHaveText(['Close'])
  await press('Escape', 'Control+Shift+A')
  await page.keyboard.type('duplicate tab')

  // a sequence in addition, then the default
  await press('Enter', 'Control+a', 'd', 'Enter', 'Shift+Tab', 'Enter')
  await expect.poll(text).toContain('duplicate_tab = ["ctrl+shift+p", "ctrl+a>d"]')
  await press('Enter', 'Enter')
  await dialog.getByRole('button', { name: 'Reset to no keys' }).click()
  await expect.poll(text).not.toContain('duplicate_tab')
  await press('Enter', 'Alt+g')
  await expect(dialog.getByRole('alert')).toContainText('Alt+G inserts a text')
  await press('Escape', 'Escape')
  await expect(list).toHaveCount(0)
})

test('Ctrl+Tab selects a tab in the order of last use until Ctrl is released', async ({
  fresh,
}) => {
  const started = await fresh()
  const { page } = started
  await openTabs(started, 3)
  const usual = await page.evaluate(() => window.vibeflowTest!.settings().tabs)
  await page.evaluate(
    (tabs) => window.vibeflowTest!.options({ tabs: { ...tabs, switch_order: 'recent' } }),
    usual,
  )
  await page.keyboard.press('Alt+1')
  const list = page.getByRole('listbox', { name: 'Recently used tabs' })
  const walk = async (keys: readonly string[]) => {
    await page.keyboard.down('Control')
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.up('Control')
    await expect(list).toHaveCount(0)
    return active(started)
  }
  expect([
    await walk(['Tab', 'Tab']),
    await walk(['Tab']),
    await walk(['Tab', 'x', 'Tab', 'Shift+Tab']),
    await walk(['Tab', 'Escape']),
  ]).toEqual([1, 0, 1, 1])
  await page.keyboard.down('Control')
  await page.keyboard.press('Tab')
  await expect(list.getByRole('option')).toHaveCount(3)
  await expect(list.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(list).toBeVisible()
  await shoot(page, 'switcher')
  await list.getByRole('option').nth(2).click()
  await page.keyboard.up('Control')
  expect(await active(started)).toBe(2)
})
