/** Tabs of several panes: splitting, focus, sizes, zoom, the end of a pane. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const act = (page: Page, action: string) =>
  page.evaluate((name) => window.vibeflowTest!.act(name as 'new_tab'), action)

/** The pane with the focus. */
const focused = async ({ tabs }: Started) => (await tabs()).find(({ active }) => active)?.id ?? ''

/** One more pane, with the focus and a prompt. */
async function split(started: Started, chord: string): Promise<string> {
  const before = (await started.tabs()).length
  await started.page.keyboard.press(chord)
  await expect.poll(async () => (await started.tabs()).length).toBe(before + 1)
  await started.shows('ready$')
  return focused(started)
}

const right = 'Control+Shift+O'
const down = 'Control+Shift+D'

/** Columns and rows that a pane's program sees. */
async function programSize(started: Started): Promise<readonly number[]> {
  await started.type('clear; stty size\n')
  let found: RegExpExecArray | null = null
  await expect
    .poll(async () => {
      found = /^(\d+) (\d+)$/m.exec((await started.screen()).join('\n'))
      return found
    })
    .not.toBeNull()
  const [, rows, cols] = found as unknown as RegExpExecArray
  return [Number(cols), Number(rows)]
}

test('keys go to the focused pane after splits', async ({ shared: started }) => {
  const { page, type, shows, screen } = started
  await shows('ready$')
  const first = await focused(started)
  const [whole = 0, high = 0] = await programSize(started)
  const second = await split(started, right)
  expect(second).not.toBe(first)
  await expect(page.locator('.tab')).toHaveCount(1)
  await expect(page.locator('.grid')).toHaveCount(2)
  const tab = await page.evaluate(() => window.vibeflowTest!.tabs()[0]!.tab)
  for (const grid of await page.locator('.grid').all())
    await expect(grid).toHaveAttribute('aria-labelledby', `tab-${tab}`)
  const [half = 0] = await programSize(started)
  expect(half).toBeGreaterThan(whole / 2 - 4)
  expect(half).toBeLessThan(whole / 2)
  const third = await split(started, down)
  const [, low = 0] = await programSize(started)
  expect(low).toBeLessThan(high / 2)

  await type('echo in-th""ird\n')
  await shows('in-third')
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect.poll(() => focused(started)).toBe(first)
  await type('echo in-fir""st\n')
  await shows('in-first')
  // by click
  await page.locator(`#grid-${second}`).click()
  await expect.poll(() => focused(started)).toBe(second)
  await type('echo in-sec""ond\n')
  await shows('in-second')
  for (const [pane, word] of [
    [first, 'in-first'],
    [second, 'in-second'],
    [third, 'in-third'],
  ] as const) {
    const text = (await screen(pane)).join('\n')
    expect(text.match(/in-(first|second|third)/g)).toEqual([word])
  }
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(() => focused(started)).toBe(third)
})

test('the input-method field follows the cursor of the focused pane', async ({
  shared: started,
}) => {
  const { home, page, type, shows } = started
  await shows('ready$')
  const first = await focused(started)
  await type('(until [ -e ~/split ]; do sleep 0.1; done; printf "\\n\\n\\nbehind") &\n')
  const second = await split(started, right)
  const places = (id: string) =>
    page.evaluate((pane) => {
      const field = document.querySelector<HTMLElement>(`#grid-${pane} textarea`)!
      const screen = document.querySelector(`#grid-${pane} .xterm-screen`)!
      const { height } = screen.getBoundingClientRect()
      const { row } = window.vibeflowTest!.cursor(pane)
      return {
        field: Number.parseFloat(field.style.top),
        cursor: (row * height) / window.vibeflowTest!.stats(pane).rows,
      }
    }, id)
  writeFileSync(join(home, 'split'), '')
  await expect.poll(async () => (await started.screen(first)).join('\n')).toContain('\nbehind')
  await type('echo here\n')
  await expect
    .poll(async () => {
      const { field, cursor } = await places(second)
      return Math.abs(field - cursor) < 2
    })
    .toBe(true)
  const beside = await places(first)
  expect(beside.cursor - beside.field).toBeGreaterThan(20) // it stays where it had the focus last
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect.poll(() => focused(started)).toBe(first)
  await expect
    .poll(async () => {
      const { field, cursor } = await places(first)
      return Math.abs(field - cursor) < 2
    })
    .toBe(true)
})

test('dividers move by mouse and keys, and panes are equalized and swapped', async ({
  shared: started,
}) => {
  const { page, shows } = started
  await shows('ready$')
  const first = await focused(started)
  const second = await split(started, right)
  const widthOf = async (pane: string) =>
    (await page.locator(`#grid-${pane}`).boundingBox())?.width ?? 0
  const before = await widthOf(first)
  const box = (await page.locator('.divider').boundingBox())!
  await page.mouse.move(box.x + 2, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x - 100, box.y + 100, { steps: 5 })
  expect(await widthOf(first)).toBeLessThan(before - 90)
  await page.mouse.move(-50, box.y + 100)
  await page.mouse.up()
  await expect.poll(async () => widthOf(first)).toBeLessThan(0.11 * (2 * before))
  expect(await widthOf(first)).toBeGreaterThan(0.09 * (2 * before))
  // the main process keeps it
  expect((await page.locator('.divider').getAttribute('aria-valuenow')) ?? '').toBe('10')
  // Esc takes a drag back
  const at = (await page.locator('.divider').boundingBox())!
  await page.mouse.move(at.x + 2, at.y + 100)
  await page.mouse.down()
  await page.mouse.move(at.x + 250, at.y + 100)
  await expect(page.locator('.divider')).not.toHaveAttribute('aria-valuenow', '10')
  await page.keyboard.press('Escape')
  await expect(page.locator('.divider')).toHaveAttribute('aria-valuenow', '10')
  await page.mouse.move(at.x + 300, at.y + 100)
  await page.mouse.up()
  await expect(page.locator('.divider')).toHaveAttribute('aria-valuenow', '10')
  await page.locator('.divider').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.divider')).toHaveAttribute('aria-valuenow', '15')
  await page.keyboard.press('Escape')
  await act(page, 'equalize_panes')
  await expect.poll(() => widthOf(first)).toBe(before)
  await act(page, 'swap_pane_left')
  await expect.poll(async () => (await page.locator(`#grid-${second}`).boundingBox())?.x).toBe(0)
})

test('a link target shown in an unfocused pane disappears with a key', async ({
  shared: started,
}) => {
  const { page, type, shows } = started
  await shows('ready$')
  await type("clear; echo 'https://example.org/in-a-pane'\n")
  await shows('in-a-pane')
  const first = await focused(started)
  await split(started, right)
  const cells = await page.locator(`#grid-${first} .xterm-screen`).boundingBox()
  const shown = page.locator('.link-target')
  await page.keyboard.down('Control')
  await expect(async () => {
    await page.mouse.move(cells!.x + 60, cells!.y + 200)
    await page.mouse.move(cells!.x + 60, cells!.y + 5)
    await expect(shown).toHaveText('https://example.org/in-a-pane', { timeout: 500 })
  }).toPass()
  await page.keyboard.up('Control')
  await expect(shown).toBeHidden()
  expect(await focused(started)).not.toBe(first)
})

test('an unfocused pane is dimmed (ui.unfocused_pane_opacity)', async ({ shared: started }) => {
  const { page, shows } = started
  await shows('ready$')
  const first = await focused(started)
  const opacity = (pane: string) =>
    page.locator(`#grid-${pane} .xterm`).evaluate((element) => getComputedStyle(element).opacity)
  expect(await opacity(first)).toBe('1')
  const second = await split(started, right)
  expect([await opacity(first), await opacity(second)]).toEqual(['0.75', '1'])
  await page.evaluate(() => window.vibeflowTest!.options({ ui: { unfocused_pane_opacity: 0.5 } }))
  await expect.poll(() => opacity(first)).toBe('0.5')
})

test('the question before a pane closes names the pane, not its tab', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await shows('ready$')
  await split(started, right)
  // numbered: the terminal echoes the line only if cat was there before it
  await type('cat -n\nin front\n')
  await shows(/1 +in front/)
  await page.keyboard.press('Control+Shift+W')
  await expect(page.getByRole('dialog')).toContainText('Close this pane?')
  await picture(page, 'close-pane')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+C')
})

test('a pane is zoomed, and its program may end while zoomed', async ({ shared: started }) => {
  const { page, type, shows } = started
  await shows('ready$')
  const first = await focused(started)
  const second = await split(started, right)
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.locator('.grid')).toHaveCount(1)
  await expect(page.locator('.tab-zoomed')).toBeVisible()
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.locator('.grid')).toHaveCount(2)
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.locator('.grid')).toHaveCount(1)
  // the end of its output stays visible, and Enter closes it: the other pane gets all of the space
  // a shell that exits by itself long after its start closes its pane
  await type('kill -9 $$\n')
  await expect(page.locator('.foot')).toContainText('SIGKILL')
  await expect.poll(() => focused(started)).toBe(second)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(started)).toBe(first)
  await expect(page.locator('.grid')).toHaveCount(1)
  await expect(page.locator('.pane-frames')).toHaveCount(0)
  await type('echo ali""ve\n')
  await shows('alive')
})

test('a zoom that is undone immediately stays undone, however late main confirms it', async ({
  shared: started,
}) => {
  const { page, shows, tabs } = started
  await shows('ready$')
  const pane = await split(started, right)
  const seen = await page.evaluateHandle((tab) => {
    const { act, post } = window.vibeflowTest!
    act('zoom_pane')
    act('zoom_pane')
    const counts: number[] = []
    const count = () => counts.push(document.querySelectorAll('.grid').length)
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
    // its answer comes after those to the zooms
    post({ kind: 'session/rename', session: tab, name: 'over' })
    return counts
  }, pane)
  await expect.poll(async () => (await tabs()).find(({ id }) => id === pane)?.title).toBe('over')
  expect(await seen.evaluate((counts) => counts)).not.toContain(1)
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.locator('.grid')).toHaveCount(1)
})

test('the tab shows its most urgent pane, and panes close one by one', async ({
  shared: started,
}) => {
  const { page, type, shows } = started
  await shows('ready$')
  const waits = "printf '\\033]7501;state=blocked:kind=question:app=claude\\007'; sleep 99\n"
  const first = await focused(started)
  await type(waits)
  await split(started, right)
  await split(started, down)
  await type("printf '\\033]7501;state=working:app=codex\\007'; sleep 99\n")
  const last = await split(started, right)
  await expect(page.locator('.tab')).toHaveAttribute('data-state', 'waiting')
  await expect(page.locator('.tab-subtitle')).toContainText('1 of 4 panes needs you')
  await expect(page.locator('.pane-stripe .stripe[data-state=working]')).toHaveCount(1)
  await expect(page.locator(`.pane-stripe[data-pane="${first}"] .stripe`)).toHaveCSS('width', '3px')
  await picture(page, 'panes-four')
  // the pane first
  await page.keyboard.press('Control+Shift+W')
  await expect(page.locator('.grid')).toHaveCount(3)
  expect((await started.tabs()).some(({ id }) => id === last)).toBe(false)
  // a tab of its own
  await act(page, 'move_pane_to_tab')
  await expect(page.locator('.tab')).toHaveCount(2)
  await expect(page.locator('.grid')).toHaveCount(1)
  await page.keyboard.press('Control+Shift+Tab')
  await expect(page.locator('.grid')).toHaveCount(2)
  // all of a tab: what would be lost is asked once
  await act(page, 'close_all_panes')
  await expect(page.getByRole('dialog')).toContainText('claude')
  await page.keyboard.press('Tab')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.locator('.tab')).toHaveCount(1)
})

test(
  'too many splits for a small window are refused with a sentence',
  slow,
  async ({ shared: started }) => {
    const { page, shows, type } = started
    await shows('ready$')
    await page.setViewportSize({ width: 640, height: 400 })
    for (let made = 0; made < 32; made += 1)
      await act(page, made % 2 === 0 ? 'split_right' : 'split_down')
    await expect(page.getByText('This pane is too small to split.').first()).toBeVisible()
    const count = (await started.tabs()).length
    expect(count).toBeGreaterThan(4)
    expect(count).toBeLessThanOrEqual(32)
    await expect(page.locator('.grid')).toHaveCount(count)
    await page.setViewportSize({ width: 320, height: 200 })
    for (const box of await page.locator('.grid').all()) {
      const { width = -1, height = -1 } = (await box.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(0)
    }
    await page.setViewportSize({ width: 960, height: 600 })
    for (let left = count; left > 1; left -= 1) {
      await page.keyboard.press('Control+Shift+W')
      await expect.poll(async () => (await started.tabs()).length).toBe(left - 1)
    }
    await type('clear; echo on""e\n')
    await shows('one')
  },
)

test('one pane floods while another takes keys', async ({ shared: started }) => {
  const { page, type, shows } = started
  await shows('ready$')
  await type('yes flooooooood\n')
  await shows('flooooooood')
  await split(started, right)
  await type('echo ca""lm\n')
  await shows('calm')
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await page.keyboard.press('Control+c')
  await shows('ready$')
})

test('a reloaded page shows the panes again', slow, async ({ shared: started }) => {
  const { page, type, shows } = started
  await shows('ready$')
  await split(started, right)
  await split(started, down)
  await type('echo be""fore\n')
  await shows('before')
  await page.reload()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 3)
  await expect(page.locator('.grid')).toHaveCount(3)
  await shows('before')
  await page.evaluate(() => window.vibeflowTest!.act('next_theme'))
  await picture(page, 'panes-theme')
})
