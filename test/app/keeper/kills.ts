/** Sudden ends of vibeflow's own processes. */
import { readFileSync } from 'node:fs'
import { below, pick } from '../../support/random.ts'
import { startAgain, test, type Started } from '../app.ts'
import { enginesOf } from './keeper-process.ts'

/** Kills a process of the app and waits until the app is gone; its programs live. */
export async function killApp({ app }: Started, victim: 'main' | 'browser'): Promise<void> {
  const child = app.process()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // the browser process of Electron is main
  const browser = childrenOf(child.pid ?? 0).find((pid) => isBrowser(pid))
  killIfThere(victim === 'browser' && browser !== undefined ? browser : (child.pid ?? 0))
  await gone
}

/** Kills the renderers, which are started again. */
export function killPages(home: string): void {
  for (const pid of enginesOf(home)) if (wordsOf(pid).includes('--type=renderer')) killIfThere(pid)
}

/** Ends the worker threads with the screens, which are started again. */
export function crashWorkers({ app }: Started): Promise<void> {
  return app.evaluate(() =>
    (
      globalThis as unknown as { vibeflowMainTest: { crashShadows(): void } }
    ).vibeflowMainTest.crashShadows(),
  )
}

/** Starts the app without a window and kills it after a time, at any point of the adoption. */
export async function killedStart(home: string, ms: number): Promise<void> {
  const ended = startAgain(home, [])
  const timer = setTimeout(() => {
    for (const pid of enginesOf(home)) killIfThere(pid)
  }, ms)
  await ended
  clearTimeout(timer)
}

/** The moment of a kill is the subject. */
const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Kills parts of an app and then the app. A worker crashes at most once: after a second crash, the
 * next worker skips the output on purpose.
 */
export async function killParts(random: () => number, app: Started): Promise<void> {
  for (const part of ['page', 'worker', 'page'].slice(below(random, 4))) {
    await moment(below(random, 1_500))
    await test.step(part, () => (part === 'page' ? killPages(app.home) : crashWorkers(app)))
  }
  const victim = pick(random, ['main', 'main', 'browser'] as const)
  await moment(below(random, 1_500))
  await test.step(victim, () => killApp(app, victim))
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}

function wordsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return '' // it has ended
  }
}

const isBrowser = (pid: number) => {
  const words = wordsOf(pid)
  return words.includes('chromium') && !words.includes('--type=')
}

function childrenOf(pid: number): number[] {
  const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
  return found.trim().split(' ').map(Number)
}
