/**
 * The palette; the kitty keyboard protocol with a program that asks for it; text that no key makes
 * alone; copy mode.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, picture, test, type Started } from './app.ts'

test('the palette finds actions and tabs, remembers them, and returns the keyboard', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await type("printf '\\033]0;needle\\007'; cat\n")
  await expect.poll(async () => (await started.tabs())[0]?.title).toBe('needle')
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await started.tabs()).length).toBe(2)
  const options = page.getByRole('option')
  await page.keyboard.press('Control+Shift+P')
  await expect(page.getByRole('combobox')).toBeFocused()
  await picture(page, 'palette')
  await page.getByRole('combobox').fill('@nee')
  await expect(options).toHaveText(/needle/)
  await picture(page, 'palette-tabs')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await started.tabs())[0]?.active).toBe(true)
  await type('typed\n')
  await shows(/typed\ntyped/)
  await page.keyboard.press('Control+Shift+P')
  await expect(options.first()).toContainText('needle') // used last
  await page.getByRole('combobox').fill('tab')
  await expect(options.first().locator('mark').first()).toHaveText(/tab/i)
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
    await options.nth(1).getAttribute('id'),
  )
  // A theme is applied while it is selected, and ends with the palette.
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--window'))
  await page.getByRole('combobox').fill('#nord')
  await expect.poll(ground).toBe('#2e3440')
  await picture(page, 'palette-theme')
  await page.getByRole('combobox').fill('zzqqzz')
  await expect.poll(ground).toBe('#0e0e12')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.press('Control+Shift+P') // the chord that opened it closes it
  await expect(page.locator('.palette')).toHaveCount(0)
  await type('again\n')
  await shows(/again\nagain/)
  // Changed chords are redrawn everywhere.
  await page.evaluate(() =>
    window.vibeflowTest!.keys({
      new_tab: ['alt+n'],
      send: [{ keys: ['alt+g'], text: 'sent by a chord\r' }],
    }),
  )
  await page.keyboard.press('Alt+g')
  await shows(/sent by a chord\nsent by a chord/)
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill('>new tab')
  await expect(options.first()).toContainText('Alt+N')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'New tab' })).toContainText('Alt+N')
  await expect(page.getByRole('menuitem', { name: 'Copy', exact: true })).toBeDisabled()
  await picture(page, 'grid-menu')
  await page.keyboard.press('n') // by its first letter
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await started.tabs()).length).toBe(3)
  await page.evaluate(() => window.vibeflowTest!.keys({}))
})

test('all lists move alike, and Enter of an input method chooses nothing', async ({ shared }) => {
  const { page, shows, tabs, type } = shared
  for (const count of [2, 3]) {
    await type("printf '\\033]7501;state=error:app=claude\\007'; read -r _\n")
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(count)
    await shows('ready$')
  }
  await page.waitForFunction(() => window.vibeflowTest!.needsYou().length === 2)
  const lists = {
    command_palette: 'Command palette',
    tab_list: 'Search tabs',
    show_keys: 'Keyboard shortcuts',
    attention_list: 'Inbox',
  } as const
  for (const action of ['tab_list', 'command_palette', 'show_keys', 'attention_list'] as const) {
    await test.step(lists[action], async () => {
      await page.evaluate((name) => window.vibeflowTest!.act(name), action)
      const list = page.getByRole('dialog', { name: lists[action] })
      const marked = () =>
        list.getByRole('option').evaluateAll((all) => {
          const at = all.findIndex((one) => one.getAttribute('aria-selected') === 'true')
          return at === all.length - 1 ? 'last' : at
        })
      await expect(list.getByRole('option').nth(1)).toBeVisible()
      await page.evaluate(() => {
        const init = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      })
      await expect(list).toBeVisible()
      await page.keyboard.press('Home')
      await expect.poll(marked).toBe(0)
      await page.keyboard.press('ArrowUp')
      await expect.poll(marked).toBe('last')
      await page.keyboard.press('ArrowDown')
      await expect.poll(marked).toBe(0)
      await page.keyboard.press('End')
      await expect.poll(marked).toBe('last')
      await page.keyboard.press('PageDown')
      await expect.poll(marked).toBe('last')
      await page.keyboard.press('Home')
      await page.keyboard.press('PageDown')
      await expect.poll(marked).not.toBe(0)
      await page.keyboard.press('PageUp')
      await expect.poll(marked).toBe(0)
      await page.keyboard.press('Escape')
      await expect(list).toBeHidden()
    })
  }
  for (const tab of [1, 2]) {
    await page.keyboard.press(`Alt+${tab}`)
    await page.keyboard.press('Enter')
  }
})

test('no chord reaches the browser, and text fields edit as everywhere', async ({ shared }) => {
  const { app, page, shows } = shared
  await page.evaluate(() => {
    const reached: string[] = []
    Object.assign(window, { reached })
    window.addEventListener(
      'keydown',
      (event) =>
        setTimeout(() => {
          const chord = event.ctrlKey || event.altKey || /^F\d/.test(event.key)
          if (chord && !event.defaultPrevented && !/Control|Shift|Alt/.test(event.key))
            reached.push(event.key)
        }),
      { capture: true },
    )
  })
  const reached = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve))
      return (window as unknown as { reached: string[] }).reached.splice(0)
    })
  const chords =
    'Control+Shift+J Control+Shift+G Control+Shift+H Control+Shift+U Control+Shift+Delete ' +
    'Control+Alt+F12 Alt+ArrowLeft Alt+Home Control+F5'
  for (const chord of chords.split(' ')) await page.keyboard.press(chord)
  expect(await reached()).toEqual([])
  await page.keyboard.press('Control+C')
  await page.evaluate(() => window.vibeflowTest!.act('command_palette'))
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  for (const chord of chords.split(' ')) await page.keyboard.press(chord)
  expect(await reached()).toEqual([])
  await field.fill('one two')
  for (const chord of ['Control+Backspace', 'Control+ArrowLeft']) await page.keyboard.press(chord)
  await page.keyboard.type('no ')
  await expect(field).toHaveValue('no one ')
  await page.keyboard.press('Control+A')
  await reached() // what edits is the field's
  await page.keyboard.press('Control+Shift+C')
  expect(await reached()).toEqual([])
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('no one ')
  await page.keyboard.press('Escape')
  for (const [action, chord] of [
    ['tab_list', 'Control+Shift+C'],
    ['settings', 'Control+Shift+C'],
    ['show_keys', 'Control+Shift+C'],
    ['rename_tab', 'Control+Shift+J'],
    ['find', 'Control+Shift+J'],
    ['focus_tab_bar', 'Alt+ArrowLeft'],
  ] as const) {
    await page.evaluate((name) => window.vibeflowTest!.act(name), action)
    await page.keyboard.press(chord)
    expect([action, ...(await reached())]).toEqual([action])
    await page.keyboard.press('Escape')
  }
  await page.keyboard.type('back')
  await shows(/back$/m)
  // field keys win where actions have the same chords: to zoom a pane, to scroll to the top
  for (const action of ['split_right', 'find'] as const)
    await page.evaluate((name) => window.vibeflowTest!.act(name), action)
  const search = page.getByRole('search').getByRole('textbox')
  await expect(search).toBeFocused()
  await search.fill('')
  await page.keyboard.type('a')
  await page.keyboard.press('Control+Z')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Control+Shift+Z')
  await expect(search).toHaveValue('a')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type('c')
  await expect(search).toHaveValue('c')
  await expect(page.locator('.grid:visible')).toHaveCount(2)
})

/** Replaces the shell with a program that reads raw keys and prints them as `cat -v` does. */
async function rawKeys({ home, type }: Started, begin: string): Promise<void> {
  writeFileSync(join(home, 'raw'), `stty raw -echo; clear; printf '${begin}'; exec cat -vt`)
  await type('exec sh ~/raw\n')
}

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
  // A reloaded page knows the flags.
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

test('modifyOtherKeys encodes keys until the program resets it, and outlives a reload', async ({
  shared: started,
}) => {
  const { page, screen, shows } = started
  await rawKeys(started, '\\033[?4m\\033[>4;2m\\033[?4m\\033[cbegun ')
  const text = async () => (await screen()).join('')
  await expect.poll(text).toContain('begun ^[[>4;0m^[[>4;2m^[[?62;4;22;52c')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('Shift+Enter', 'Control+Enter', 'Control+c', 'Alt+x', 'a', 'A', 'Control+Space', 'F3')
  await expect
    .poll(text)
    .toContain('^[[27;2;13~^[[27;5;13~^[[27;5;99~^[[27;3;120~aA^[[27;5;32~^[OR')
  await page.reload()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
  await shows('begun')
  await page.locator('.xterm-helper-textarea').focus()
  await press('Control+Enter', '.')
  await expect.poll(text).toMatch(/\^\[\[27;5;13~\.$/)
})

test('Enter sends CR LF while LNM is set', async ({ shared: started }) => {
  const { page, shows } = started
  await rawKeys(started, '\\033[20hbegun ')
  await shows('begun ')
  for (const key of ['Enter', 'a', 'Alt+Enter', 'b']) await page.keyboard.press(key)
  await shows(/begun \^M\na\^\[\^M\nb/) // `cat -v` prints LF as it is
})

test('kitty flags report releases, all keys and text, and each screen has its own', async ({
  shared: started,
}) => {
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
    .toContain('alternate ^[[57441;2u^[[97;2;65u^[[97;2:3u^[[57441;1:3u^[[13u^[[13;1:3u')
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
})

test('text of dead keys, compose and input methods comes once; AltGr is not a chord', async ({
  shared: started,
}) => {
  const { page, screen } = started
  await rawKeys(started, 'here ')
  const text = async () => (await screen()).join('')
  await expect.poll(text).toContain('here')
  const key = (init: {
    readonly key: string
    readonly code: string
    readonly keyCode: number
    readonly altGraph?: boolean
    readonly isComposing?: boolean
    readonly ctrlKey?: boolean
  }) =>
    page.evaluate(({ altGraph, ...rest }) => {
      for (const kind of ['keydown', 'keyup'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent(kind, {
            bubbles: true,
            cancelable: true,
            modifierAltGraph: altGraph === true,
            ...rest,
          }),
        )
    }, init)
  /**
   * Commits text as an input method does: a composition in the field, together with keys named
   * Process.
   */
  const compose = (committed: string) =>
    page.evaluate((words) => {
      const field = document.activeElement as HTMLTextAreaElement
      const fire = (event: Event) => field.dispatchEvent(event)
      fire(
        new KeyboardEvent('keydown', {
          key: 'Process',
          keyCode: 229,
          bubbles: true,
          cancelable: true,
        } as KeyboardEventInit),
      )
      fire(new CompositionEvent('compositionstart', { bubbles: true }))
      fire(new CompositionEvent('compositionupdate', { data: words, bubbles: true }))
      // While the input method is active, it gets keys that would otherwise be chords.
      fire(
        new KeyboardEvent('keydown', {
          key: 'Process',
          code: 'KeyT',
          keyCode: 229,
          ctrlKey: true,
          shiftKey: true,
          isComposing: true,
          bubbles: true,
          cancelable: true,
        } as KeyboardEventInit),
      )
      field.value += words
      fire(new CompositionEvent('compositionend', { data: words, bubbles: true }))
    }, committed)
  await compose('漢字')
  await expect.poll(text).toContain('here M-fM-<M-"M-eM--M-')
  await page.waitForTimeout(50)
  let once = await text()
  expect(once.match(/M-f/g)).toHaveLength(1)
  // Through the engine: the composed text is shown at the cursor, and no program gets it yet. It is
  // sent once when it is committed, and not at all when it is canceled.
  const devtools = await page.context().newCDPSession(page)
  const preedit = page.locator('.composition-view')
  const composes = async (words: string) => {
    await devtools.send('Input.imeSetComposition', {
      text: words,
      selectionStart: words.length,
      selectionEnd: words.length,
    })
    await page.waitForTimeout(50)
  }
  // the input method shows its candidates next to the field
  const field = page.locator('.xterm-helper-textarea')
  const cursorNow = () =>
    page.evaluate(() => {
      const { col, row } = window.vibeflowTest!.cursor()
      const { cols, rows } = window.vibeflowTest!.stats()
      const { left, top, width, height } = document
        .querySelector('.grid .xterm-screen')!
        .getBoundingClientRect()
      return { x: left + (col * width) / cols, y: top + (row * height) / rows }
    })
  const isAtCursor = async (place: Locator) => {
    const [box, cursor] = [(await place.boundingBox())!, await cursorNow()]
    return Math.abs(box.x - cursor.x) < 2 && Math.abs(box.y - cursor.y) < 2
  }
  await expect.poll(() => isAtCursor(field)).toBe(true)
  await composes('にほ')
  await expect(preedit).toHaveText('にほ')
  expect([await isAtCursor(preedit), await isAtCursor(field)]).toEqual([true, true])
  await composes('にほん')
  await picture(page, 'composition')
  expect(await text()).toBe(once)
  await composes('')
  await expect(preedit).not.toHaveClass(/active/)
  await composes('にほん')
  // A drag over text leaves it alone, and a key with Ctrl goes to the program before it.
  const { x, y } = await cursorNow()
  await page.mouse.move(x + 4, y + 4)
  await page.mouse.down()
  await page.mouse.move(x + 100, y + 30, { steps: 3 })
  await page.mouse.up()
  await expect(preedit).toHaveClass(/active/)
  await expect(preedit).toHaveText('にほん')
  await expect(field).toHaveValue(/にほん$/)
  await key({ key: 'r', code: 'KeyR', keyCode: 82, isComposing: true, ctrlKey: true })
  await expect.poll(text).toBe(`${once}^R`)
  await expect(preedit).toHaveClass(/active/)
  await devtools.send('Input.insertText', { text: '日本' })
  await expect.poll(text).toBe(`${once}^RM-fM-^WM-%M-fM-^\\M-,`)
  await expect(preedit).not.toHaveClass(/active/)
  await devtools.detach()
  once = await text()
  // AltGr+Q on a German keyboard: no chord
  await key({ key: '@', code: 'KeyQ', keyCode: 81, altGraph: true })
  await page.keyboard.insertText('ü')
  await page.keyboard.type('.')
  await expect.poll(text).toMatch(/\.$/)
  expect((await text()).slice(once.length)).toBe('@M-CM-<.')
  expect((await page.evaluate(() => window.vibeflowTest!.tabs())).length).toBe(1)
})

/** A key as Chromium delivers it: `ctrl altgr`, the key, its code, and its number if it matters. */
type Delivered = readonly [words: string, key: string, code: string, keyCode?: number]

test('keys send the character of their layout, not that of the US key', async ({ shared }) => {
  const { page, screen } = shared
  await rawKeys(shared, 'begun ')
  const text = async () => (await screen()).join('').trimEnd()
  await expect.poll(text).toBe('begun')
  const presses: readonly (readonly [delivered: Delivered, shown: string])[] = [
    [['ctrl', '/', 'Slash', 191], '^_'],
    [['ctrl', '2', 'Digit2', 50], '^@'],
    [['ctrl shift', '^', 'Digit6', 54], '^^'],
    [['ctrl shift', '?', 'Slash', 191], '^?'],
    [['ctrl', '1', 'Digit1', 49], '1'],
    [['ctrl', '<', 'IntlBackslash', 220], '<'], // German and others
    [['ctrl', 'ö', 'Semicolon', 192], 'M-CM-6'],
    [['ctrl altgr', ']', 'Digit9', 57], '^]'],
    [['ctrl altgr', '\\', 'Minus', 219], '^\\'],
    [['altgr', '@', 'KeyQ', 81], '@'],
    [['alt', 'ß', 'Minus', 219], '^[M-CM-^_'],
    [['alt', 'é', 'Digit2', 50], '^[M-CM-)'], // French
    [['ctrl', 'с', 'KeyC', 67], '^C'], // Cyrillic
    [['', 'Clear', 'Numpad5', 12], '^[[E'],
    [['', '\0', 'NumpadDecimal', 46], '^[[3~'],
    [['', 'F13', 'F13', 124], '^[[1;2P'],
    [['', 'Dead', 'Backquote', 192], ''],
    [['ctrl', 'c', 'KeyC', 67], '^C'],
    [['', '!', 'Digit1'], '!'],
  ]
  for (const [delivered] of presses)
    await page.evaluate(([words, key, code, keyCode = 0]) => {
      const has = (word: string) => words.split(' ').includes(word)
      const init = {
        ...{ key, code, keyCode, bubbles: true, cancelable: true, modifierAltGraph: has('altgr') },
        ...{ ctrlKey: has('ctrl'), shiftKey: has('shift'), altKey: has('alt') },
      }
      for (const kind of ['keydown', 'keyup'])
        document.activeElement?.dispatchEvent(new KeyboardEvent(kind, init))
    }, delivered)
  await expect.poll(text).toMatch(/!$/)
  expect(await text()).toBe(`begun ${presses.map(([, shown]) => shown).join('')}`)
})

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

// Such text comes from an emoji picker, for example.
test('text without a key is taken after a chord that was released in another tab', async ({
  shared,
}) => {
  const { page, shows, tabs } = shared
  const chord = ['Control', 'Shift', 'T']
  for (const key of chord) await page.keyboard.down(key)
  await expect.poll(async () => (await tabs())[1]?.active).toBe(true)
  await shows('ready$')
  for (const key of chord) await page.keyboard.up(key)
  await page.locator('.tab').first().click()
  await expect.poll(async () => (await tabs())[0]?.active).toBe(true)
  await page.keyboard.insertText('echo 🚀')
  await shows('ready$ echo 🚀')
})

test('input-method text comes once and in order, however soon more text or keys follow', async ({
  shared,
}) => {
  const { page, shows } = shared
  const devtools = await page.context().newCDPSession(page)
  const key = (type: 'rawKeyDown' | 'keyUp', of: string, code: string, number: number) =>
    devtools.send('Input.dispatchKeyEvent', {
      ...{ type, key: of, code, windowsVirtualKeyCode: number },
    })
  const insert = (text: string) => devtools.send('Input.insertText', { text })
  // as Chromium sends what an input method commits
  const commit = (text: string) => [
    key('rawKeyDown', 'Process', '', 229),
    insert(text),
    key('keyUp', 'Process', '', 229),
  ]
  await Promise.all(['a', 'b', 'c'].flatMap(commit))
  await shows(/^ready\$ abc ?$/m)
  const down = key('rawKeyDown', 'Process', '', 229)
  await Promise.all([down, key('keyUp', 'Process', '', 229), insert('d')])
  await shows(/^ready\$ abcd ?$/m)
  await devtools.send('Input.imeSetComposition', { text: 'あ', selectionStart: 1, selectionEnd: 1 })
  await Promise.all([insert('あ'), insert('。')])
  await shows(/^ready\$ abcdあ。 ?$/m)
  for (const type of ['rawKeyDown', 'keyUp'] as const) await key(type, 'AltGraph', 'AltRight', 225)
  await insert('eg')
  await page.keyboard.press('ArrowLeft')
  await insert('f')
  await shows(/^ready\$ abcdあ。efg ?$/m)
  await devtools.detach()
})

test('keys right after input-method text come after it, also in the text field', async ({
  shared,
}) => {
  const { page, shows } = shared
  const devtools = await page.context().newCDPSession(page)
  const key = (type: 'rawKeyDown' | 'keyUp', of: string, code: string, number: number) =>
    devtools.send('Input.dispatchKeyEvent', {
      ...{ type, key: of, code, windowsVirtualKeyCode: number },
    })
  const process = (type: 'rawKeyDown' | 'keyUp') => key(type, 'Process', '', 229)
  const enter = () => [key('rawKeyDown', 'Enter', 'Enter', 13), key('keyUp', 'Enter', 'Enter', 13)]
  const insert = (text: string) => devtools.send('Input.insertText', { text })
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 })
  /** Events that arrive while the page is busy are handled in one turn. */
  const atOnce = (events: () => readonly Promise<unknown>[]) =>
    Promise.all([
      page.evaluate(() => {
        for (const until = performance.now() + 200; performance.now() < until; );
      }),
      ...events(),
    ])
  await insert('echo ')
  await atOnce(() => [process('rawKeyDown'), insert('一二'), process('keyUp'), ...enter()])
  await shows(/^一二 *$/m)
  await insert('echo ')
  await compose('さ')
  await atOnce(() => [insert('三四五'), ...enter()])
  await shows(/^三四五 *$/m)
  await insert('echo ')
  await compose('ろ')
  await atOnce(() => [insert('六'), insert('。'), ...enter(), insert('echo 七'), ...enter()])
  await shows(/^六。 *$/m)
  await shows(/^七 *$/m)
  // even if the input method removes text that it sent
  await insert('echo aa')
  await process('rawKeyDown')
  await page.evaluate(() => {
    document.execCommand('delete')
    document.execCommand('insertText', false, 'â')
  })
  await process('keyUp')
  await Promise.all(enter())
  await shows(/^aâ *$/m)
  await devtools.detach()
})

test('text that an input method composes and removes never reaches the program', async ({
  shared,
}) => {
  const { page, shows } = shared
  const devtools = await page.context().newCDPSession(page)
  const key = async (of: string, number: number, held?: () => Promise<unknown>) => {
    const init = { key: of, code: of, windowsVirtualKeyCode: number }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...init })
    await held?.()
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...init })
  }
  const insert = (text: string) => devtools.send('Input.insertText', { text })
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      ...{ text, selectionStart: text.length, selectionEnd: text.length },
    })
  const process = (act: () => Promise<unknown>) => key('Process', 229, act)
  await insert('echo one')
  await process(() => compose('に'))
  await process(() => compose(''))
  await key('Enter', 13)
  await shows(/^one *$/m)
  await insert('echo two')
  await process(() => insert('😀'))
  await process(() => page.evaluate(() => document.execCommand('delete')))
  await key('Enter', 13)
  await shows(/^two *$/m)
  // keys that it leaves alone
  await insert('echo ')
  await compose('か')
  await key('AudioVolumeUp', 175)
  await insert('三')
  await compose('よ')
  await page.waitForTimeout(50) // xterm.js looks in a later turn how much that is
  await key('End', 35)
  await insert('よ')
  await insert('\n:') // of a text of several lines
  await shows(/^三よ *$/m)
  await devtools.detach()
})

test('text without a key is taken while a push-to-talk key is held', async ({ shared }) => {
  const { page, shows } = shared
  for (const [key, words] of [
    ['ScrollLock', 'echo one '],
    ['t', 'wo '],
    ['T', 'HREE'],
  ] as const) {
    await page.keyboard.down(key)
    await page.keyboard.insertText(words)
    await page.keyboard.up(key)
  }
  await page.keyboard.press('Enter')
  await shows(/^one two THREE *$/m)
})

test('copy mode moves and copies with no key reaching the program, and output keeps it', async ({
  shared,
}) => {
  const { app, home, page, shows, screen, type } = shared
  const go = join(home, 'go')
  rmSync(go, { force: true })
  await type(
    'clear; seq 200; echo al""pha beta gamma; ' +
      `until [ -e ${go} ]; do sleep 0.1; done; seq 201 260\n`,
  )
  await shows('alpha beta gamma')
  const word = page.locator('.mode-word')
  await page.keyboard.press('Control+Shift+X')
  await expect(word).toHaveText('Copy mode')
  const press = async (keys: string) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key)
  }
  await press('k 0 w v e')
  await expect(word).toHaveText('Copy mode: selecting')
  await picture(page, 'copy-mode')
  const place = await screen()
  writeFileSync(go, '')
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.scrollback().includes('260')))
    .toBe(true)
  expect([
    (await screen()).slice(0, -1),
    await page.evaluate(() => window.vibeflowTest!.selection()),
  ]).toEqual([place.slice(0, -1), 'beta'])
  await press('y')
  await expect(word).toHaveCount(0)
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('beta')
  await shows('ready$')
  await press('Control+Shift+X g V j')
  await expect(word).toHaveText('Copy mode: selecting lines')
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.position().top)).toBe(0)
  await press('Control+v l')
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).toBe('1\n2')
  await press('x z 1 Escape')
  await expect(word).toHaveCount(0)
  await page.keyboard.type('echo $((40 + 2))\n')
  await shows(/ready\$ echo \$\(\(40 \+ 2\)\)\n42/)
  // Search from copy mode: Enter returns the keyboard at the match; n and N continue the search.
  await type("clear; seq -f 'hit%g' 30 41\n")
  await shows('hit41')
  await press('Control+Shift+X /')
  await expect(page.locator('.find-field')).toBeFocused()
  await page.keyboard.type('hit3')
  await press('Enter v')
  await expect(page.locator('.find-count')).toHaveText('10 of 10')
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).toBe('h')
  await press('v N N v l l l l')
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).toBe('hit37')
  await press('Escape')
  await expect(word).toHaveCount(0)
  await expect(page.locator('.find-field')).toHaveCount(0) // it came with the mode
  await type('clear; echo s""ee https://a.example/b and /etc/hosts:3\n')
  await shows('see https')
  await page.keyboard.press('Control+Shift+Space')
  await expect(page.locator('.quick-label')).not.toHaveCount(0)
  await picture(page, 'quick-select')
  await page.keyboard.press('a')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe('/etc/hosts:3')
  await expect(page.locator('.quick-label')).toHaveCount(0)
  await type('clear\n')
  await expect.poll(async () => (await screen()).join('').trim()).toBe('ready$')
  await page.keyboard.press('Control+Shift+Space')
  await expect(page.getByText('Nothing to select on this screen')).toBeVisible()
})
