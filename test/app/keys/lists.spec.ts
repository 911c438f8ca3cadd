/** Keys of the window itself: the palette and other lists, text fields, and copy mode. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { slow } from '../../slow.ts'

test('the list of shortcuts finds actions by words of other terminals', async ({ shared }) => {
  const { page } = shared
  await page.keyboard.press('Control+Shift+F1')
  const field = page.getByRole('combobox')
  for (const [words, label] of [
    ['zoom in', 'Increase font size'],
    ['detach', 'Move tab to new window'],
    ['split vertical', 'Split right'],
  ] as const) {
    await field.fill(words)
    await expect(page.locator('.list-title').first()).toHaveText(label)
  }
  await picture(page, 'key-list-words')
  await page.keyboard.press('Escape')
})

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
  // A marked theme applies until the palette closes.
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
  // Chords that change are drawn again everywhere.
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

test(
  'all lists move alike, and Enter of an input method chooses nothing',
  slow,
  async ({ shared }) => {
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
  },
)

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
  await page.keyboard.press('Escape') // or the search would be open in the next test
  await expect(search).toHaveCount(0)
})

test('copy mode and selection read the newest output of a tab that was just activated', async ({
  shared,
}) => {
  const { app, home, page, shows, tabs, type } = shared
  const printed = async (step: string) => {
    writeFileSync(join(home, step), '')
    await expect.poll(async () => (await tabs())[0]?.title).toContain(`printed ${step}`)
  }
  const steps = ['one', 'two']
  for (const step of steps) rmSync(join(home, step), { force: true })
  const script = steps.map(
    (step) =>
      `until [ -e ~/${step} ]; do sleep 0.1; done; seq -f '${step} %g' 100; ` +
      `printf '\\33]2;pri''nted ${step}\\7'`,
  )
  await type(`clear; ${script.join('; ')}; read -rs\n`)
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs())[1]?.active).toBe(true)
  await shows('ready$')
  await printed('one')
  await page.evaluate(() => {
    window.vibeflowTest!.act('previous_tab')
    window.vibeflowTest!.act('copy_mode')
    for (const key of ['g', 'V', 'G', 'y'])
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toMatch(/one 1\none 2\n[^]*one 100/)
  await page.evaluate(() => window.vibeflowTest!.act('next_tab'))
  await printed('two')
  await page.evaluate(() => {
    window.vibeflowTest!.act('previous_tab')
    window.vibeflowTest!.act('select_all')
  })
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.selection()))
    .toMatch(/one 1\none 2\n[^]*two 100/)
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
  // Search from copy mode: Enter brings the keyboard back, at the match; n and N continue.
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
