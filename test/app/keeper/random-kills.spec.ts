/**
 * Five programs outlive kills of vibeflow's processes at random moments. The number of a run
 * decides its moments. `VIBEFLOW_RUNS=100` makes 100 runs, `VIBEFLOW_RUNS=100-120` those from 100.
 */
import { slow } from '../../slow.ts'
import { below, seeded } from '../../support/random.ts'
import { makeHome, startApp, test } from '../app.ts'
import { killedStart, killParts } from './kills.ts'
import { flood, startPrograms, steadyFlood } from './programs.ts'

/** Ends of the app in one run. Each hits programs that the one before has left. */
const ends = 4

/** Starts the app up to twice, and kills it at any point of the hand-over. */
async function killStarts(random: () => number, home: string): Promise<void> {
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
