/**
 * Public bug reports that need a window: the wheel, the input method's field, the clipboard, links.
 * docs/contributing/reports/public-reports.md lists all reports that were tried.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

/** Runs a file, so that nothing typed looks like what is printed. */
async function run({ home, type }: Started, script: string): Promise<void> {
  writeFileSync(join(home, 's'), script)
  await type('. ./s\n')
}

/** Middle of a cell of the active grid. */
const middle = ({ page }: Started, row: number, column: number) =>
  page.evaluate(
    ([y = 0, x = 0]) => {
      const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const { cols, rows } = window.vibeflowTest!.stats()
      return {
        x: screen.left + ((x + 0.5) * screen.width) / cols,
        y: screen.top + ((y + 0.5) * screen.height) / rows,
      }
    },
    [row, column],
  )

test(
  'kitty#10264: the wheel scrolls the history after the alternate screen is left',
  slow,
  async ({ shared }) => {
    const { page, shows, screen } = shared
    await shows('ready$')
    await run(shared, 'seq 1 200; printf "\\033[?1049h\\033[?1h\\033[?1049l"; echo left-$((1 + 1))')
    await shows('left-2')
    const { x, y } = await middle(shared, 5, 5)
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    await expect.poll(async () => (await screen()).join('\n')).not.toContain('left-2')
    await page.keyboard.press('Shift+End')
    await expect.poll(async () => (await screen()).at(-1) ?? '').not.toContain('seq') // no Up key
  },
)

test("claude-code#25186: an input method's field is at the program's cursor", async ({
  shared,
}) => {
  const { page, shows } = shared
  await run(shared, 'clear; printf "\\033[?1049hfooter\\033[7;12H"; echo -n at-$((1 + 1)); cat')
  await shows('at-2')
  const field = () =>
    page.evaluate(() => {
      const { left, top, bottom } = document.activeElement!.getBoundingClientRect()
      return { left, top, bottom }
    })
  const { x, y } = await middle(shared, 6, 15) // after the text
  await expect.poll(async () => Math.abs((await field()).left - x)).toBeLessThan(12)
  const { top, bottom } = await field()
  expect([top < y, bottom > y]).toEqual([true, true])
  await page.keyboard.press('Control+c')
})

test('vscode#319821: OSC 52 sets the clipboard to UTF-8 text', async ({ shared }) => {
  const { app, shows } = shared
  await run(
    shared,
    'printf "\\033]52;c;%s\\007" "$(printf "测试中文 — é" | base64)"; echo set-$((1 + 1))',
  )
  await shows('set-2')
  await expect
    .poll(() =>
      app.evaluate(({ clipboard }) =>
        (clipboard as unknown as { readText(): Promise<string> | string }).readText(),
      ),
    )
    .toBe('测试中文 — é')
})

test(
  'kitty#8796: both columns of a wide character belong to its link',
  slow,
  async ({ shared }) => {
    const { page, shows, screen } = shared
    await run(
      shared,
      'clear; printf "\\033]8;;https://example.org/%%E7\\033\\\\状态.txt' +
        '\\033]8;;\\033\\\\ end\\n"; ' +
        'echo link-$((1 + 1))',
    )
    await shows('link-2')
    const row = (await screen()).findIndex((line) => line.startsWith('状态'))
    await page.keyboard.down('Control')
    for (const [column, isLink] of [
      [0, true],
      [1, true],
      [3, true],
      [7, true],
      [8, false],
    ] as const)
      await expect(async () => {
        await page.mouse.move(400, 500)
        const { x, y } = await middle(shared, row, column)
        await page.mouse.move(x, y)
        const target = page.locator('.link-target')
        if (isLink) await expect(target).toHaveText('https://example.org/%E7', { timeout: 500 })
        else await expect(page.locator('.link-held')).toBeHidden({ timeout: 300 })
      }).toPass()
    await page.keyboard.up('Control')
  },
)

test(
  'wezterm#7409: the pointer over one pane marks no link of another',
  slow,
  async ({ shared }) => {
    const { page, shows } = shared
    const rows = Array.from({ length: 30 }, (_, row) => `https://example.org/${row}/aaaaaaaaaaaa`)
    await run(shared, `clear; printf '${rows.join('\\n')}\\n'; echo full-$((1 + 1))`)
    await shows('full-2')
    await page.keyboard.press('Control+Shift+O')
    await expect(page.locator('.grid')).toHaveCount(2)
    const boxes = await Promise.all(
      (await page.locator('.grid').all()).map((one) => one.boundingBox()),
    )
    const [left, right] = boxes.map((box) => box!).toSorted((one, other) => one.x - other.x)
    await page.mouse.click(left!.x + 60, left!.y + left!.height - 12) // the focus
    await page.keyboard.down('Control')
    await page.mouse.move(left!.x + 60, left!.y + 60)
    await expect(page.locator('.link-target')).toBeVisible()
    await page.mouse.move(right!.x + 60, right!.y + 120)
    await page.mouse.move(right!.x + 62, right!.y + 60)
    await expect(page.locator('.link-target')).toBeHidden()
    await expect(page.locator('.link-held')).toHaveCount(0)
    await page.keyboard.up('Control')
  },
)

test('alacritty#8907: an input method types again after copy mode', async ({ shared }) => {
  const { page, shows } = shared
  await run(shared, 'clear; echo mode-$((1 + 1)); cat')
  await shows('mode-2')
  const devtools = await page.context().newCDPSession(page)
  for (const word of ['字', '漢']) {
    await page.evaluate(() => window.vibeflowTest!.act('copy_mode'))
    await page.keyboard.press('Escape')
    await devtools.send('Input.imeSetComposition', {
      text: word,
      selectionStart: 1,
      selectionEnd: 1,
    })
    await devtools.send('Input.insertText', { text: word })
    await page.keyboard.press('Enter')
    await shows(new RegExp(`^${word}\\n${word}$`, 'm'))
  }
})
