/**
 * Measures milliseconds from a key press to the frame that shows its echo, idle and while another
 * tab floods. The same run measures the floor of the engine in three ways: an empty page that
 * changes a color on a key, and the same page if only one cell of a canvas changes, drawn on the
 * CPU or by WebGL. That canvas is as large as the window, like a terminal's grid.
 *
 * All use the same clock. It starts with the key event's own time stamp, set when the engine
 * receives the key. It stops at the first task of the page after the frame in which the change was
 * drawn. Later costs, compositor and screen, are not included. Floods are in the same worker as the
 * tab with the keys. The worker with the fewest sessions gets the next one, so each other worker
 * gets an idle tab. The last measurement has four visible panes, one of which floods with the first
 * of the floods.
 *
 * VIBEFLOW_BENCH_KEYS (60) per round, VIBEFLOW_BENCH_ROUNDS (3), VIBEFLOW_BENCH_FLOODS (commands,
 * separated by `;`), VIBEFLOW_BENCH_ONLY=vibeflow omits the pipes.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant, type Contestant, type Kind } from './parts/contestants.ts'
import {
  flood,
  floodInPane,
  idleTab,
  openReader,
  press,
  stopFlood,
  watchKeys,
} from './parts/keys.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import { writeStream } from './parts/streams.ts'

export const name = 'latency'

type Way = string

/** The renderer of the cell. */
const canvasFloors = { '2d': 'floor, processor', webgl2: 'floor, WebGL' } as const

/** A colored log, repeated without end. */
const logFlood = 'sh coloured-log.sh'

/** Floods in the other tab, one after the other. */
const floods = (
  process.env['VIBEFLOW_BENCH_FLOODS'] ?? `yes;cat /dev/zero;cat /dev/urandom;${logFlood}`
).split(';')

/** How many there are: `shadowPool` in src/host/shadow/pool.ts. */
const workers = Math.min(4, Math.max(1, availableParallelism() - 1))

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const keys = setting('VIBEFLOW_BENCH_KEYS', 60)
  const rounds = setting('VIBEFLOW_BENCH_ROUNDS', 3)
  const place = makeFolder()
  const all: Contestant[] = []
  writeStream('coloured', 4_000_000, join(place.folder, 'coloured.log'))
  writeFileSync(join(place.folder, 'coloured-log.sh'), 'while :; do cat coloured.log; done')
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
      const note = async (way: Way, page: Page) => {
        times.set(way, [...(times.get(way) ?? []), ...(await press(page, keys))])
      }
      for (const kind of ['2d', 'webgl2'] as const) {
        const floor = await start('floor')
        if (kind === '2d') await note('floor', floor.page)
        await drawCell(floor.page, kind)
        await note(canvasFloors[kind], floor.page)
        await floor.close()
      }
      for (const kind of process.env['VIBEFLOW_BENCH_ONLY'] === 'vibeflow'
        ? []
        : (['naive', 'batched'] as const)) {
        const pipe = await start(kind, ['cat'])
        await pipe.page.waitForTimeout(500)
        await note(kind, pipe.page)
        await pipe.close()
      }
      const ours = await start('vibeflow')
      await openReader(ours.page)
      await note('vibeflow', ours.page)
      for (let other = 1; other < workers; other += 1) await idleTab(ours.page)
      for (const command of floods) {
        await flood(ours.page, command)
        await note(`vibeflow beside ${command}`, ours.page)
        await stopFlood(ours.page)
      }
      await ours.close()
      const panes = await start('vibeflow')
      await openReader(panes.page)
      await floodInPane(panes.page, floods[0] ?? 'yes')
      await note(`vibeflow, 4 panes in view, one floods with ${floods[0]}`, panes.page)
      await panes.close()
    }
    const [floor, processor, webGl] = ['floor', canvasFloors['2d'], canvasFloors.webgl2].map(
      (way) => median(times.get(way) ?? []),
    ) as [number, number, number]
    for (const [way, values] of times) {
      measure(`${way}, median`, median(values), 'ms')
      measure(`${way}, p95`, percentile(values, 0.95), 'ms')
      if (way === 'floor') continue
      measure(`${way}, median above the floor`, median(values) - floor, 'ms')
      if (way.startsWith('floor')) continue
      measure(`${way}, median above the floor with the processor`, median(values) - processor, 'ms')
      measure(`${way}, median above the floor with WebGL`, median(values) - webGl, 'ms')
    }
    log(
      table([
        [
          'key to frame',
          'median ms',
          'p95 ms',
          'above the floor ms',
          'above the processor ms',
          'above WebGL ms',
          'keys',
        ],
        ...[...times].map(([way, values]) => [
          way,
          median(values).toFixed(1),
          percentile(values, 0.95).toFixed(1),
          (median(values) - floor).toFixed(1),
          (median(values) - processor).toFixed(1),
          (median(values) - webGl).toFixed(1),
          String(values.length),
        ]),
      ]),
    )
  } finally {
    // those of a run that broke off
    await Promise.all(all.map((contestant) => contestant.close().catch(() => undefined)))
    place.remove()
  }
}

/** From now on a key changes one cell of a canvas that fills the window, in the next frame. */
async function drawCell(page: Page, kind: keyof typeof canvasFloors): Promise<void> {
  await page.evaluate((by) => {
    const canvas = document.createElement('canvas')
    canvas.width = innerWidth
    canvas.height = innerHeight
    canvas.style.cssText = 'position: absolute; left: 0; top: 0'
    document.body.append(canvas)
    // as the grid's: what was drawn before stays
    const gl = by === '2d' ? null : canvas.getContext(by, { preserveDrawingBuffer: true })
    const context = by === '2d' ? canvas.getContext(by, { willReadFrequently: true }) : null
    if (gl === null && context === null) throw new Error(`no ${by}`)
    gl?.enable(gl.SCISSOR_TEST)
    gl?.scissor(100, 100, 8, 16)
    let on = false
    window.addEventListener('keydown', () => {
      on = !on
      requestAnimationFrame(() => {
        gl?.clearColor(on ? 1 : 0, 1, 1, 1)
        gl?.clear(gl.COLOR_BUFFER_BIT)
        const pixels = new Uint8ClampedArray(4 * 8 * 16).fill(on ? 255 : 128)
        context?.putImageData(new ImageData(pixels, 8), 100, 100)
      })
    })
  }, kind)
}
