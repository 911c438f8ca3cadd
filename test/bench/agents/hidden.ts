/**
 * Processor time of an agent whose tab is hidden, and of vibeflow with it: one agent draws its
 * spinner on, and one listens to visibility reports (mode 2033) and draws nothing while hidden.
 * VIBEFLOW_BENCH_HIDDEN_S (10) per span.
 */
import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../parts/bench.ts'
import { makeFolder, startContestant, type Contestant } from '../parts/contestants.ts'
import { setting, table } from '../parts/numbers.ts'
import { commandLine, scheduledMs, tree } from '../parts/processes.ts'

export const name = 'hidden'

/** Draws a screen of an agent at work ten times a second. */
const agent = `
const listens = process.argv[2] === 'listens'
let hidden = false
process.stdin.setRawMode(true)
process.stdin.on('data', (bytes) => {
  const [, state] = /999;([12])n/.exec(String(bytes)) ?? []
  if (state !== undefined) hidden = state === '2'
})
if (listens) process.stdout.write('\\x1b[?2033h')
let frame = 0
setInterval(() => {
  if (hidden) return
  frame += 1
  const rows = Array.from({ length: 12 }, (_, row) => '\\x1b[2K\\x1b[36m' + frame + ' row ' + row)
  process.stdout.write('\\x1b[?2026h\\x1b[H' + rows.join('\\r\\n') + '\\x1b[?2026l')
}, 100)
`

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const spanMs = setting('VIBEFLOW_BENCH_HIDDEN_S', 10) * 1_000
  const rows: string[][] = []
  for (const how of ['draws', 'listens']) {
    const place = makeFolder()
    const file = join(place.folder, 'agent.cjs')
    writeFileSync(file, agent)
    const command = [process.execPath, file, how]
    const ours = await startContestant(engine, 'vibeflow', { folder: place.folder, command })
    try {
      await ours.page.waitForFunction(() => window.vibeflowTest!.screen().join('').includes('row'))
      for (const where of ['shown', 'hidden']) {
        if (where === 'hidden') {
          await ours.page.keyboard.press('Control+Shift+T')
          await ours.page.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
        }
        const { program, vibeflow } = await span(ours, file, spanMs)
        measure(`${where}, ${how}, program`, program, '% of one core')
        measure(`${where}, ${how}, vibeflow`, vibeflow, '% of one core')
        rows.push([`${where}, ${how}`, program.toFixed(2), vibeflow.toFixed(2)])
      }
    } finally {
      await ours.close()
      place.remove()
    }
  }
  log(table([['tab and agent', 'program, % of one core', 'vibeflow'], ...rows]))
}

/** Returns shares of one core. */
async function span({ page, pid }: Contestant, file: string, spanMs: number) {
  await page.waitForTimeout(3_000)
  const all = tree(pid)
  const programs = all.filter((one) => commandLine(one).startsWith(`${process.execPath} ${file}`))
  assert(programs.length === 1, 'the agent runs')
  const rest = all.filter((one) => !programs.includes(one))
  const [program, vibeflow, began] = [scheduledMs(programs), scheduledMs(rest), performance.now()]
  await page.waitForTimeout(spanMs)
  const share = (ms: number) => (ms / (performance.now() - began)) * 100
  return {
    program: share(scheduledMs(programs) - program),
    vibeflow: share(scheduledMs(rest) - vibeflow),
  }
}
