/** Text of layouts, dead keys, compose and input methods. */
import type { Locator } from '@playwright/test'
import { expect, picture, test } from '../app.ts'
import { rawKeys } from './raw-keys.ts'
import { slow } from '../../slow.ts'

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
  /** As an input method commits: a composition in the field, and keys named Process. */
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
      // Chords belong to the input method while it composes.
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
  // By the engine: composed text is at the cursor and belongs to no one yet. It comes once when it
  // is committed, and not at all when it is canceled.
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

test(
  'a dead key waits for its letter while Shift is held, and not after Ctrl',
  slow,
  async ({ shared }) => {
    const { page, screen } = shared
    await rawKeys(shared, 'dead ')
    const text = async () => (await screen()).join('')
    await expect.poll(text).toContain('dead')
    const compose = (modifier: string, made: string) =>
      page.evaluate(
        async ([pressed, data]) => {
          const field = document.activeElement!
          const say = (kind: string, text: string) =>
            field.dispatchEvent(new CompositionEvent(kind, { bubbles: true, data: text }))
          const key = (kind: string, name: string, ageMs = 0) => {
            const init = { key: name, bubbles: true, cancelable: true, isComposing: true }
            const event = new KeyboardEvent(kind, init)
            const timeStamp = { value: performance.now() - ageMs }
            field.dispatchEvent(Object.defineProperty(event, 'timeStamp', timeStamp))
          }
          say('compositionstart', '')
          say('compositionupdate', '^')
          key('keydown', pressed!)
          key('keyup', 'Dead', 300)
          await new Promise((done) => {
            setTimeout(done, 1_200)
          })
          say('compositionend', data!)
          key('keyup', pressed!)
        },
        [modifier, made],
      )
    await compose('Shift', 'Ê')
    await expect.poll(text).toContain('dead M-CM-^J')
    await compose('AltGraph', 'ë')
    await expect.poll(text).toContain('dead M-CM-^JM-CM-+')
    await compose('Control', 'ô')
    await compose('Shift', 'Û')
    await expect.poll(text).toMatch(/dead M-CM-\^JM-CM-\+M-CM-\^\[$/)
  },
)

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
  /** Text that arrives while the page is busy is there in one turn. */
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

test('a key sends the text that arrives for it, whatever its name and number are', async ({
  shared,
}) => {
  const { page, screen } = shared
  await rawKeys(shared, 'text ')
  const text = async () => (await screen()).join('').trimEnd()
  await expect.poll(text).toBe('text')
  const devtools = await page.context().newCDPSession(page)
  const press = async (key: string, code: string, number: number, made: string) => {
    const init = { key, code, windowsVirtualKeyCode: number }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...init })
    if (made !== '') await devtools.send('Input.dispatchKeyEvent', { type: 'char', text: made })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...init })
  }
  await press('c', 'KeyC', 67, '©') // Compose, o, c
  await press(',', 'Comma', 188, '，') // punctuation of an input method
  await press('', '', 0, 'é') // xdotool, emoji pickers
  await press('h', 'Escape', 27, 'h') // a virtual keyboard counts its keys
  await press('i', 'Tab', 9, 'i')
  await press('!', 'Backspace', 8, '!')
  await press('Unidentified', 'KeyZ', 0, '')
  await press('Escape', 'Escape', 27, '')
  await press('a', 'KeyA', 65, 'a')
  await expect.poll(text).toBe('text M-BM-)M-oM-<M-^LM-CM-)hi!^[a')
  await devtools.detach()
})
