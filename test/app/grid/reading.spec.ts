/**
 * Tests work with the text of a grid: scrolling that output never moves, selecting, prompts, the
 * bell.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopCalls, expect, picture, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const position = ({ page }: Started) => page.evaluate(() => window.vibeflowTest!.position())
const top = async (started: Started) => (await started.screen())[0]
const clipboard = ({ app }: Started) =>
  app.evaluate(({ clipboard: one }) =>
    (one as unknown as { readText(): Promise<string> | string }).readText(),
  )

/** Returns the position of a cell of the visible grid in the window. */
async function cell(
  { page }: Started,
  row: number,
  column: number,
): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ([row = 0, column = 0]) => {
      const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const { cols, rows } = window.vibeflowTest!.stats()
      return {
        x: screen.left + ((column + 0.3) * screen.width) / cols,
        y: screen.top + ((row + 0.5) * screen.height) / rows,
      }
    },
    [row, column],
  )
}

/** Runs what is in a file, so that nothing typed looks like what is printed. */
async function run(started: Started, script: string): Promise<void> {
  writeFileSync(join(started.home, 's'), script)
  await started.type('. ./s\n')
}

/** Prints 200 rows and goes two pages up. @returns the text of the row at the top */
async function scrolledUp(started: Started): Promise<string | undefined> {
  const { page, shows } = started
  await run(started, 'seq -f "row %g" 1 200; echo end-$((1 + 1))')
  await shows('end-2')
  await page.keyboard.press('Shift+PageUp')
  await page.keyboard.press('Shift+PageUp')
  await expect.poll(() => top(started)).toMatch(/^row 1\d\d$/)
  return top(started)
}

test(
  'scrolled-back text does not move, whatever a program prints',
  slow,
  async ({ shared: started }) => {
    const { page, type } = started
    const read = await scrolledUp(started)

    await test.step('a change of size, and of the font', async () => {
      await page.setViewportSize({ width: 700, height: 500 })
      await expect
        .poll(async () => (await page.evaluate(() => window.vibeflowTest!.stats().cols)) < 90)
        .toBe(true)
      expect(await top(started)).toBe(read)
      await page.keyboard.press('Control+Minus')
      await page.keyboard.press('Control+Minus') // 13 px has cells as wide as 14 px
      await expect
        .poll(async () => (await page.evaluate(() => window.vibeflowTest!.stats().cols)) > 86)
        .toBe(true)
      expect(await top(started)).toBe(read)
      await page.keyboard.press('Control+0')
    })
    // Each waits for a file, so that the user has scrolled before it is done.
    const steps: readonly [string, string][] = [
      ['output', 'seq -f "more %g" 1 50'],
      ['ED 2', 'printf "\\033[2J\\033[H"; seq -f "two %g" 1 40'],
      ['ED 3', 'printf "\\033[2J\\033[3J\\033[H"; seq -f "three %g" 1 40'],
      [
        'synchronized updates',
        'for i in 1 2 3; do printf "\\033[?2026h\\033[H\\033[2J\\033[3J"; seq -f "sync $i %g" ' +
          '1 30; printf "\\033[?2026l"; done',
      ],
      [
        'ED 3 and ED 22 within synchronized updates',
        'for i in 1 2 3; do printf "\\033[?2026h\\033[22J\\033[3J\\033[H"; seq -f "all $i %g" ' +
          '1 30; printf "\\033[?2026l\\033[?2026h\\033[22J\\033[H\\033[?2026l"; done',
      ],
      [
        'lines inserted between margins',
        'printf "\\033[1;5r\\033[5;1H"; seq -f "line %g" 1 20; printf "\\033[9S\\033[r\\033[99;1H"',
      ],
      [
        'a redraw in place',
        'for i in 1 2 3; do seq -f "tui $i %g" 1 10; printf "\\033[10A\\033[J"; done; seq 1 10',
      ],
      ['an alternate screen', 'printf "\\033[?1049h"; seq 1 50; printf "\\033[?1049l"'],
      [
        'a title, a bell and a report',
        'printf "\\033]0;t\\007\\007\\033[6n"; read -rsd R -t 1 answer',
      ],
    ]
    for (const [name, bytes] of steps) {
      await test.step(name, async () => {
        writeFileSync(join(started.home, 'step'), `${bytes}\n`)
        // Reported by a file: a key would go back to the end.
        const done = join(started.home, 'done')
        await page.evaluate((text) => {
          const { id } = window.vibeflowTest!.tabs()[0]!
          window.vibeflowTest!.post({
            kind: 'session/input',
            session: id,
            bytes: new TextEncoder().encode(text),
          })
        }, `. ./step; echo ${name.length} > done\n`)
        await expect
          .poll(async () => {
            try {
              return (await import('node:fs')).readFileSync(done, 'utf8')
            } catch {
              return ''
            }
          })
          .toBe(`${name.length}\n`)
        await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().idle)).toBe(true)
        await page.waitForTimeout(60)
        expect(await top(started)).toBe(read)
      })
    }
    await picture(page, 'new-lines')
    await page.getByRole('button', { name: /new lines/ }).click()
    await expect
      .poll(async () => {
        const { top: first, bottom } = await position(started)
        return first === bottom
      })
      .toBe(true)
    // Rows that the program erased while the user read them are gone now.
    expect((await page.evaluate(() => window.vibeflowTest!.scrollback())).join('\n')).not.toContain(
      read,
    )
    await expect(page.getByRole('button', { name: /new lines/ })).toBeHidden()

    await page.keyboard.press('Shift+PageUp')
    expect((await position(started)).top).toBeLessThan((await position(started)).bottom)
    await type('x')
    await expect
      .poll(async () => {
        const { top: first, bottom } = await position(started)
        return bottom - first
      })
      .toBe(0)
    await page.keyboard.press('Backspace')
    await page.evaluate(() =>
      window.vibeflowTest!.options({
        scrollback: { snap_on_input: false, scrollbar: 'always' },
      }),
    )
    await page.evaluate(() => window.vibeflowTest!.act('scroll_line_up'))
    await type('y')
    await expect
      .poll(() => page.evaluate(() => window.vibeflowTest!.cursor().col))
      .toBe('ready$ y'.length)
    expect((await position(started)).bottom - (await position(started)).top).toBe(1)
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => {
        const { top: first, bottom } = await position(started)
        return bottom - first
      })
      .toBe(0)
    await page.setViewportSize({ width: 960, height: 600 })
    await page.evaluate(() =>
      window.vibeflowTest!.options({
        scrollback: { snap_on_input: true, scrollbar: 'auto' },
      }),
    )
  },
)

test(
  'snap_on_output shows the end on output, but not when the tab is shown again',
  slow,
  async ({ shared: started }) => {
    const { page, shows } = started
    const snaps = (wanted: boolean) =>
      page.evaluate(
        (on) => window.vibeflowTest!.options({ scrollback: { snap_on_output: on } }),
        wanted,
      )
    await snaps(true)
    const read = await scrolledUp(started)
    const { id } = (await page.evaluate(() => window.vibeflowTest!.tabs()))[0]!
    await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
    await expect.poll(() => page.evaluate(() => window.vibeflowTest!.tabs().length)).toBe(2)
    await shows('ready$')
    await page.evaluate(() => window.vibeflowTest!.act('previous_tab'))
    await expect.poll(() => top(started)).toBe(read)
    await page.waitForTimeout(200)
    expect(await top(started)).toBe(read)
    await page.evaluate(
      (tab) =>
        window.vibeflowTest!.post({
          kind: 'session/input',
          session: tab,
          bytes: new TextEncoder().encode('echo out\n'),
        }),
      id,
    )
    await expect
      .poll(async () => {
        const { top: first, bottom } = await position(started)
        return bottom - first
      })
      .toBe(0)
    await snaps(false)
  },
)

test('selecting words, lines, blocks and wrapped text copies exactly that text', async ({
  shared: started,
}) => {
  const { page, shows } = started
  const selected = () => page.evaluate(() => window.vibeflowTest!.selection())
  const long = 'w'.repeat(150)
  await run(
    started,
    'clear; printf "alpha src/a.ts(beta) \\"gamma\\"   \\n"; printf "日本語 naïve 🚀 x\\n"; ' +
      `echo ${long} tail; printf "one   two\\nthree four   \\n\\033[Kfive\\n"; ` +
      'seq -f "n%g" 1 80 > n; echo "e"nd',
  )
  await shows(/^end$/m)
  const at = async (row: number, column: number) => {
    const { x, y } = await cell(started, row, column)
    return [x, y] as const
  }
  const drag = async (
    from: readonly [number, number],
    to: readonly [number, number],
    keys: readonly string[] = [],
  ) => {
    for (const key of keys) await page.keyboard.down(key)
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 4 })
    await page.mouse.up()
    for (const key of keys) await page.keyboard.up(key)
    return selected()
  }
  await page.mouse.dblclick(...(await at(0, 8)))
  expect(await selected()).toBe('src/a.ts')
  await page.mouse.dblclick(...(await at(1, 9)))
  expect(await selected()).toBe('naïve')
  await page.mouse.dblclick(...(await at(1, 1)))
  expect(await selected()).toBe('日本語')
  await page.mouse.dblclick(...(await at(3, 3)))
  expect(await selected()).toBe(long)
  await page.mouse.click(...(await at(0, 3)), { clickCount: 3 })
  expect(await selected()).toBe('alpha src/a.ts(beta) "gamma"')
  await page.mouse.click(...(await at(3, 3)), { clickCount: 3 })
  expect(await selected()).toBe(`${long} tail`)
  expect(await drag(await at(0, 0), await at(1, 6))).toBe('alpha src/a.ts(beta) "gamma"\n日本語')
  await page.keyboard.down('Shift')
  await page.mouse.click(...(await at(1, 12)))
  await page.keyboard.up('Shift')
  expect(await selected()).toBe('alpha src/a.ts(beta) "gamma"\n日本語 naïve')
  const first = (await started.screen()).findIndex((row) => row.startsWith('one'))
  expect(await drag(await at(first, 0), await at(first + 2, 4), ['Alt'])).toBe('one\nthre\nfive')
  await page.keyboard.press('Control+Shift+C')
  await expect(page.getByText('Copied')).toBeVisible()
  await expect.poll(() => clipboard(started)).toBe('one\nthre\nfive')

  // Kept while output scrolls, and past the edge the history comes along.
  await run(started, 'seq -f "n%g" 1 80')
  await shows('n80')
  expect(await selected()).toBe('')
  await page.mouse.dblclick(...(await at(5, 0)))
  const word = await selected()
  await page.evaluate(() => {
    const { id } = window.vibeflowTest!.tabs()[0]!
    window.vibeflowTest!.post({
      kind: 'session/input',
      session: id,
      bytes: new TextEncoder().encode('seq 1 90\n'),
    })
  })
  await expect.poll(async () => (await started.screen()).join('\n')).toContain('\n90')
  expect(await selected()).toBe(word)
  const bar = await page.locator('.grid').boundingBox()
  await page.mouse.move(...(await at(10, 4)))
  await page.mouse.down()
  await page.mouse.move(bar!.x + 40, bar!.y - 30, { steps: 3 })
  await expect
    .poll(async () => (await position(started)).top)
    .toBeLessThan((await position(started)).bottom - 20)
  await page.mouse.up()
  expect((await selected()).split('\n').length).toBeGreaterThan(25)

  // Shift takes the mouse back from a program that has it.
  await run(started, 'printf "\\033[?1000h\\033[?1006h"; echo mouse-$((1 + 1)); cat')
  await shows('mouse-2')
  const row = (await started.screen()).findIndex((line) => line.startsWith('mouse-2'))
  await page.keyboard.down('Shift')
  await page.mouse.dblclick(...(await at(row, 2)))
  await page.keyboard.up('Shift')
  expect(await selected()).toBe('mouse-2')
})

test('a selection is cleared when the width changes', slow, async ({ fresh }) => {
  const started = await fresh()
  const { page, shows } = started
  const selected = () => page.evaluate(() => window.vibeflowTest!.selection())
  await shows('ready$')
  await run(started, 'clear; printf "%s\n" alpha beta gamma delta')
  await shows(/^delta$/m)
  const { x, y } = await cell(started, 0, 2)
  await page.mouse.click(x, y, { clickCount: 3 })
  expect(await selected()).toBe('alpha')
  const columns = () => page.evaluate(() => window.vibeflowTest!.stats().cols)
  const before = await columns()
  await page.setViewportSize({ width: 500, height: page.viewportSize()!.height })
  await expect.poll(columns).toBeLessThan(before)
  expect(await selected()).toBe('')
})

test("prompts are visited; a command's output is selected and copied, its end shown", async ({
  integrated: started,
}) => {
  const { page, shows, type } = started
  await type('seq 1 60\n')
  await shows(/^60$/m)
  await type('echo first-$((1 + 1)); false\n')
  await shows('first-2')
  await type('(exit 130)\n')
  await type('printf "a  \\nb"\n')
  await shows(/^a *$/m)
  await page.evaluate(() => window.vibeflowTest!.act('copy_last_output'))
  await expect.poll(() => clipboard(started)).toBe('a\nb')
  await expect(page.locator('.exit-failed')).toHaveCount(1)
  await expect(page.locator('.exit-failed')).toHaveAttribute('title', /exit 1\)/)
  await expect(page.locator('.exit-mark[title*="exit 130"]')).toHaveAttribute('title', /^Stopped/)
  await page.locator('.exit-failed').click()
  expect(await page.evaluate(() => window.vibeflowTest!.selection())).toBe('first-2')
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect.poll(() => top(started)).toMatch(/ready\$ seq 1 60/)
  await picture(page, 'prompts')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect
    .poll(async () => {
      const { top: first, bottom } = await position(started)
      return bottom - first
    })
    .toBe(0)
  // The command that cleared the screen also printed the text after that.
  await type('clear; seq 71 73\n')
  await shows(/^73\nready\$/m)
  await page.evaluate(() => window.vibeflowTest!.act('copy_last_output'))
  await expect.poll(() => clipboard(started)).toBe('71\n72\n73')
  // The bell tints the edge for a moment, and the sound is the desktop's.
  await page.evaluate(() => {
    const seen = { bell: 0 }
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if ((target as Element).classList.contains('bell')) seen.bell += 1
    }).observe(document.querySelector('.grid')!, { attributes: true, attributeFilter: ['class'] })
    window.vibeflowTest!.options({ bell: { mode: 'both', debounce_ms: 100 } })
  })
  await type('printf "\\a\\a\\a\\033]0;x\\a"\n')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: { bell: number } }).seen.bell))
    .toBe(1)
  await expect(page.locator('.grid.bell')).toHaveCount(0)
  await expect
    .poll(async () => JSON.stringify(await desktopCalls(started.app)))
    .toContain('shell.beep')
})
