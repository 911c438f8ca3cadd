/**
 * Five programs in tabs, which outlive vibeflow: a counter that ignores SIGHUP, a flood of numbered
 * lines, vim, tmux, and an agent that asks.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Started } from '../app.ts'
import { processesOf } from '../processes.ts'
import { keepersOf, removeHome } from './keeper-process.ts'
import { referenceScreen } from './reference.ts'

const tenLines = 'for i in 1 2 3 4 5 6 7 8 9 10; do n=$((n+1)); echo "line $n"; done'
const numbered = (pause: string) => `n=0; while :; do ${tenLines}${pause}; done`
export const flood = numbered('')
/** 200 lines a second, so that the history has those before and after a kill. */
export const steadyFlood = numbered('; sleep 0.05')
const counter =
  'trap "" HUP; n=0; while :; do n=$((n+1)); printf "\\rcount %d " $n; sleep 0.05; done'
const agent = "printf '\\033]7501;state=blocked:app=deploy\\033\\\\asks'; read x"

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

/** Returns the age of the state of the last tab, which needs the user. */
async function ageOfNeed({ page, tabs }: Started): Promise<number> {
  await expect.poll(async () => (await tabs()).at(-1)?.state).toBe('waiting')
  return page.evaluate(() => window.vibeflowTest!.agents().at(-1)?.ageMs ?? Number.NaN)
}

/** Returns the numbers of whole lines, without the rows that start and end in a line. */
export function wholeNumbers(lines: readonly string[]): number[] {
  return lines
    .filter((line) => line !== '')
    .map((line) => Number(/^line (\d+)$/.exec(line)?.[1]))
    .slice(1, -1)
}

/** Expects many numbered lines without a gap or a double. */
export function expectNoGap(whole: readonly number[]): void {
  expect(whole.length).toBeGreaterThan(100)
  expect(whole.findIndex((number, index) => number !== (whole[0] ?? 0) + index)).toBe(-1)
}

/** The programs that an app leaves. */
interface Left {
  /** Sessions in the order of the tabs. */
  readonly ids: readonly string[]
  /** Fails if one has ended. */
  readonly live: () => void
  /** Compares them with those in the next app. */
  readonly check: (next: Started) => Promise<void>
  /** Compares them with those in the next app, and ends them with it. */
  readonly checkIn: (next: Started) => Promise<void>
}

interface RunningPrograms {
  readonly first: Started
  /** Reads what an app shows, just before its end. */
  readonly leaves: (app?: Started) => Promise<Left>
}

/**
 * Starts the programs in an app.
 * @param more command of a further tab before that of the agent
 */
export async function startPrograms(
  first: Started,
  lines = flood,
  more: string | null = null,
): Promise<RunningPrograms> {
  const { home } = first
  for (const [name, text] of Object.entries({ flood: lines, counter, agent }))
    writeFileSync(join(home, `${name}.sh`), `echo $$ > ${home}/${name}.pid; ${text}\n`)
  writeFileSync(join(home, 'text'), Array.from({ length: 60 }, (_, row) => `row ${row}`).join('\n'))
  await first.shows('ready$')
  await enterLine(first, `exec sh ${home}/counter.sh`)
  await newTab(first, `exec sh ${home}/flood.sh`)
  await newTab(first, 'vim -u NONE -c "set ruler" text')
  const server = `tmux -L ${home.slice(-6)} -f /dev/null`
  await newTab(first, `${server} new -s kept "echo in tmux; cat" ";" set status off`)
  await first.shows('in tmux')
  if (more !== null) await newTab(first, more)
  await newTab(first, `sh ${home}/agent.sh`)
  await first.shows('asks')
  await ageOfNeed(first)
  const needsFrom = Date.now()
  return {
    first,
    leaves: async (last = first) => {
      const ids = (await last.tabs()).map(({ id }) => id)
      // but for vim's message, which vim removes when it draws again
      const screensOf = ({ screen }: Started) =>
        Promise.all(ids.slice(2, 4).map(async (id) => (await screen(id)).slice(0, -1)))
      const shown = await screensOf(last)
      const printed = Number(/\d+/.exec((await last.screen(ids[1])).join(' '))?.[0])
      const pids = ['flood', 'counter'].map((name) =>
        Number(readFileSync(join(home, `${name}.pid`), 'utf8')),
      )
      const live = () => {
        for (const pid of pids) process.kill(pid, 0)
      }
      const check = async (next: Started) => {
        await expect.poll(async () => (await next.tabs()).map(({ id }) => id)).toEqual(ids)
        live()
        // within the time that a state may take to be seen on a busy machine
        const age = await ageOfNeed(next)
        expect(Math.abs(age - (Date.now() - needsFrom))).toBeLessThan(5_000)
        await expect.poll(() => screensOf(next)).toEqual(shown)
        const [counted = '', flooded = ''] = ids
        const count = async () =>
          Number(/count (\d+)/.exec((await next.screen(counted)).join(' '))?.[1])
        const then = await count()
        await expect.poll(count).toBeGreaterThan(then)
        // It is stopped, so that its lines can be compared.
        process.kill(pids[0] ?? 0, 'SIGSTOP')
        await next.page.keyboard.press('Alt+2')
        let whole: readonly number[] = []
        const oldest = async () => {
          whole = wholeNumbers(await referenceScreen(next, flooded))
          return whole[0]
        }
        if (lines === steadyFlood) {
          // From before the kill until after the next start. A busy page receives old rows later.
          await expect.poll(oldest).toBeLessThan(printed)
          expect(whole.at(-1)).toBeGreaterThan(printed)
        } else await oldest()
        expectNoGap(whole)
        process.kill(pids[0] ?? 0, 'SIGCONT')
      }
      const checkIn = async (next: Started) => {
        await check(next)
        await end(next, pids[1])
      }
      return { ids, live, check, checkIn }
    },
  }
}

/** Ends an app and its programs, and removes its home. */
async function end(app: Started, counter: number | undefined): Promise<void> {
  const { home } = app
  await app.close()
  spawnSync('tmux', ['-L', home.slice(-6), 'kill-server'])
  // The shim ends soon after its driver has left, before it kills a program that ignores SIGHUP.
  try {
    process.kill(counter ?? 0, 'SIGKILL')
  } catch {
    // the app has killed it
  }
  await expect.poll(() => processesOf(home)).toEqual([])
  await expect.poll(() => keepersOf(home)).toEqual([])
  removeHome(home)
}
