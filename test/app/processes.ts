/** Processes of an app, and its sudden end. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, startAgain, type Started } from './app.ts'
import { killKeeper } from './keeper/keeper-process.ts'

/**
 * Pids of all programs in tabs of the app with this home, and of whatever they left; not of the
 * app's own processes.
 */
export function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
        return environment.includes(`HOME=${home}`) && environment.includes('TERM_PROGRAM=vibeflow')
      } catch {
        return false // gone
      }
    })
}

/** As when the machine loses its power, but for the disk. */
export async function cutPower({ app, home }: Started): Promise<void> {
  const { pid } = app.process()
  killKeeper(home)
  for (const one of [...(pid === undefined ? [] : [pid]), ...processesOf(home)])
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // its terminal was gone before
    }
  await expect.poll(() => processesOf(home)).toEqual([])
}

/** The page of the window that another start opens, once it has this many tabs. */
export async function startWindow(
  { app, home }: Pick<Started, 'app' | 'home'>,
  args: readonly string[],
  tabs = 1,
): Promise<Page> {
  const opened = app.waitForEvent('window')
  expect((await startAgain(home, args)).code).toBe(0)
  const page = await opened
  await page.waitForFunction((count) => window.vibeflowTest?.tabs().length === count, tabs)
  return page
}
