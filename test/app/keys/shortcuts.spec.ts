/** Shortcuts in the real app: sequences of keys. */
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
