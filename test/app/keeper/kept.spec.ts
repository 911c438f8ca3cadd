/** Programs keep running when vibeflow is killed, and the next start shows them as they are. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slow } from '../../slow.ts'
import { expect, makeHome, startAgain, startApp, test, type Started } from '../app.ts'
import { processesOf } from '../processes.ts'
import { enginesOf, keepersOf, removeHome } from './keeper-process.ts'
import { referenceScreen } from './reference.ts'

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

async function newTab({ page, tabs }: Started, command: string): Promise<void> {
  const before = (await tabs()).length
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(before + 1)
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.screen().join('\n')))
    .toContain('ready$')
  await enterLine({ page } as Started, command)
}

async function enterLine({ page }: Pick<Started, 'page'>, command: string): Promise<void> {
  await page.keyboard.insertText(command)
  await page.keyboard.press('Enter')
}

const flood =
  'n=0; while :; do for i in 1 2 3 4 5 6 7 8 9 10; do n=$((n+1)); echo "line $n"; done; done'
const counter =
  'trap "" HUP; n=0; while :; do n=$((n+1)); printf "\\rcount %d " $n; sleep 0.05; done'

const agent = "printf '\\033]7501;state=blocked:app=deploy\\033\\\\asks'; read x"

const scripts: Readonly<Record<string, string>> = { flood, counter, agent }

/** Returns the age of the state of the last tab, which needs the user. */
async function ageOfNeed({ page, tabs }: Started): Promise<number> {
  await expect.poll(async () => (await tabs()).at(-1)?.state).toBe('waiting')
  return page.evaluate(() => window.vibeflowTest!.agents().at(-1)?.ageMs ?? Number.NaN)
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
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(join(home, `${name}.sh`), `echo $$ > ${home}/${name}.pid; ${text}\n`)
  writeFileSync(join(home, 'text'), Array.from({ length: 60 }, (_, row) => `row ${row}`).join('\n'))
  const first = await startApp({ home })
  await first.shows('ready$')
  await enterLine(first, `exec sh ${home}/counter.sh`)
  await newTab(first, `exec sh ${home}/flood.sh`)
  await newTab(first, 'vim -u NONE -c "set ruler" text')
  const server = `tmux -L ${home.slice(-6)} -f /dev/null`
  await newTab(first, `${server} new -s kept "echo in tmux; cat" ";" set status off`)
  await first.shows('in tmux')
  await newTab(first, `sh ${home}/agent.sh`)
  await first.shows('asks')
  await ageOfNeed(first)
  const needsFrom = Date.now()
  await first.page.waitForTimeout(waitMs) // the moment of the kill is the subject
  const before = (await first.tabs()).map(({ id }) => id)
  // but for vim's message, which vim removes when it draws again
  const screensOf = ({ screen }: Started) =>
    Promise.all(before.slice(2, 4).map(async (id) => (await screen(id)).slice(0, -1)))
  const shown = await screensOf(first)
  await kill(first, victim)
  const pids = ['flood', 'counter'].map((name) =>
    Number(readFileSync(join(home, `${name}.pid`), 'utf8')),
  )
  for (const pid of pids) process.kill(pid, 0)

  for (const ms of starts) await killedStart(home, ms)
  const next = await startApp({ home })
  await expect.poll(async () => (await next.tabs()).map(({ id }) => id)).toEqual(before)
  for (const pid of pids) process.kill(pid, 0)
  // within the time that a state may take to be seen on a busy machine
  expect(Math.abs((await ageOfNeed(next)) - (Date.now() - needsFrom))).toBeLessThan(5_000)
  const [counted = '', flooded = ''] = before
  await expect.poll(() => screensOf(next)).toEqual(shown)
  const count = async () => Number(/count (\d+)/.exec((await next.screen(counted)).join(' '))?.[1])
  const then = await count()
  await expect.poll(count).toBeGreaterThan(then)

  // It is stopped, so that its lines can be compared.
  process.kill(pids[0] ?? 0, 'SIGSTOP')
  await next.page.keyboard.press('Alt+2')
  const lines = await referenceScreen(next, flooded)
  const numbers = lines
    .filter((line) => line !== '')
    .map((line) => Number(/^line (\d+)$/.exec(line)?.[1]))
  // the rows that start and end in the middle of a line
  const whole = numbers.slice(1, -1)
  expect(whole.length).toBeGreaterThan(100)
  expect(whole.findIndex((number, index) => number !== (whole[0] ?? 0) + index)).toBe(-1)

  process.kill(pids[0] ?? 0, 'SIGCONT')
  await next.close()
  spawnSync('tmux', ['-L', home.slice(-6), 'kill-server'])
  // The shim ends soon after its driver has left, before it kills a program that ignores SIGHUP.
  killIfThere(pids[1])
  await expect.poll(() => processesOf(home)).toEqual([])
  await expect.poll(() => keepersOf(home)).toEqual([])
  removeHome(home)
}

test('programs of a killed app keep running in the tabs of the next one', async () => {
  await killedAt({ waitMs: 700 })
})

test('programs keep running when the browser process is killed', slow, async () => {
  await killedAt({ waitMs: 700, victim: 'browser' })
})

for (let run = 0; run < 20; run += 1)
  test(`programs keep running after a kill at random moment ${run}`, slow, async () => {
    const starts = run % 4 === 3 ? [Math.random() * 3_000] : []
    await killedAt({
      waitMs: Math.random() * 4_000,
      victim: run % 4 === 1 ? 'browser' : 'main',
      starts,
    })
  })
