/** Restarts the running apps. Their programs keep running in the keeper. */
import { setTimeout as delay } from 'node:timers/promises'
import { appsIn, findRoots, type ProcessEnvironment } from '../client/discover.ts'
import { failure } from '../command/exit-codes.ts'
import { askAppAt, askEveryApp, notRunning } from './ask-app.ts'

/** Longest end and start of an app on a busy machine. */
const startMaxMs = 40_000
const lookMs = 100

/** Returns the number of restarted apps, when a new one answers. Rejects with `CommandError`. */
export async function restartApps(environment: ProcessEnvironment): Promise<number> {
  const before = await runningApps(environment)
  if (before.length === 0) throw notRunning()
  for (const path of before) await askAppAt(path, { cmd: 'restart' })
  for (const end = Date.now() + startMaxMs; Date.now() < end; await delay(lookMs)) {
    const now = await runningApps(environment)
    if (now.length > 0 && !now.some((path) => before.includes(path))) return before.length
  }
  throw failure('vibeflow did not start again. Start it to see the programs, which keep running.')
}

/** Returns the sockets of the apps that answer. */
export async function runningApps(environment: ProcessEnvironment): Promise<readonly string[]> {
  if (appsIn(findRoots(environment)).length === 0) return []
  return (await askEveryApp(environment, { cmd: 'panes' })).map(({ path }) => path)
}
