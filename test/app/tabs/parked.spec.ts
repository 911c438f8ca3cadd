/**
 * Grids of tabs that nobody has seen for a while are given up and made anew
 * (docs/architecture/page.md, "Panes").
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parkMs, unparkedMax } from '../../../src/renderer/grid/limits.ts'
import { screenshotOf } from '../grid/pixels.ts'
import { desktopCalls, expect, test, type Started } from '../app.ts'

const grids = ({ page }: Started) => page.evaluate(() => window.vibeflowTest!.grids())
const dump = ({ page }: Started) => page.evaluate(() => window.vibeflowTest!.screenDump())

/** Opens tabs until the first one is no longer among those seen last, and lets the time pass. */
async function leaveAlone(started: Started, first: string, parked = true): Promise<void> {
  const { page, tabs } = started
  await page.clock.install() // its timers: nobody waits for them
  for (let open = 2; open <= unparkedMax + 2; open += 1) {
    await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
    await expect.poll(async () => (await tabs()).length).toBe(open)
  }
  await page.clock.fastForward(parkMs)
  if (parked) await expect.poll(() => grids(started)).not.toContain(first)
}

const goBack = ({ page }: Started) => page.evaluate(() => window.vibeflowTest!.act('go_to_tab_1'))

// … with its colours and modes; the rows above come behind it
test('a tab that nobody has seen for a while: its first picture is the one of before', async ({
  start,
}) => {
  const started = await start()
  const { page, app, home, shows, type } = started
  const renderer = () => page.evaluate(() => window.vibeflowTest!.stats().renderer)
  const cells = { row: 0, rows: 10, columns: 40 }
  await shows('ready$')
  const first = (await started.tabs())[0]!.id
  writeFileSync(
    join(home, 's'),
    `stty -echo; printf '\\033[=5u\\033[?1000h\\033[?1004h\\033]12;#ff8800\\007'; i=0
while [ $i -lt 300 ]; do
  i=$((i+1))
  printf '\\033[3%d;4%dmrow %d \\033[1mbold\\033[0m\\n' $((i%8)) $((i%7)) $i
done
echo end-$((1 + 1)); until [ -e go ]; do sleep 0.1; done; echo new-$((1 + 1))\n`,
  )
  await type('. ./s\n')
  await shows('end-2')
  await expect.poll(renderer).toBe('webgl')
  expect(await page.evaluate(() => typeof gc)).toBe('function')
  const [before, pixels] = [await dump(started), await screenshotOf(page, cells)]
  await leaveAlone(started, first)

  await test.step('what is drawn before the main process has answered', async () => {
    const busy = app.evaluate(() => {
      for (const end = Date.now() + 3_000; Date.now() < end; );
    })
    await page.waitForTimeout(300)
    const drawn = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          window.vibeflowTest!.act('go_to_tab_1')
          requestAnimationFrame(() =>
            resolve(document.querySelector('.grid .xterm-rows')?.textContent ?? ''),
          )
        }),
    )
    expect(drawn.replaceAll('\u00a0', ' ')).toContain('row 299 bold')
    await busy
  })
  expect(await grids(started)).toContain(first)
  await expect.poll(() => dump(started)).toEqual(before)
  await expect.poll(renderer).toBe('webgl')
  await expect.poll(async () => (await screenshotOf(page, cells)).equals(pixels)).toBe(true)

  writeFileSync(join(home, 'go'), '')
  await shows('new-2')
})

test('a tab with a selection, or that is scrolled up, stays as it is', async ({ start }) => {
  const started = await start()
  const { page, shows, type, tabs } = started
  await shows('ready$')
  const first = (await tabs())[0]!.id
  await type('seq 1 500; echo end-$((1 + 1))\n')
  await shows('end-2')
  await page.evaluate(() => window.vibeflowTest!.act('scroll_to_top'))
  const position = await page.evaluate(() => window.vibeflowTest!.position())
  await leaveAlone(started, first, false)
  await page.waitForTimeout(500)
  expect(await grids(started)).toContain(first)
  await goBack(started)
  expect(await page.evaluate(() => window.vibeflowTest!.position())).toEqual(position)
  await page.evaluate(() => window.vibeflowTest!.act('scroll_to_bottom'))
  await page.evaluate(() => window.vibeflowTest!.act('select_all'))
  const selection = () => page.evaluate(() => window.vibeflowTest!.selection())
  await expect.poll(selection).not.toMatch(/\n\n\d/) // all of its rows have come
  const selected = await selection()
  await page.evaluate(() => window.vibeflowTest!.act('previous_tab'))
  await page.clock.fastForward(parkMs)
  await page.waitForTimeout(500)
  await goBack(started)
  await expect.poll(selection).toBe(selected)
})

// … its bell sounds, its foot takes room, and no cursor says "type here"
test('a program that ends while its grid is given up', async ({ start }) => {
  const started = await start({
    args: [
      ...['-o', 'bell.mode=both', '-e', 'sh', '-c'],
      'for f in ring go; do until [ -e $f ]; do sleep 0.1; done; printf "\\a"; done; exit 3',
    ],
  })
  const { app, page, home, tabs } = started
  await expect.poll(async () => (await tabs()).length).toBe(1)
  const first = (await tabs())[0]!.id
  const stats = () => page.evaluate(() => window.vibeflowTest!.stats())
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.laidOut())).not.toBeNull()
  await leaveAlone(started, first)
  const { rows } = await stats() // of another tab
  writeFileSync(join(home, 'ring'), '')
  await expect.poll(async () => JSON.stringify(await desktopCalls(app))).toContain('shell.beep')
  expect(await grids(started)).not.toContain(first)
  writeFileSync(join(home, 'go'), '')
  await expect.poll(async () => (await tabs())[0]!.state).toBe('error')
  expect(await grids(started)).not.toContain(first)
  await goBack(started)
  await expect.poll(stats).toMatchObject({ cursorHidden: true })
  await expect.poll(async () => (await stats()).rows).toBeLessThan(rows)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tabs()).map(({ id }) => id)).not.toContain(first)
})
