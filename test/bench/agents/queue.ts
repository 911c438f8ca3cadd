/**
 * Measures milliseconds from the bytes of a report in one of 15 tabs of three windows to the line
 * of `vibeflow status --follow --format json` with its state: the tab waits, and then no longer
 * waits. At first the other tabs are silent, then each prints ten lines a second.
 * VIBEFLOW_BENCH_QUEUE_ROUNDS (100).
 */
import { spawn } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { AttentionItem } from '../../../src/core/windows/attention/list.ts'
import type { Bench } from '../parts/bench.ts'
import { environment, makeFolder, startContestant } from '../parts/contestants.ts'
import { median, percentile, setting, table } from '../parts/numbers.ts'
import { becomeSilent, openSilentTabs, silent, terminalsOf } from '../parts/silent-tabs.ts'

export const name = 'queue'

const windows = 3
const tabsEach = 5
const printEveryMs = 100
/** A change whose line does not come within this time is a fault. */
const lateMs = 10_000

const bin = join(import.meta.dirname, '../../../src/cli/bin/vibeflow.mjs')

/** The queue as another program follows it. */
function follow(folder: string) {
  const child = spawn(process.execPath, [bin, 'status', '--follow', '--format', 'json'], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let look = (_messages: readonly string[], _at: number): void => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    const at = performance.now()
    const { items } = JSON.parse(line) as { items: readonly AttentionItem[] }
    look(
      items.map(({ message }) => message),
      at,
    )
  })
  return {
    /** When the queue first held just these messages. */
    until: (wanted: readonly string[]) =>
      new Promise<number>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no line of ${wanted.join()}`)), lateMs)
        look = (messages, at) => {
          if (messages.join() !== wanted.join()) return
          clearTimeout(late)
          resolve(at)
        }
      }),
    stop: () => child.kill(),
  }
}

const report = (state: string, message: string) =>
  `\x1b]7501;state=${state}:app=claude:msg=${Buffer.from(message).toString('base64')}\x1b\\`

/** By turns in each tab: it waits, then it works. */
async function changes(
  terminals: readonly number[],
  queue: ReturnType<typeof follow>,
): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < setting('VIBEFLOW_BENCH_QUEUE_ROUNDS', 100); round += 1) {
    const terminal = terminals[(round * 7) % terminals.length]!
    for (const [state, there] of [
      ['blocked:kind=permission', [`round ${round}`]],
      ['working', []],
    ] as const) {
      const at = queue.until(there)
      const began = performance.now()
      writeSync(terminal, report(state, `round ${round}`))
      took.push((await at) - began)
      await wait(37) // not a multiple of any interval of vibeflow
    }
  }
  return took
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const place = makeFolder()
  const list = join(place.folder, 'terminals')
  try {
    const ours = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: ['sh', '-c', silent(list)],
    })
    const queue = follow(place.folder)
    let terminals: readonly number[] = []
    try {
      await openSilentTabs(ours.page, tabsEach, list)
      for (let more = 1; more < windows; more += 1) {
        const opened = ours.app.waitForEvent('window')
        await ours.page.evaluate(() => window.vibeflowTest!.post({ kind: 'window/new' }))
        const page = await opened
        await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
        await becomeSilent(page, list)
        await openSilentTabs(page, tabsEach, list)
      }
      const files = await terminalsOf(list, windows * tabsEach)
      terminals = files.map((file) => openSync(file, 'w'))
      await wait(2_000)
      const rows = [['report to line', 'median ms', 'p95 ms', 'changes']]
      for (const others of ['silent', 'printing'] as const) {
        const timer = setInterval(() => {
          if (others === 'printing')
            for (const terminal of terminals) writeSync(terminal, `at ${performance.now()}\r\n`)
        }, printEveryMs)
        const took = await changes(terminals, queue).finally(() => clearInterval(timer))
        measure(`others ${others}, report to line, median`, median(took), 'ms')
        measure(`others ${others}, report to line, p95`, percentile(took, 0.95), 'ms')
        rows.push([
          `the other ${windows * tabsEach - 1} ${others}`,
          ...[median(took), percentile(took, 0.95)].map((ms) => ms.toFixed(1)),
          String(took.length),
        ])
      }
      log(table(rows))
    } finally {
      queue.stop()
      for (const terminal of terminals) closeSync(terminal)
      await ours.close()
    }
  } finally {
    place.remove()
  }
}
