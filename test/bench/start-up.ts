/**
 * Measures the time from the start of the engine's executable to the first output, cold (no profile
 * yet) and warm (the second time), minus the engine's time for an empty window. The same is
 * measured for a second `npm start`. The program in the tab queries the cursor's position. The
 * reply comes when the page is shown and has parsed all earlier output. No driver is attached.
 * VIBEFLOW_BENCH_REPEATS (3).
 */
import { join } from 'node:path'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startDisplay } from './parts/contestants.ts'
import { asksForCursor, timeToOutput } from './parts/time-to-output.ts'
import { median, setting, table } from './parts/numbers.ts'

export const name = 'start-up'

const floorApp = join(import.meta.dirname, 'apps/floor')

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const repeats = setting('VIBEFLOW_BENCH_REPEATS', 3)
  const headless = process.env['VIBEFLOW_HEADLESS'] === '1'
  const display = headless ? null : await startDisplay()
  if (display === null && !headless) {
    log('Xvfb is not installed: without a display VIBEFLOW_HEADLESS=1 is needed, left out')
    return
  }
  const times = new Map<string, number[]>()
  const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms])
  try {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const ours = makeFolder()
      const empty = makeFolder()
      const more = display === null ? {} : { DISPLAY: display.name }
      const first = (folder: string, program: string, args: readonly string[]) =>
        timeToOutput({
          program,
          args,
          folder,
          shown: join(folder, 'shown'),
          more: { ...more, BENCH_SHOWN: join(folder, 'shown') },
        })
      const shell = ['-e', ...asksForCursor(join(ours.folder, 'shown'))]
      try {
        for (const heat of ['cold', 'warm'] as const) {
          note(`engine, ${heat}`, await first(empty.folder, engine.electron, [floorApp]))
          note(
            `vibeflow, ${heat}`,
            await first(ours.folder, engine.electron, [engine.app, ...shell]),
          )
        }
        note(
          'npm start, second time',
          await first(ours.folder, 'npm', ['start', '--prefix', engine.app, '--', ...shell]),
        )
      } finally {
        ours.remove()
        empty.remove()
      }
    }
  } finally {
    display?.stop()
  }
  const of = (what: string) => median(times.get(what) ?? [])
  const beyond = (what: string) =>
    of(what) - of(what.includes('cold') ? 'engine, cold' : 'engine, warm')
  for (const what of times.keys()) {
    measure(what, of(what), 'ms')
    if (!what.startsWith('engine'))
      measure(`${what}, beyond the engine's own start`, beyond(what), 'ms')
  }
  log(
    table([
      ['start', 'median ms', 'range ms', "beyond the engine's own ms"],
      ...[...times].map(([what, values]) => [
        what,
        of(what).toFixed(0),
        `${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)}`,
        what.startsWith('engine') ? '' : beyond(what).toFixed(0),
      ]),
    ]),
  )
}
