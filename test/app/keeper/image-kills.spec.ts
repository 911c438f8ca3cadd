/**
 * A program that floods its tab with images outlives kills at random moments, among the programs of
 * random-kills.spec.ts. `VIBEFLOW_RUNS` is the number of ends of the app, each with up to 4 kills.
 */
import { rmSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode } from '../../../src/build/project.mjs'
import { slow } from '../../slow.ts'
import { seeded } from '../../support/random.ts'
import { expect, makeHome, picture, startApp, test, type Started } from '../app.ts'
import { coloursAt } from '../grid/image-pixels.ts'
import { columnOf, colors, kittyRow, shownAfter, sixelRow } from './image-flood.ts'
import { keepersOf } from './keeper-process.ts'
import { killParts } from './kills.ts'
import { startPrograms, steadyFlood } from './programs.ts'

const ends = Number(process.env['VIBEFLOW_RUNS'] ?? 3)
const program = join(import.meta.dirname, 'image-flood.ts')

const cells = [kittyRow, sixelRow].flatMap((row) =>
  [0, 1, 2].map((place) => [row, columnOf(place) + 1] as const),
)

/** Compares the screen with what the paused program has drawn. */
async function compareImages(app: Started, pause: string): Promise<void> {
  await app.page.keyboard.press('Alt+5')
  await app.shows(/^paused \d+ *$/m)
  const [, frame = ''] = /^paused (\d+)/m.exec((await app.screen()).join('\n')) ?? []
  const shown = async () =>
    (await coloursAt(app.page, cells)).map((pixel) =>
      colors.findIndex((color) => color.join() === pixel.join()),
    )
  await expect.poll(shown, `frame ${frame}`).toEqual(shownAfter(Number(frame)))
  await picture(app.page, 'images-after-kills')
  await app.page.keyboard.press('Alt+2')
  rmSync(pause)
}

/** Resident memory of a process that no file backs, KB. */
function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(text)?.[1])
}

test('images are as drawn after kills at random moments', slow, async () => {
  test.setTimeout((ends + 1) * 120_000)
  const random = seeded(47)
  const home = makeHome('[scrollback]\nhistory_lines = 200000\n')
  const pause = join(home, 'pause')
  let app = await startApp({ home })
  const images = `exec '${projectNode().path}' '${program}' ${pause}`
  const { leaves } = await startPrograms(app, steadyFlood, images)
  const memory: { main: number; keeper: number }[] = []
  for (let end = 1; end <= ends; end += 1) {
    const left = await leaves(app)
    // Every second time, nothing is drawn after the kills: all images are restored.
    if (end % 2 === 0) writeFileSync(pause, '')
    await killParts(random, app)
    left.live()
    app = await startApp({ home })
    if (end < ends) await left.check(app)
    writeFileSync(pause, '')
    await compareImages(app, pause)
    const [keeper = 0] = keepersOf(home)
    memory.push({ main: memoryOf(app.app.process().pid ?? 0), keeper: memoryOf(keeper) })
    if (end === ends) await left.checkIn(app)
  }
  test.info().annotations.push({ type: 'memory', description: JSON.stringify(memory) })
  process.stdout.write(`${JSON.stringify(memory)}\n`)
  const [first, last] = [memory[0], memory.at(-1)]
  // the history of lines and images grows
  expect(last?.main).toBeLessThan((first?.main ?? 0) + 100_000)
  expect(last?.keeper).toBeLessThan((first?.keeper ?? 0) + 1_000)
})
