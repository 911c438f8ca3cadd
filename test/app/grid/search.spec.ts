/** Search and links, as the user meets them. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopCalls, expect, picture, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const finding = ({ page }: Started) => page.evaluate(() => window.vibeflowTest!.finding())
const count = ({ page }: Started) => page.locator('.find-count')

test('Find steps through matches in the history, and an endless pattern is stopped', async ({
  shared: started,
}) => {
  const { page, shows, type, home } = started
  const long = 'x'.repeat(110)
  writeFileSync(
    join(home, 's'),
    `clear; seq -f "Apple %g" 1 120; echo "${long} wrapped-needle ${long}"; echo "日本語 ばなな ` +
      `naïve 🚀 rocket"; echo ${'a'.repeat(60)}; echo done-$((1 + 1))`,
  )
  await type('. ./s\n')
  await shows('done-2')
  await page.keyboard.press('Control+Shift+F')
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await type('apple')
  await expect(count(started)).toHaveText('120 of 120')
  await page.keyboard.press('Shift+Enter') // over the end to the oldest
  await expect(count(started)).toHaveText('1 of 120')
  await page.keyboard.press('Enter')
  await expect(count(started)).toHaveText('120 of 120')
  await page.keyboard.press('Enter')
  for (let time = 0; time < 30; time += 1) await page.keyboard.press('Enter')
  await expect(count(started)).toHaveText('89 of 120')
  const view = await page.evaluate(() => {
    const { top } = window.vibeflowTest!.position()
    return {
      offset: window.vibeflowTest!.finding().current!.row - top,
      rows: window.vibeflowTest!.stats().rows,
    }
  })
  expect(view.offset).toBeGreaterThanOrEqual(Math.floor(view.rows / 3))
  expect(view.offset).toBeLessThan(Math.ceil((view.rows * 2) / 3))
  await picture(page, 'search')
  await page.keyboard.press('Control+a')
  await type('Apple 12')
  await expect(count(started)).toHaveText('1 of 2') // 12 lies above where the user is, 120 below
  await page.keyboard.press('Control+a')
  await type('APPLE')
  await expect(count(started)).toHaveText('No results')

  // Across a wrap, after wide characters, and with each mark at its text.
  await page.keyboard.press('Control+a')
  await type('wrapped-needle')
  await expect(count(started)).toHaveText('1 of 1')
  const columns = await page.evaluate(() => window.vibeflowTest!.stats().cols)
  expect((await finding(started)).current!.column).toBe(111 % columns)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('rocket')
  await expect
    .poll(async () => (await finding(started)).current?.column)
    .toBe(6 + 1 + 6 + 1 + 5 + 1 + 2 + 1)

  // An invalid pattern keeps the earlier matches. A pattern that never ends is stopped, and keys
  // are received while it runs.
  await page.getByRole('button', { name: 'Use regular expression' }).click()
  await page.keyboard.press('Control+a')
  await type('(roc')
  await expect(page.getByRole('alert')).toHaveText(
    'Not a valid regular expression: unterminated group.',
  )
  expect((await finding(started)).matches).toHaveLength(1)
  await picture(page, 'search-problem')
  await page.keyboard.press('Control+a')
  await type('(a+)+$|(a|aa)+b')
  await page.keyboard.press('Control+a')
  // with a letter that each match needs, such as `c`, the search would skip the line
  await type('(a|aa)+[cd]')
  await expect(page.getByRole('alert')).toHaveText(/took too long/)
  await page.keyboard.press('Control+a')
  await type('Apple \\d0$')
  await expect(count(started)).toHaveText(/ of 9$/)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('undecodable bytes are shown and found, and matches of all tabs are listed', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await type("clear; printf 'caf\\351-\\344\\270-\\n'\n")
  await shows('caf\ufffd-\ufffd-')
  await page.keyboard.press('Control+Shift+F')
  await page.getByRole('textbox', { name: 'Find' }).fill('caf\ufffd')
  await expect(count(started)).toHaveText('1 of 1')
  // a search that stayed open starts from where the user is now
  await page.mouse.click(500, 300)
  await type("seq -f 'pear %g' 300\n")
  await shows('pear 300\nready$')
  await page.keyboard.press('Control+Shift+F')
  await page.getByRole('textbox', { name: 'Find' }).fill('pear')
  await expect(count(started)).toHaveText(/^(\d+) of \1$/)
  await page.keyboard.press('Escape')
})

test(
  'Find counts up to its limit, and Esc leaves the view where it was',
  slow,
  async ({ fresh }) => {
    const started = await fresh()
    const { page, shows, type } = started
    await shows('ready$')
    await type('seq -f "Apple %g" 1 1200; echo "en"d\n')
    await shows(/^end$/m)
    await page.keyboard.press('Control+Shift+F')
    await type('Apple')
    await expect(count(started)).toHaveText('1000+')
    const { top } = await page.evaluate(() => window.vibeflowTest!.position())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('search')).toBeHidden()
    expect((await page.evaluate(() => window.vibeflowTest!.position())).top).toBe(top)

    // A reopened search marks the last searched text, and the visible rows do not move. A search
    // without matches returns to the start.
    const position = () => page.evaluate(() => window.vibeflowTest!.position().top)
    await page.keyboard.press('Shift+Home')
    const home = await position()
    await page.keyboard.press('Control+Shift+F')
    await expect(count(started)).toHaveText('1000+')
    expect(await position()).toBe(home)
    await type('Apple 1150')
    await expect(count(started)).toHaveText('1 of 1')
    expect(await position()).toBeGreaterThan(home)
    await type('x')
    await expect(count(started)).toHaveText('No results')
    await page.keyboard.press('Escape')
    expect(await position()).toBe(home)
    await page.keyboard.press('Control+Shift+F')
    await type('Apple')
    await expect(count(started)).toHaveText('1000+')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await started.tabs()).length).toBe(2)
    await shows('ready$')
    await type('echo Apple; echo e"n"d\n')
    await shows(/^end$/m)
    await page.keyboard.press('Control+Shift+G')
    await page.getByRole('button', { name: 'Search all tabs' }).click()
    await expect(page.locator('.find-list section')).toHaveCount(2)
    await picture(page, 'search-all-tabs')
    await page.locator('.find-field').fill('Apple 1150')
    await expect(count(started)).toHaveText('1 in 1 tab') // the other one
    await page.locator('.find-field').fill('Apple')
    await expect(page.locator('.find-list section')).toHaveCount(2)
    await page.locator('.find-list section').nth(1).locator('.find-match').first().click()
    await expect.poll(async () => (await started.tabs())[0]?.active).toBe(true)
    expect((await finding(started)).longestTurnMs).toBeGreaterThan(0)
  },
)

/** Moves the pointer until the link target is shown; `null`: there is no link. */
function pointer({ page }: Started) {
  const at = (row: number, column: number) =>
    page.evaluate(
      ([row = 0, column = 0]) => {
        const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
        const { cols, rows } = window.vibeflowTest!.stats()
        return {
          x: screen.left + ((column + 0.5) * screen.width) / cols,
          y: screen.top + ((row + 0.5) * screen.height) / rows,
        }
      },
      [row, column],
    )
  const shown = page.locator('.link-target')
  // xterm.js looks for a link when the mouse comes to another cell, and may do so before it has
  // drawn the line.
  const hover = (row: number, column: number, target: string | null) =>
    expect(async () => {
      await page.mouse.move(400, 500)
      const { x, y } = await at(row, column)
      await page.mouse.move(x + 10, y)
      await page.mouse.move(x, y)
      if (target === null) await expect(page.locator('.link-held')).toBeHidden({ timeout: 300 })
      else await expect(shown).toHaveText(target, { timeout: 500 })
    }).toPass()
  return { hover, shown }
}

test('Ctrl+click opens addresses and file positions, and asks about a misleading host', async ({
  shared: started,
}) => {
  const { page, app, shows, type, home } = started
  mkdirSync(join(home, 'src'))
  writeFileSync(join(home, 'src/a.ts'), 'x')
  writeFileSync(join(home, 'run.sh'), 'x')
  chmodSync(join(home, 'run.sh'), 0o755)
  const long = `https://example.org/${'p/'.repeat(60)}end`
  writeFileSync(
    join(home, 's'),
    'clear; echo "see (https://example.org/a_(b))."; echo "src/a.ts:12:7 - error"; echo ' +
      `"./run.sh: 3: x"; echo "src/gone.ts:1:1"; echo "${long}"; printf ` +
      `'\\033]8;;https://evil.example/\\033\\\\bank.example\\033]8;;\\033\\\\\\n'; echo ` +
      'done-$((1 + 1))',
  )
  await type('. ./s\n')
  await shows('done-2')
  const { hover, shown } = pointer(started)
  const recorded = async () => JSON.stringify(await desktopCalls(app))
  const click = async () => {
    await page.mouse.down()
    await page.mouse.up()
  }

  await page.keyboard.down('Control')
  await hover(0, 10, 'https://example.org/a_(b)')
  await picture(page, 'links')
  await page.keyboard.up('Control')
  await expect(shown).toBeHidden()
  await click()
  expect(await recorded()).not.toContain('openExternal')
  await page.keyboard.down('Control')
  await expect(shown).toBeVisible()
  await click()
  await expect.poll(recorded).toContain('https://example.org/a_(b)')
  await hover(5, 10, long) // in the second row of the wrapped address
  await hover(1, 3, 'src/a.ts:12:7')
  await click()
  // No editor is named here, and the desktop is given no text.
  await expect(page.getByText(/a\.ts: no editor is configured/)).toBeVisible()
  // the notice that is shown now moves the rows
  await expect(async () => {
    await hover(2, 3, './run.sh')
    await click()
    await expect(page.getByText(/run\.sh: no editor is configured/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await hover(3, 3, null)
  const row = (await started.screen()).findIndex((line) => line.startsWith('bank'))
  await hover(row, 3, 'https://evil.example/')
  await click()
  await page.keyboard.up('Control')
  await expect(page.getByRole('dialog')).toContainText('bank.example')
  await picture(page, 'link-question')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  expect(await recorded()).not.toContain('evil')
})

test(
  'an address that a program wraps by itself is one link over its rows',
  slow,
  async ({ fresh }) => {
    const started = await fresh() // no notice of another test covers the pointer
    const { page, app, shows, type, home } = started
    const { hover, shown } = pointer(started)
    const { cols } = await page.evaluate(() => window.vibeflowTest!.stats())
    const wide = `https://example.org/${'wide/'.repeat(20)}end`
    const framed = `https://example.org/log-in?${'framed='.repeat(16)}end`
    const rows = [
      wide.slice(0, 30).padStart(cols),
      wide.slice(30),
      '',
      `╭${'─'.repeat(52)}╮`,
      ...(framed.match(/.{1,50}/g) ?? []).map((part) => `│ ${part.padEnd(50)} │`),
      `╰${'─'.repeat(52)}╯`,
      ...['one', 'two', 'three'].map(
        (word) => `  \x1b]8;id=x;https://example.org/osc8\x07${word}\x1b]8;;\x07`,
      ),
    ]
    writeFileSync(
      join(home, 'drawn'),
      `\x1b[2J${rows.map((row, index) => `\x1b[${index + 1};1H${row}`).join('')}\x1b[14;1H`,
    )
    await type('clear; cat drawn; echo drawn-$((1 + 1))\n')
    await shows('drawn-2')
    const lines = page.locator('.link-underline')
    await page.keyboard.down('Control')
    await hover(0, cols - 4, wide)
    await picture(page, 'wrapped-link')
    await hover(1, 4, wide)
    for (const row of [4, 5, 6]) {
      await hover(row, 4, framed)
      await expect(lines).toHaveCount(3)
    }
    await picture(page, 'wrapped-link-in-frame')
    await page.mouse.down()
    await page.mouse.up()
    await expect.poll(async () => JSON.stringify(await desktopCalls(app))).toContain(`"${framed}"`)
    await page.keyboard.up('Control')
    await expect(shown).toBeHidden()
    await expect(lines).toHaveCount(0)
  },
)
