/**
 * Five programs outlive kills of vibeflow's processes at random moments. The number of a run
 * decides its moments. `VIBEFLOW_RUNS=100` makes 100 runs, `VIBEFLOW_RUNS=100-120` those from 100.
 */
import { slow } from '../../slow.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { makeHome, startApp, test, type Started } from '../app.ts'
import { crashWorkers, killApp, killedStart, killPages } from './kills.ts'
import { flood, startPrograms, steadyFlood } from './programs.ts'

/** Ends of the app in one run. Each hits programs that the one before has left. */
const ends = 4

type Random = () => number

/** The moment of a kill is the subject. */
const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Kills parts of an app and then the app. A worker crashes at most once: after a second crash, the
 * next worker skips the output on purpose.
 */
async function killParts(random: Random, app: Started): Promise<void> {
  for (const part of ['page', 'worker', 'page'].slice(below(random, 4))) {
    await moment(below(random, 1_500))
    await test.step(part, () => (part === 'page' ? killPages(app.home) : crashWorkers(app)))
  }
  const victim = pick(random, ['main', 'main', 'browser'] as const)
  await moment(below(random, 1_500))
  await test.step(victim, () => killApp(app, victim))
}

/** Starts the app up to twice, and kills it at any point of the hand-over. */
async function killStarts(random: Random, home: string): Promise<void> {
  for (let count = below(random, 3); count > 0; count -= 1) {
    const ms = below(random, 4_000)
    await test.step(`start for ${ms} ms`, () => killedStart(home, ms))
  }
}

const [from = '', to] = (process.env['VIBEFLOW_RUNS'] ?? '5').split('-')

for (let run = to === undefined ? 0 : Number(from); run < Number(to ?? from); run += 1)
  test(`programs keep running after kills at random moments, run ${run}`, slow, async () => {
    test.setTimeout(ends * 120_000)
    const random = seeded(run)
    const home = makeHome('[scrollback]\nhistory_lines = 200000\n')
    let app = await startApp({ home })
    const { leaves } = await startPrograms(app, run % 3 === 2 ? flood : steadyFlood)
    for (let end = 1; end <= ends; end += 1) {
      const left = await leaves(app)
      await killParts(random, app)
      left.live()
      await killStarts(random, home)
      app = await startApp({ home })
      await (end === ends ? left.checkIn(app) : left.check(app))
    }
  })
