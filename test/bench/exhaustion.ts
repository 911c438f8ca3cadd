/**
 * Measures the page's cost of output that is made to exhaust it: MiB of links' openers, links of a
 * cell each, a link left open, combining marks. Each runs in an app of its own. The figures are the
 * CPU time of the page for one pass in a hidden tab, the page's heap before and after (garbage
 * collected), and the time from a key in the active tab to its frame while the output repeats.
 * VIBEFLOW_BENCH_MIB (4), VIBEFLOW_BENCH_KEYS (60), VIBEFLOW_BENCH_ONLY (names, separated by
 * commas).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { flood, openReader, press, stopFlood, watchKeys } from './parts/keys.ts'
import { percentile, setting, table } from './parts/numbers.ts'
import { commandLine, residentBytes, scheduledMs, tree } from './parts/processes.ts'

export const name = 'exhaustion'

const marks = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x300 + (index % 80))).join('')
const towers = marks(40)

/** Repeated, with a running number, until there are so many MiB of it. */
const streams: Readonly<Record<string, (index: number) => string>> = {
  'plain lines': (index) => `a line of a log with the number ${index}\r\n`,
  openers: () => '\x1b]8;;x\x07',
  'openers with ids': (index) => `\x1b]8;id=${index};x\x07`,
  'links of a cell each': (index) => `\x1b]8;;http://a/${index}\x07x`,
  'addresses of 2,083 bytes': (index) => `\x1b]8;;h:${String(index).padStart(2_081, '.')}\x07x`,
  'lines in a link left open': (index) =>
    `${index === 0 ? '\x1b]8;;x\x07' : ''}a line of a log with the number ${index}\r\n`,
  'an opener that never ends': (index) => (index === 0 ? '\x1b]8;;' : 'a'.repeat(1_000)),
  'marks on one cell': (index) => (index === 0 ? 'e' : '\u0301'.repeat(500)),
  'marks on each cell': () => `e${towers}`,
  'different clusters': (index) =>
    `e${String.fromCodePoint(
      ...[0, 1, 2].map((place) => 0x300 + (Math.floor(index / 80 ** place) % 80)),
    )}`,
  'REP of a full cell': () => `e${towers}\x1b[800000b\r\n${' '.repeat(100_000)}\r\n`,
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const mib = setting('VIBEFLOW_BENCH_MIB', 4)
  const keys = setting('VIBEFLOW_BENCH_KEYS', 60)
  const only = process.env['VIBEFLOW_BENCH_ONLY']?.split(',')
  const rows: string[][] = []
  for (const [stream, of] of Object.entries(streams)) {
    if (only !== undefined && !only.includes(stream)) continue
    const place = makeFolder()
    const file = join(place.folder, 'stream')
    writeFileSync(file, filled(of, mib * 1_048_576))
    const ours = await startContestant(engine, 'vibeflow', { folder: place.folder, command: [] })
    try {
      const { page } = ours
      await openReader(page)
      await watchKeys(page)
      const renderer = tree(ours.pid)
        .filter((pid) => commandLine(pid).includes('--type=renderer'))
        .toSorted((one, other) => residentBytes(other) - residentBytes(one))
        .slice(0, 1)
      const heapBefore = await heapBytes(page)
      const cpuBefore = scheduledMs(renderer)
      await flood(page, `cat ${file}; printf '\\033\\\\\\r\\nov''er\\r\\n'`)
      await page.waitForFunction(
        () =>
          window
            .vibeflowTest!.screen(window.vibeflowTest!.tabs()[1]!.id)
            .some((row) => row.startsWith('over')),
        undefined,
        { timeout: 300_000 },
      )
      await page.waitForTimeout(500)
      const cpu = scheduledMs(renderer) - cpuBefore
      const heap = (await heapBytes(page)) - heapBefore
      await page.keyboard.press('Alt+2')
      await page.waitForTimeout(500)
      await page.keyboard.type(`while :; do cat ${file}; done\n`)
      await page.keyboard.press('Alt+1')
      await page.waitForTimeout(500)
      const p95 = percentile(await press(page, keys), 0.95)
      await stopFlood(page)
      measure(`${stream}, page`, cpu / mib, 'ms/MiB')
      measure(`${stream}, heap`, heap / 1e6, 'MB')
      measure(`${stream}, keys in another tab, p95`, p95, 'ms')
      rows.push([
        stream,
        (cpu / mib).toFixed(0),
        (heapBefore / 1e6).toFixed(1),
        ((heapBefore + heap) / 1e6).toFixed(1),
        p95.toFixed(1),
      ])
    } finally {
      await ours.close()
      place.remove()
    }
  }
  log(
    table([
      [
        `${mib} MiB`,
        'page ms/MiB',
        'heap before MB',
        'heap after MB',
        'key in another tab, p95 ms',
      ],
      ...rows,
    ]),
  )
}

function filled(of: (index: number) => string, bytes: number): Buffer {
  const parts: Buffer[] = []
  for (let index = 0, length = 0; length < bytes; index += 1) {
    const part = Buffer.from(of(index))
    parts.push(part)
    length += part.length
  }
  return Buffer.concat(parts)
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  } finally {
    await session.detach()
  }
}
