/**
 * Tests that grids of tabs that no one has seen for a while are dropped and created again
 * (docs/contributing/internals/page.md, "Panes"). In one app, four tabs are hidden together, and
 * each test returns to one of them.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parkMs, unparkedMax } from '../../../src/renderer/grid/limits.ts'
import { screenshotOf } from '../grid/pixels.ts'
import { desktopCalls, expect, startApp, test, type Started } from '../app.ts'

let started: Started
const grids = () => started.page.evaluate(() => window.vibeflowTest!.grids())
const dump = () => started.page.evaluate(() => window.vibeflowTest!.screenDump())
const position = () => started.page.evaluate(() => window.vibeflowTest!.position())
const selection = () => started.page.evaluate(() => window.vibeflowTest!.selection())
const stats = () => started.page.evaluate(() => window.vibeflowTest!.stats())
const renderer = async () => (await stats()).renderer
const act = (action: 'go_to_tab_1' | 'new_tab' | 'scroll_to_top' | 'select_all') =>
  started.page.evaluate((name) => window.vibeflowTest!.act(name), action)

async function openTab(): Promise<void> {
  const { length } = await started.tabs()
  await act('new_tab')
  await expect.poll(async () => (await started.tabs()).length).toBe(length + 1)
}

/** The content and the picture of the tab with colored rows. */
const cells = { row: 0, rows: 10, columns: 40 }
let before: readonly [unknown, Buffer]
/** The states of the scrolled tab and of the tab with a selection. */
let scrolled: unknown
let selected: string
let ids: readonly string[]

test.beforeAll(async () => {
  started = await startApp({
    args: [
      ...['-o', 'bell.mode=both', '-e', 'sh', '-c'],
      'for f in ring end; do until [ -e $f ]; do sleep 0.1; done; printf "\\a"; done; exit 3',
    ],
  })
  const { page, home, shows, type } = started
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.laidOut())).not.toBeNull()
  writeFileSync(
    join(home, 's'),
    `stty -echo; printf '\\033[=5u\\033[?1000h\\033[?1004h\\033]12;#ff8800\\007'; i=0
while [ $i -lt 300 ]; do
  i=$((i+1))
  printf '\\033[3%d;4%dmrow %d \\033[1mbold\\033[0m\\n' $((i%8)) $((i%7)) $i
done
echo end-$((1 + 1)); until [ -e go ]; do sleep 0.1; done; echo new-$((1 + 1))\n`,
  )
  await page.clock.install() // holds the page's timers, so that the test need not wait for them
  await openTab()
  await shows('ready$')
  await type('. ./s\n')
  await shows('end-2')
  await expect.poll(renderer).toBe('webgl')
  expect(await page.evaluate(() => typeof gc)).toBe('function')
  let picture = await screenshotOf(page, cells)
  const isDrawn = async () => {
    const last = picture
    picture = await screenshotOf(page, cells)
    return picture.equals(last) && (await stats()).whole // a busy machine draws letters later
  }
  await expect.poll(isDrawn).toBe(true)
  before = [await dump(), picture]
  for (const action of ['scroll_to_top', 'select_all'] as const) {
    await openTab()
    await shows('ready$')
    await type('seq 1 500; echo end-$((1 + 1))\n')
    await shows('end-2')
    await act(action)
    if (action === 'scroll_to_top') scrolled = await position()
  }
  await expect.poll(selection).not.toMatch(/^$|\n\n\d/) // all of its rows have come
  selected = await selection()
  ids = (await started.tabs()).map(({ id }) => id)
  for (let more = 0; more <= unparkedMax; more += 1) await openTab()
  await page.clock.fastForward(parkMs)
  await expect.poll(grids).not.toContain(ids[0])
  await expect.poll(grids).not.toContain(ids[1])
})

test.afterAll(async () => {
  await started.close()
  rmSync(started.home, { recursive: true, force: true, maxRetries: 5 })
})

test('a parked tab first shows its last picture with colors and modes, then its rows', async () => {
  const { page, app, home, shows } = started
  await test.step('what is drawn before the main process has answered', async () => {
    let answers = false
    const busy = app
      .evaluate(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000))
      .then(() => (answers = true))
    await page.waitForTimeout(300)
    const drawn = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          window.vibeflowTest!.act('go_to_tab_2')
          requestAnimationFrame(() =>
            resolve(document.querySelector('.grid .xterm-rows')?.textContent ?? ''),
          )
        }),
    )
    expect(answers).toBe(false)
    expect(drawn.replaceAll('\u00a0', ' ')).toContain('row 299 bold')
    await busy
  })
  expect(await grids()).toContain(ids[1])
  await expect.poll(dump).toEqual(before[0])
  await expect.poll(renderer).toBe('webgl')
  await expect.poll(async () => (await screenshotOf(page, cells)).equals(before[1])).toBe(true)

  writeFileSync(join(home, 'go'), '')
  await shows('new-2')
})

test('a tab with a selection or scrolled up is not parked', async () => {
  const { page } = started
  expect(await grids()).toEqual(expect.arrayContaining([ids[2], ids[3]]))
  await page.evaluate(() => window.vibeflowTest!.act('go_to_tab_3'))
  expect(await position()).toEqual(scrolled)
  await page.evaluate(() => window.vibeflowTest!.act('go_to_tab_4'))
  await expect.poll(selection).toBe(selected)
})

test('a program that ends while parked rings, shows its end and has no cursor', async () => {
  const { app, page, home, tabs } = started
  const { rows } = await stats() // of another tab
  expect(await grids()).not.toContain(ids[0])
  writeFileSync(join(home, 'ring'), '')
  await expect.poll(async () => JSON.stringify(await desktopCalls(app))).toContain('shell.beep')
  expect(await grids()).not.toContain(ids[0])
  writeFileSync(join(home, 'end'), '')
  await expect.poll(async () => (await tabs())[0]!.state).toBe('error')
  expect(await grids()).not.toContain(ids[0])
  await act('go_to_tab_1')
  await expect.poll(stats).toMatchObject({ cursorHidden: true })
  await expect.poll(async () => (await stats()).rows).toBeLessThan(rows)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tabs()).map(({ id }) => id)).not.toContain(ids[0])
})
