/**
 * Tests the grid's output for screen readers: xterm.js's own live region and rows, which every
 * renderer feeds.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Started } from '../app.ts'
import { rawKeys } from '../keys/raw-keys.ts'
import { slow } from '../../slow.ts'

const configuration = '[ui]\nscreen_reader = "on"\n'

async function withReader(started: Started) {
  await started.shows('ready$')
  const region = started.page.locator('.grid:visible .live-region')
  await expect(region).toHaveAttribute('aria-live', 'assertive')
  const type = (text: string) => started.page.keyboard.type(text)
  return { ...started, type, region, reported: async () => (await region.textContent()) ?? '' }
}

test(
  'output is announced once, up to 20 lines until the next key, and typing is not',
  slow,
  async ({ configured }) => {
    const { page, type, reported } = await withReader(await configured(configuration))
    await type('echo one two')
    await expect.poll(reported).toBe('')
    await page.waitForTimeout(1_200) // xterm.js reports once a second
    expect(await reported()).toBe('')
    await page.keyboard.press('Enter')
    await expect.poll(reported).toBe('\none two\nready$ ')
    await type('seq 1000\n')
    await expect
      .poll(reported)
      .toContain(`\n${Array.from({ length: 20 }, (_, index) => index + 1).join('\n')}\n`)
    await page.waitForTimeout(1_200)
    expect(await reported()).toMatch(/Too much output/)
    expect(await reported()).not.toMatch(/\n21\b|ready/)
    await type('l')
    await expect.poll(reported).toBe('')
  },
)

// xterm.js takes nothing but keys then
test('dictated text reaches the program, and typed text comes once', async ({ configured }) => {
  const { page, shows, type } = await withReader(await configured(configuration))
  await page.keyboard.insertText('echo dictated ')
  await type('and typed')
  await page.keyboard.insertText(' twice')
  // an input method's, in the middle of what the reader reads, or as a key's
  await page.keyboard.press('ArrowLeft')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await page.keyboard.insertText('日')
  const process = { key: 'Process', windowsVirtualKeyCode: 229 }
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...process })
  await devtools.send('Input.dispatchKeyEvent', { type: 'char', text: 'é' })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...process })
  await devtools.detach()
  await page.keyboard.press('Enter')
  await shows(/^dictated and typed twic日ée$/m)
})

test(
  'the announced rows reach into the history and keep their text during output',
  slow,
  async ({ configured }) => {
    const { home, page, shows, type } = await withReader(await configured(configuration))
    await type(
      'rm -f more; clear; seq 400; (until [ -e more ]; do sleep 0.1; done; seq 5) & echo d""one\n',
    )
    await shows(/^done$/m)
    const rows = page.locator('.grid:visible .xterm-accessibility-tree > div')
    const focused = () =>
      page.evaluate(() => {
        const row = document.activeElement
        const place = [...(row?.parentElement?.children ?? [])].indexOf(row!)
        return {
          role: row?.getAttribute('role'),
          place,
          text: row?.textContent,
          at: Number(row?.getAttribute('aria-posinset')),
          of: Number(row?.getAttribute('aria-setsize')),
        }
      })
    await expect.poll(() => rows.allTextContents()).toContain('400')
    // As a reader goes up row by row: from the second row to the first, where the view scrolls.
    await rows.first().evaluate(({ parentElement: list }) => {
      for (let step = 0; step < 200; step += 1)
        for (const place of [1, 0]) (list?.children[place] as HTMLElement).focus()
    })
    await expect.poll(async () => (await focused()).text).toMatch(/^\d+$/)
    await page.waitForTimeout(1_200)
    const before = await focused()
    expect(before).toMatchObject({ role: 'listitem', place: 1 })
    expect(Number(before.text)).toBeLessThan(250)
    const all = (await rows.allTextContents()).map(Number)
    expect(all).toEqual(all.map((_, y) => all[0]! + y))
    writeFileSync(join(home, 'more'), '')
    await expect.poll(async () => (await focused()).of).toBeGreaterThan(before.of)
    await page.waitForTimeout(1_200)
    expect(await focused()).toMatchObject({ place: 1, text: before.text, at: before.at })
  },
)

test('the announced rows cover those of the screen, and Shift+Tab stays in the terminal', async ({
  configured,
}) => {
  const started = await withReader(await configured(configuration))
  const { page, screen } = started
  const boxes = await page.evaluate(() => {
    const { top, left } = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
    const rows = [...document.querySelectorAll('.grid .xterm-accessibility-tree > div')]
    const { height } = rows[0]!.getBoundingClientRect()
    return rows.map((row, y) => {
      const box = row.getBoundingClientRect()
      return [box.left - left, box.top - top - y * height].map(Math.round)
    })
  })
  expect(boxes.length).toBeGreaterThan(10)
  expect([...new Set(boxes.map(String))]).toEqual(['0,0'])
  await rawKeys(started, 'keys ')
  await expect.poll(async () => (await screen()).join('')).toContain('keys')
  for (const key of ['Shift+Tab', 'Tab', 'Shift+Tab', 'a']) await page.keyboard.press(key)
  await expect.poll(async () => (await screen()).join('').trimEnd()).toBe('keys ^[[Z^I^[[Za')
  await expect(page.locator('.xterm-helper-textarea')).toBeFocused()
})
