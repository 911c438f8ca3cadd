/** Keys as programs get them: the kitty keyboard protocol, modifyOtherKeys and LNM. */
import { expect, test } from '../app.ts'
import { rawKeys } from './raw-keys.ts'
import { slow } from '../../slow.ts'

test('a program that requests the kitty keyboard gets its keys and ordered replies', async ({
  shared: started,
}) => {
  const { app, page, shows, screen } = started
  await rawKeys(started, '\\033[?u\\033[>5u\\033[?u\\033[cbegun ')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const text = async () => (await screen()).join('')
  await expect.poll(text).toContain('begun ^[[?0u^[[?5u^[[?62;4;22;52c')
  await press(
    'Shift+Enter',
    'Control+Enter',
    'Escape',
    'Control+c',
    'Alt+x',
    'a',
    'A',
    'Enter',
    'Tab',
    'Backspace',
    'ArrowUp',
    'F3',
    'Control+Shift+Z',
  )
  await expect
    .poll(text)
    .toContain('^[[13;2u^[[13;5u^[[27u^[[99;5u^[[120;3uaA^M^I^?^[[A^[[13~^[[122:90;6u')
  // A page that is loaded again knows the flags.
  await page.reload()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
  await shows('begun')
  expect(await page.evaluate(() => window.vibeflowTest!.keyboardFlags())).toBe(5)
  await page.locator('.xterm-helper-textarea').focus()
  await press('Escape', '.')
  await expect.poll(text).toMatch(/\^\[\[27u\.$/)
  // Off by option: nothing is asked of anybody, and keys are what they were.
  await page.evaluate(() => window.vibeflowTest!.keys({}, { kitty_protocol: false }))
  await press('Escape', 'Shift+Enter', 'Control+c', ';')
  await expect.poll(text).toMatch(/\.\^\[ +\^C;$/) // a line feed goes straight down
  await page.evaluate(() =>
    window.vibeflowTest!.keys({}, { kitty_protocol: true, shift_enter: 'enter' }),
  )
  await press('Shift+Enter', '!')
  await expect.poll(text).toMatch(/\^M!$/)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  await page.evaluate(() => window.vibeflowTest!.keys({}))
})

test(
  'modifyOtherKeys encodes keys until the program resets it, and outlives a reload',
  slow,
  async ({ shared: started }) => {
    const { page, screen, shows } = started
    await rawKeys(started, '\\033[?4m\\033[>4;2m\\033[?4m\\033[cbegun ')
    const text = async () => (await screen()).join('')
    await expect.poll(text).toContain('begun ^[[>4;0m^[[>4;2m^[[?62;4;22;52c')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press(
      'Shift+Enter',
      'Control+Enter',
      'Control+c',
      'Alt+x',
      'a',
      'A',
      'Control+Space',
      'F3',
    )
    await expect
      .poll(text)
      .toContain('^[[27;2;13~^[[27;5;13~^[[27;5;99~^[[27;3;120~aA^[[27;5;32~^[OR')
    await page.reload()
    await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
    await shows('begun')
    await page.locator('.xterm-helper-textarea').focus()
    await press('Control+Enter', '.')
    await expect.poll(text).toMatch(/\^\[\[27;5;13~\.$/)
  },
)

test('Enter sends CR LF while LNM is set', slow, async ({ shared: started }) => {
  const { page, shows } = started
  await rawKeys(started, '\\033[20hbegun ')
  await shows('begun ')
  for (const key of ['Enter', 'a', 'Alt+Enter', 'b']) await page.keyboard.press(key)
  await shows(/begun \^M\na\^\[\^M\nb/) // `cat -v` prints LF as it is
})

test(
  'kitty flags report releases, all keys and text, and each screen has its own',
  slow,
  async ({ shared: started }) => {
    const { page, screen } = started
    await rawKeys(started, '\\033[?1049h\\033[>27ualternate ')
    const text = async () => (await screen()).join('')
    await expect.poll(text).toContain('alternate')
    await page.keyboard.down('Shift')
    await page.keyboard.press('A')
    await page.keyboard.up('Shift')
    await page.keyboard.press('Enter')
    await expect
      .poll(text)
      .toContain('^[[57441;2u^[[97;2;65u^[[97;2:3u^[[57441;1:3u^[[13u^[[13;1:3u')
    // A chord is the terminal's: the program hears that Ctrl and Shift go down and up, wherever the
    // keyboard is by then, and not of F6.
    const before = await text()
    await page.keyboard.press('Control+Shift+F6')
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await expect.poll(text).toContain('^[[98;;98u^[[98;1:3u')
    expect((await text()).slice(before.length)).toBe(
      '^[[57442;5u^[[57441;6u^[[57441;5:3u^[[57442;1:3u^[[98;;98u^[[98;1:3u',
    )
  },
)

test('a character that a dead key composes is a key to the kitty keyboard protocol', async ({
  shared,
}) => {
  const { page, screen } = shared
  await rawKeys(shared, '\\033[>8ubegun ')
  const text = async () => (await screen()).join('').trimEnd()
  await expect.poll(text).toBe('begun')
  const devtools = await page.context().newCDPSession(page)
  const key = (of: string, code: string) =>
    devtools.send('Input.dispatchKeyEvent', {
      ...{ type: 'rawKeyDown', key: of, code, windowsVirtualKeyCode: 229 },
    })
  const compose = (words: string) =>
    devtools.send('Input.imeSetComposition', { text: words, selectionStart: 1, selectionEnd: 1 })
  // as GTK's input method has it
  await key('Process', 'BracketLeft')
  await compose('^')
  await key('Process', 'KeyE')
  await devtools.send('Input.insertText', { text: 'ê' })
  await expect.poll(text).toBe('begun ^[[234u')
  // an input method of another kind composes text
  await compose('に')
  await devtools.send('Input.insertText', { text: '二' })
  await expect.poll(text).toMatch(/^begun \^\[\[234uM-dM-:M-\^L$/)
  await devtools.detach()
})
