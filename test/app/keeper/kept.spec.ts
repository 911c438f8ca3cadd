/** Programs keep running when vibeflow is killed, and the next start shows them as they are. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slow } from '../../slow.ts'
import { expect, makeHome, startAgain, startApp, test, type Started } from '../app.ts'
import { enginesOf, removeHome } from './keeper-process.ts'
import { expectNoGap, flood, startPrograms, wholeNumbers } from './programs.ts'

type Victim = 'main' | 'browser'

/** Kills a process of the app and waits until the app is gone; its programs live. */
async function kill({ app }: Started, victim: Victim): Promise<void> {
  const child = app.process()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // the browser process of Electron is main
  const browser = childrenOf(child.pid ?? 0).find((pid) => isBrowser(pid))
  process.kill(
    victim === 'browser' && browser !== undefined ? browser : (child.pid ?? 0),
    'SIGKILL',
  )
  await gone
}

const isBrowser = (pid: number) => {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  return words.includes('chromium') && !words.includes('--type=')
}

function childrenOf(pid: number): number[] {
  const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
  return found.trim().split(' ').map(Number)
}

/** Starts the app without a window and kills it after a time, at any point of the adoption. */
async function killedStart(home: string, ms: number): Promise<void> {
  const ended = startAgain(home, [])
  const timer = setTimeout(() => {
    for (const pid of enginesOf(home)) killIfThere(pid)
  }, ms)
  await ended
  clearTimeout(timer)
}

function killIfThere(pid: number | undefined): void {
  try {
    process.kill(pid ?? 0, 'SIGKILL')
  } catch {
    // the app has killed it
  }
}

interface Run {
  readonly waitMs: number
  readonly victim?: Victim
  /** Starts that are killed after these times, before the start that adopts the programs. */
  readonly starts?: readonly number[]
}

/** Starts, kills after a time, and starts again. */
async function killedAt({ waitMs, victim = 'main', starts = [] }: Run): Promise<void> {
  const home = makeHome()
  const running = await startPrograms(await startApp({ home }))
  await running.first.page.waitForTimeout(waitMs) // the moment of the kill is the subject
  const left = await running.leaves()
  await kill(running.first, victim)
  left.live()
  for (const ms of starts) await killedStart(home, ms)
  await left.checkIn(await startApp({ home }))
}

test('programs of a killed app keep running in the tabs of the next one', async () => {
  await killedAt({ waitMs: 700 })
})

test('programs keep running when the browser process is killed', slow, async () => {
  await killedAt({ waitMs: 700, victim: 'browser' })
})

const isRenderer = (pid: number) =>
  readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')

test('a page and a worker that are killed lose no line of a flood', slow, async () => {
  const home = makeHome()
  const started = await startApp({ home })
  const { app, type } = started
  writeFileSync(join(home, 'flood.sh'), `echo $$ > ${home}/pid; ${flood}`)
  await started.shows('ready$')
  await type(`exec sh ${home}/flood.sh\n`)
  await started.shows(/line \d{4}/)
  const [{ id } = { id: '' }] = await started.tabs()
  /** Text of the worker's terminal; of the page if it shows one again. */
  const core = async () => (await coreText(started, id)).split('\n')
  const inPage = () =>
    app
      .evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            'window.vibeflowTest?.scrollback() ?? []',
          ) as Promise<string[]>,
      )
      .catch(() => [])
  for (const pid of enginesOf(home).filter(isRenderer)) process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await inPage()).length).toBeGreaterThan(200)
  await app.evaluate(() =>
    (
      globalThis as unknown as { vibeflowMainTest: { crashShadows(): void } }
    ).vibeflowMainTest.crashShadows(),
  )
  const last = async () => wholeNumbers(await core()).at(-1) ?? 0
  const then = await last()
  await expect.poll(last).toBeGreaterThan(then + 100)
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  process.kill(pid, 'SIGSTOP')
  await expect
    .poll(async () => wholeNumbers(await inPage()).at(-1))
    .toBe(wholeNumbers(await core()).at(-1))
  expectNoGap(wholeNumbers(await core()))
  expectNoGap(wholeNumbers(await inPage()))
  process.kill(pid, 'SIGKILL')
  await started.close()
  removeHome(home)
})

/** Returns scrollback and screen of a session, as the worker has them. */
function coreText({ app }: Started, id: string): Promise<string> {
  return app.evaluate(async (_, tab) => {
    const { vibeflowMainTest: hook } = globalThis as unknown as {
      vibeflowMainTest: {
        shadow(tab: string, form: string, lines: number): Promise<{ payload: string } | null>
      }
    }
    return (await hook.shadow(tab, 'text', 20_000))?.payload ?? '' // it starts again
  }, id)
}

for (let run = 0; run < 20; run += 1)
  test(`programs keep running after a kill at random moment ${run}`, slow, async () => {
    const starts = run % 4 === 3 ? [Math.random() * 3_000] : []
    await killedAt({
      waitMs: Math.random() * 4_000,
      victim: run % 4 === 1 ? 'browser' : 'main',
      starts,
    })
  })
