/**
 * Milliseconds from a key press to the frame that shows its echo, idle and while another tab floods, beside the floor of the engine
 * in the same run: an empty page that changes a colour on a key. For all the same clock: it starts with the key event's own time
 * stamp, set where the engine takes the key in, and stops at the first task of the page after the frame in which the change was
 * drawn. What comes behind that, compositor and screen, is the same for all and left out.
 * VIBEFLOW_BENCH_KEYS (60) per round, VIBEFLOW_BENCH_ROUNDS (3), VIBEFLOW_BENCH_FLOODS (commands, `;` between them), VIBEFLOW_BENCH_ONLY=vibeflow leaves the pipes out.
 */
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant, type Contestant, type Kind } from './parts/contestants.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'

export const name = 'latency'

type Way = string

/** What floods in the tab beside, in turn. */
const floods = (process.env['VIBEFLOW_BENCH_FLOODS'] ?? 'yes;cat /dev/zero;cat /dev/urandom').split(';')

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const keys = setting('VIBEFLOW_BENCH_KEYS', 60)
  const rounds = setting('VIBEFLOW_BENCH_ROUNDS', 3)
  const place = makeFolder()
  const all: Contestant[] = []
  try {
    const start = async (kind: Kind, command: readonly string[] = []) => {
      const contestant = await startContestant(engine, kind, { folder: place.folder, command })
      all.push(contestant)
      await watchKeys(contestant.page)
      return contestant
    }
    const times = new Map<Way, number[]>()
    // One app at a time, each round all of them: what else the machine does then meets all alike.
    for (let round = 0; round < rounds; round += 1) {
      const note = async (way: Way, page: Page) => { times.set(way, [...times.get(way) ?? [], ...await press(page, keys)]) }
      const floor = await start('floor')
      await note('floor', floor.page)
      await floor.close()
      for (const kind of process.env['VIBEFLOW_BENCH_ONLY'] === 'vibeflow' ? [] : ['naive', 'batched'] as const) {
        const pipe = await start(kind, ['cat'])
        await pipe.page.waitForTimeout(500)
        await note(kind, pipe.page)
        await pipe.close()
      }
      const ours = await start('vibeflow')
      await openReader(ours.page)
      await note('vibeflow', ours.page)
      for (const [index, command] of floods.entries()) {
        await flood(ours.page, command, index + 2)
        await note(`vibeflow beside ${command}`, ours.page)
        await stopFlood(ours.page)
      }
      await ours.close()
    }
    const floor = median(times.get('floor') ?? [])
    for (const [way, values] of times) {
      measure(`${way}, median`, median(values), 'ms')
      measure(`${way}, p95`, percentile(values, 0.95), 'ms')
      if (way !== 'floor') measure(`${way}, median above the floor`, median(values) - floor, 'ms')
    }
    log(table([
      ['key to frame', 'median ms', 'p95 ms', 'above the floor ms', 'keys'],
      ...[...times].map(([way, values]) => [way, median(values).toFixed(1), percentile(values, 0.95).toFixed(1), (median(values) - floor).toFixed(1), String(values.length)]),
    ]))
  } finally {
    await Promise.all(all.map((contestant) => contestant.close().catch(() => undefined))) // those of a run that broke off
    place.remove()
  }
}

/** In the tab in view: a program that reads, so that the echo is the terminal driver's own. */
async function openReader(page: Page): Promise<void> {
  await page.waitForFunction(() => window.vibeflowTest!.screen().join('\n').includes('ready$'))
  await page.keyboard.type('cat\n')
  await page.waitForTimeout(500)
}

/** A flood in a new tab, the last, behind the one that is measured. */
async function flood(page: Page, command: string, tabs: number): Promise<void> {
  await page.keyboard.press('Control+Shift+T')
  await page.waitForFunction((wanted) => window.vibeflowTest!.tabs().length === wanted && window.vibeflowTest!.screen().join('\n').includes('ready$'), tabs)
  await page.keyboard.type(`${command}\n`)
  await page.keyboard.press('Alt+1')
  await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.active === true)
  await page.waitForTimeout(500)
}

/** Ends the flood of the last tab and comes back to the first. */
async function stopFlood(page: Page): Promise<void> {
  await page.keyboard.press('Alt+9')
  await page.keyboard.press('Control+C')
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Alt+1')
  await page.waitForTimeout(500)
}

/** Has the page note, for each key, when the frame with its echo was through. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { benchTimes: times })
    /** Calls in the first task after this frame. */
    const afterFrame = (call: () => void) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = call
      channel.port2.postMessage(null)
    }
    window.addEventListener('keydown', (event) => {
      if (event.key.length !== 1 || event.ctrlKey || event.altKey) return
      const done = () => times.push(performance.now() - event.timeStamp)
      const terminal = window.benchTerminal
      if (terminal !== undefined) {
        const { cursorX } = terminal.buffer.active
        const rendered = terminal.onRender(() => {
          if (terminal.buffer.active.cursorX === cursorX) return
          rendered.dispose()
          afterFrame(done)
        })
      } else if (window.vibeflowTest !== undefined) {
        const { row, col } = window.vibeflowTest.cursor()
        void window.vibeflowTest.painted(row, col).then((paintedAt) => times.push(paintedAt - event.timeStamp), () => undefined)
      } else {
        requestAnimationFrame(() => afterFrame(done))
      }
    }, { capture: true })
  })
}

/** Presses keys at uneven distances, so that they do not fall into step with the frames. */
async function press(page: Page, keys: number): Promise<number[]> {
  const times = () => page.evaluate(() => (window as unknown as { benchTimes: number[] }).benchTimes) // set by `watchKeys`
  const before = (await times()).length
  for (let key = 0; key < keys; key += 1) {
    if (key % 40 === 39) { // stays on one line of the screen
      await page.keyboard.press('Enter')
      await page.waitForTimeout(200)
    }
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'x')
    await page.waitForTimeout(60 + (key * 37) % 45)
  }
  await page.waitForTimeout(300)
  return (await times()).slice(before)
}
