/** Shortcuts in the real app: sequences of keys, and the mouse. */
import { expect, picture, test } from '../app.ts'
import { rawKeys } from './raw-keys.ts'

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
  await page.evaluate(() => window.vibeflowTest!.keys({}))
})
