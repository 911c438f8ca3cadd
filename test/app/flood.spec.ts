/**
 * Floods: nothing is lost, nothing grows without bound, and the rest of the terminal keeps running.
 * VIBEFLOW_LONG=1 runs the long forms (30 s, 1 GB).
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  flowMessageBytesMax,
  outputRingBytesMax,
  unparsedBytesHigh,
} from '../../src/core/session/flow/limits.ts'
import { reportBytes } from '../../src/core/worker/limits.ts'
import { expect, test, type Started } from './app.ts'
import { processesOf } from './processes.ts'
import { residentBytes } from '../bench/parts/processes.ts'
import { drawnBy } from './grid/pixels.ts'
import { slow } from '../slow.ts'

const long = process.env['VIBEFLOW_LONG'] === '1'
const floodMs = long ? 30_000 : 500

/**
 * Process ids of main and of everything that it started: browser processes too, on either engine.
 */
function tree(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const all = [root]
  for (let index = 0; index < all.length; index += 1)
    all.push(...rows.filter(([, parent]) => parent === all[index]).map(([pid]) => pid as number))
  return all
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const percentile95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

/**
 * Milliseconds from a key to the frame that shows its echo in the active tab, measured inside the
 * page.
 */
async function echoMs({ page }: Started, keys: number): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { echoTimes: times })
    addEventListener(
      'keydown',
      () => {
        const began = performance.now()
        const { row, col } = window.vibeflowTest!.cursor()
        void window.vibeflowTest!.painted(row, col).then((at) => times.push(at - began))
      },
      { capture: true },
    )
  })
  const times = () => page.evaluate(() => (window as unknown as { echoTimes: number[] }).echoTimes)
  for (let key = 1; key <= keys; key += 1) {
    await page.keyboard.press('x')
    await expect.poll(async () => (await times()).length, { intervals: [20] }).toBe(key)
  }
  return times()
}

async function secondTab({ page, shows, tabs }: Started): Promise<void> {
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('ready$')
}

for (const [name, command] of [
  ['yes', 'yes'],
  ['cat /dev/zero', 'cat /dev/zero'],
  ['cat /dev/urandom', 'cat /dev/urandom'],
] as const) {
  test(
    `${name} takes bounded memory; other tabs answer, and Ctrl+C and closing end it`,
    slow,
    async ({ shared: started }) => {
      const { app, home, page, shows, tabs, type } = started
      // the tab of the test before may still be at its end
      await expect.poll(() => processesOf(home).length).toBe(1)
      const shells = processesOf(home).length
      await type(`${command}; echo stop"ped"\n`)
      await page.waitForTimeout(500)
      const resident = () =>
        tree(app.process().pid ?? 0).reduce((sum, pid) => sum + residentBytes(pid), 0)
      const early = resident()
      await secondTab(started)
      const times = await echoMs(started, 8)
      await page.waitForTimeout(floodMs)
      const growth = resident() - early
      console.log(
        `${name}: echo in another tab median ${median(times).toFixed(1)} ms, p95 ` +
          `${percentile95(times).toFixed(1)} ms; memory ${(early / 1e6).toFixed(0)} MB, grown ` +
          `by ${(growth / 1e6).toFixed(0)} MB`,
      )
      // `npm run bench` measures speed and size. This test checks that nothing hangs, and that
      // nothing keeps the flood itself.
      expect(growth).toBeLessThan(150_000_000)

      await page.keyboard.press('Control+PageUp')
      const began = performance.now()
      await page.keyboard.press('Control+C')
      if (command === 'yes') {
        await shows('ready$')
        console.log(
          `${name}: Ctrl+C stopped it within ${(performance.now() - began).toFixed(0)} ms`,
        )
        await type('yes\n')
        await shows(/y\ny\ny/)
      }
      const closing = performance.now()
      await page.keyboard.press('Control+Shift+W')
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await expect
        .poll(
          async () => {
            if (await dialog.isVisible()) await page.keyboard.press('Control+Shift+W')
            return (await tabs()).length
          },
          { intervals: [10] },
        )
        .toBe(1)
      console.log(`${name}: closed in ${(performance.now() - closing).toFixed(0)} ms`)
      await expect.poll(() => processesOf(home).length).toBe(shells)
    },
  )
}

test(
  'the page shows all that the core has read after a large file with random bytes',
  slow,
  async ({ shared }) => {
    const megabytes = long ? 1_024 : 16
    const { home, page, screen, shows, tabs, type } = shared
    writeFileSync(
      join(home, 'large.sh'),
      'stty -opost; echo waiting; read go; cat large.bin; printf "\\033[?1049l\\nEND"; read end\n',
    )
    await type('exec sh large.sh\n')
    await shows('waiting')
    const handle = await open(join(home, 'large.bin'), 'w')
    const block = Buffer.alloc(1_048_576)
    for (let index = 0; index < megabytes; index += 1) {
      for (let at = 0; at < block.length; at += 1)
        block[at] =
          index % 8 === 3
            ? ((at * 2_654_435_761) >>> 13) & 0xff
            : at % 81 === 80
              ? 10
              : 33 + ((at * 7 + index) % 90)
      await handle.write(block)
    }
    await handle.close()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await screen()).join('\n')).toContain('END')
    expect((await page.evaluate(() => window.vibeflowTest!.stats())).parsed).toBeGreaterThan(
      megabytes * block.length,
    )
    const rows = (lines: readonly string[]) =>
      lines
        .map((row) => row.trimEnd())
        .join('\n')
        .trimEnd()
    expect(rows(await screen())).toBe(rows(await screen((await tabs())[0]!.id)))
  },
)

test('a huge repeat count does not freeze the page', slow, async ({ shared }) => {
  const { page, shows, type } = shared
  const began = performance.now()
  await type(
    'for f in S T L M I Z b; do printf "x\\033[2147483647$f"; done; i=0; while [ $i -lt ' +
      '3000 ]; do printf "\\033[999999999M\\033[999999999L"; i=$((i+1)); done; echo; echo ' +
      'alive\n',
  )
  await shows('alive')
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(await page.evaluate(() => 1 + 1)).toBe(2)
})

test('data on its way to the page stays within the documented limits', () => {
  expect(unparsedBytesHigh + flowMessageBytesMax + reportBytes).toBeLessThan(outputRingBytesMax)
})

// Pictures rest then. A context that comes, and another size, empty the canvas.
test('a flood skips drawing, but an empty picture is drawn in the next frame', async ({
  shared,
}) => {
  const { page, shows, type } = shared
  const renderer = () => page.evaluate(() => window.vibeflowTest!.stats().renderer)
  await expect.poll(renderer).toBe('webgl')
  test.skip((await drawnBy(page)) === 'WebGL', 'a graphics card draws')
  await type('yes\n')
  await shows(/y\ny\ny/)
  await page.evaluate(() => {
    const pictures: boolean[] = []
    Object.assign(window, { blankPictures: pictures })
    const { prototype } = HTMLCanvasElement
    const width = Object.getOwnPropertyDescriptor(prototype, 'width')!
    let emptied = 0
    Object.defineProperty(prototype, 'width', {
      ...width,
      set(this: HTMLCanvasElement, px: number) {
        width.set!.call(this, px)
        if (!this.matches('.xterm-screen > canvas:last-of-type')) return
        const one = ++emptied
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            if (one !== emptied || !this.isConnected) return
            const { data } = this.getContext('2d')!.getImageData(0, 0, this.width, this.height)
            pictures.push(data.every((value) => value === 0))
          }
          port2.postMessage(null) // arrives after that picture
        })
      },
    })
  })
  const pictures = () =>
    page.evaluate(() => (window as unknown as { blankPictures: boolean[] }).blankPictures)
  for (const change of ['font_larger', 'renderer', 'font_smaller'] as const) {
    const { length } = await pictures()
    if (change === 'renderer') {
      await page.evaluate(() => window.vibeflowTest!.options({ ui: { renderer: 'dom' } }))
      await expect.poll(renderer).toBe('dom')
      await page.evaluate(() => window.vibeflowTest!.options({ ui: { renderer: 'auto' } }))
    } else await page.evaluate((name) => window.vibeflowTest!.act(name), change)
    await expect.poll(async () => (await pictures()).length).toBeGreaterThan(length)
  }
  expect(await pictures()).not.toContain(true)
})

test(
  'a flood that switches screens is never blank when the DOM renderer empties one',
  slow,
  async ({ configured }) => {
    const { page, home, shows, type } = await configured('[ui]\nrenderer = "dom"\n')
    const flood = 'yes | head -c 600000'
    writeFileSync(
      join(home, 's'),
      `while :; do ${flood}; printf '\\033[?1049h'; ${flood}; printf '\\033[?1049l'; done\n`,
    )
    await type('. ./s\n')
    await shows(/y\ny\ny/)
    const seen = await page.evaluate(async () => {
      const rows = document.querySelector('.grid .xterm-rows')!
      const { dataset } = document.querySelector<HTMLElement>('.grid')!
      const probe = document.createElement('div')
      document.body.append(probe)
      const screens: string[] = []
      let blank = 0
      // a `ResizeObserver` sees what is about to be painted, once all else has been drawn
      new ResizeObserver(() => {
        if (screens.at(-1) !== dataset['screen']) screens.push(dataset['screen'] ?? '')
        if (rows.textContent === '') blank += 1
      }).observe(probe)
      while (screens.length < 8) {
        await new Promise((done) => requestAnimationFrame(done))
        probe.style.height = probe.style.height === '1px' ? '2px' : '1px'
      }
      return { blank }
    })
    expect(seen).toEqual({ blank: 0 })
  },
)
