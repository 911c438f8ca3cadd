/**
 * Tests that a reloaded page gets the whole screen from the shadow terminal, and every byte after
 * it. VIBEFLOW_LONG=1: fifty times each. The times are printed and not judged, because they depend
 * on the machine.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crashWindowMs } from '../../src/core/worker/limits.ts'
import { reloadUntouched } from '../support/untouched.ts'
import { expect, test, type Started } from './app.ts'
import { slow } from '../slow.ts'

const long = process.env['VIBEFLOW_LONG'] === '1'
const reloads = long ? 50 : 2
/** Only where the times count. */
const untouchedMs = long ? 600 : 0
if (long) test.setTimeout(1_200_000)

/**
 * Reloads the page.
 * @returns ms from the start of the navigation until it showed a screen, and the part of them that
 * the hand-over took
 */
async function reload({ page }: Started): Promise<{ shown: number; handOver: number }> {
  await reloadUntouched(page, untouchedMs)
  await page.waitForFunction(
    () => (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
  )
  return page.evaluate(() => {
    const { began, done } = window.vibeflowTest!.laidOut()!
    return { shown: done, handOver: done - began }
  })
}

function report(name: string, times: readonly { shown: number; handOver: number }[]): void {
  const middle = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]?.toFixed(0)
  const of = (values: readonly number[]) =>
    `median ${middle(values)} ms, at most ${Math.max(...values).toFixed(0)} ms`
  console.log(
    `${name}: ${times.length} reloads; from navigation to the whole screen ` +
      `${of(times.map(({ shown }) => shown))}; of that the hand-over ` +
      `${of(times.map(({ handOver }) => handOver))}`,
  )
}

const screenDump = ({ page }: Started) => page.evaluate(() => window.vibeflowTest!.screenDump())

test(
  'yes | nl keeps its numbers and history without a gap through reloads',
  slow,
  async ({ shared: started }) => {
    const { app, page, type } = started
    await type("exec sh -c 'yes | nl; read end'\n")
    const times: { shown: number; handOver: number }[] = []
    let crashedAt = Number.NEGATIVE_INFINITY
    const core = async () =>
      (
        await app.evaluate(
          async (_, tab) =>
            (
              globalThis as unknown as {
                vibeflowMainTest: {
                  shadow(tab: string, form: string, lines: number): Promise<{ payload: string }>
                }
              }
            ).vibeflowMainTest.shadow(tab, 'text', 20_000),
          (
            await started.tabs()
          )[0]!.id,
        )
      ).payload
    const numbersIn = (rows: readonly string[]) =>
      rows.filter((row) => /^ *\d+\ty$|^ *\d+ +y$/.test(row)).map((row) => Number.parseInt(row, 10))
    const numbers = async () => numbersIn((await core()).split('\n'))
    const faults = (lines: readonly number[]) =>
      lines.filter((line, index) => index > 0 && line !== lines[index - 1]! + 1)
    await page.waitForFunction(() => window.vibeflowTest!.stats().parsed > 300_000)
    for (let turn = 0; turn < reloads; turn += 1) {
      // More deaths within a minute would be another case: the terminal is given up for a while.
      if (turn > 0 && performance.now() - crashedAt > crashWindowMs + 1_000) {
        crashedAt = performance.now()
        await app.evaluate(() =>
          (
            globalThis as unknown as { vibeflowMainTest: { crashShadows(): void } }
          ).vibeflowMainTest.crashShadows(),
        )
      }
      times.push(await reload(started))
      const early = await numbers()
      await page.waitForFunction(() => window.vibeflowTest!.stats().parsed > 300_000)
      const lines = await numbers()
      const seen = numbersIn(await started.screen())
      expect([
        faults(early),
        faults(lines),
        faults(seen),
        early.length > 0,
        lines.length > 9_900,
        seen.length > 10,
      ]).toEqual([[], [], [], true, true, true])
    }
    report('yes | nl', times)
    const rowsBefore = await page.evaluate(() => window.vibeflowTest!.stats().rows)
    await page.keyboard.press('Control+C')
    await expect(page.getByText(/was killed \(SIGINT\)|Process exited/)).toBeVisible({
      timeout: 20_000,
    })
    const complete = () =>
      expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().idle)).toBe(true)
    await complete()
    await expect
      .poll(() => page.evaluate(() => window.vibeflowTest!.stats().rows))
      .toBeLessThan(rowsBefore) // the bar at the foot takes some
    const before = await screenDump(started)
    const last = (text: string) => text.trimEnd().split('\n').slice(-9_900)
    expect(last(await core())).toEqual(
      last((await page.evaluate(() => window.vibeflowTest!.scrollback())).join('\n')),
    )
    report('10,000 lines at rest', [await reload(started)])
    await expect
      .poll(async () => (await page.evaluate(() => window.vibeflowTest!.stats())).rows)
      .toBe(before.rows) // the foot of a dead tab comes with its state
    await complete()
    expect(await screenDump(started)).toEqual(before)
  },
)

test(
  'a reloaded page has the keyboard before it draws itself complete',
  slow,
  async ({ shared }) => {
    const { app, page, shows, type } = shared
    await shows('ready$')
    await type('seq 3000\n')
    await shows(/3000\nready\$/)
    await reloadUntouched(page, untouchedMs)
    await page.waitForFunction(
      () =>
        (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
    )
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length === 1,
    )
    const { drawn, whole, scripts } = await page.evaluate(() => ({
      drawn: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      whole: window.vibeflowTest!.laidOut()!.done,
      scripts: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
        .domInteractive, // the page's own begin then
    }))
    // a page that is not whole by then shows what it has
    expect(drawn).toBeGreaterThanOrEqual(Math.min(whole, scripts + 500))
    // A line that scrolls the screen is seen in every row.
    const upper = async () =>
      (await page.screenshot({ clip: { x: 0, y: 60, width: 300, height: 200 } })).toString('base64')
    const before = await upper()
    await type('echo one more\n')
    await shows(/one more\nready\$/)
    await expect.poll(async () => (await upper()) === before).toBe(false)
    // As it is before: hidden, and typed into.
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
      document.documentElement.removeAttribute('data-whole')
      document.querySelector<HTMLElement>('.xterm-helper-textarea')!.focus()
    })
    await expect(page.locator('.grid canvas').first()).toBeHidden()
    await page.keyboard.type('yes\n')
    await page.evaluate(() => {
      document.documentElement.toggleAttribute('data-whole', true)
    })
    await expect
      .poll(() => page.evaluate(() => window.vibeflowTest!.stats().parsed))
      .toBeGreaterThan(200_000)
    await page.keyboard.press('Control+C')
    await shows('ready$')
    expect(app.windows().length).toBe(1)
  },
)

test('text typed before there is a grid goes to its program', async ({ shared }) => {
  const { page, shows, type } = shared
  await type('clear\n')
  await page.evaluate(() => sessionStorage.setItem('types', 'once'))
  await page.addInitScript(() => {
    if (sessionStorage.getItem('types') === null) return // of another load
    sessionStorage.removeItem('types')
    document.addEventListener('DOMContentLoaded', () => {
      const noGrid = document.querySelector('.xterm-helper-textarea') === null
      const keys = [...'echo early$((40+2))', 'x', 'Backspace', 'Enter']
      for (const key of noGrid ? keys : [])
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    })
  })
  await page.reload()
  await page.waitForFunction(
    () => (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
  )
  await shows(/early42\nready\$/)
})

test(
  'vim has the same cells, cursor, modes and screens after a reload',
  slow,
  async ({ shared: started }) => {
    const { home, page, shows, type } = started
    const source = Array.from(
      { length: 300 },
      (_, line) => `const 名前${line} = "${'é'.repeat(line % 30)} 👩 ${line}" // a comment\n`,
    ).join('')
    writeFileSync(join(home, 'code.ts'), source)
    writeFileSync(
      join(home, '.vimrc'),
      'set nocompatible mouse=a number cursorline t_Co=256 ttymouse=sgr nofsync noswapfile ' +
        'viminfo=\nsyntax on\nfiletype on\n',
    )
    await shows('ready$')
    await type('printf "\\033[31m%s\\033[m 中\\n" $(seq 1 200); vim code.ts\n')
    await shows('名前0')
    await type('20G')
    await page.keyboard.press('$')
    await type('5jv3kz.')
    await shows('名前22')
    const settled = async () => {
      let last = ''
      await expect
        .poll(
          async () => {
            const now = JSON.stringify(await screenDump(started))
            const same = now === last
            last = now
            return same
          },
          { intervals: [300] },
        )
        .toBe(true)
      return screenDump(started)
    }
    const before = await settled()
    expect([
      before.alternate,
      before.modes['mouseTrackingMode'],
      before.other.some((row) => row.includes('👩')),
    ]).toEqual([true, 'drag', true])
    const times: { shown: number; handOver: number }[] = []
    for (let turn = 0; turn < reloads; turn += 1) {
      times.push(await reload(started))
      expect(await screenDump(started)).toEqual(before)
    }
    report('vim', times)
    await expect(page.locator('.grid[data-screen=grid]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await type(':q!\n')
    await shows(/200 中\nready\$/)
    const after = await settled()
    await expect(page.locator('.grid[data-screen=stream]')).toHaveCount(1)
    expect([after.alternate, after.normal.slice(0, before.normal.length)]).toEqual([
      false,
      before.normal.map((row, index) => (index < after.normal.length ? after.normal[index] : row)),
    ])
    await reload(started)
    // its history arrives after the screen
    await expect.poll(() => screenDump(started)).toEqual(after)
  },
)

// The tab is then moved to another window, which shows the same.
test(
  'margins, charsets, tab stops, saved cursor, pen and links outlive a reload',
  slow,
  async ({ shared: started }) => {
    const setUp =
      '\\033[2J\\033]4;1;#123456\\007\\033[3g\\033[1;11H\\033H\\033[5;9r\\033[?6h\\033[2;3H\\' +
      '033[1;4:3;38;5;200m\\033(0\\0337\\033(B\\033[0;7m\\033[4 q\\033[?7l\\033[?2004h'
    const goOn =
      '\\033[1;1Hx\\tTAB\\r\\n\\n\\n\\n\\nscrolled\\0338qqq\\033(B[back]\\033[?6l\\033[12;' +
      '70Hclipped at the edge of the screen'
    const { app, home, page, shows, type } = started
    writeFileSync(
      join(home, 'probe'),
      `stty -echo; printf '${setUp}'; read go; printf '${goOn}'; read end`,
    )
    const probe = async () => {
      await shows('ready$')
      await type('sh probe\n')
      await expect
        .poll(
          async () =>
            (await screenDump(started)).modes['bracketedPasteMode'] === true &&
            (await started.screen()).join('').trim() === '',
        )
        .toBe(true)
    }
    await probe()
    await reload(started)
    await page.keyboard.press('Enter')
    await shows('[back]')
    const handed = await screenDump(started)
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await started.tabs()).length).toBe(2)
    await probe()
    await page.keyboard.press('Enter')
    await shows('[back]')
    expect(handed).toEqual(await screenDump(started))

    const windows = app.windows().length
    await page.evaluate(() =>
      window.vibeflowTest!.post({
        kind: 'tab/to-window',
        tab: window.vibeflowTest!.tabs()[0]!.tab,
        window: null,
      }),
    )
    await expect.poll(() => app.windows().length).toBe(windows + 1)
    const other = app.windows().at(-1)!
    await other.waitForFunction(
      () =>
        (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
    )
    expect(await other.evaluate(() => window.vibeflowTest!.screenDump())).toEqual(handed)
    await other.evaluate(() =>
      window.vibeflowTest!.post({
        kind: 'pane/close',
        pane: window.vibeflowTest!.tabs()[0]!.id,
        force: true,
      }),
    )
    await expect.poll(() => app.windows().length).toBe(windows)
  },
)
