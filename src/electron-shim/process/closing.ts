/**
 * Ends the process: first the browser, its processes and profile. Every exit goes through this
 * file.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { orphanPollMs, orphanPollsMax, secondInstanceMs } from '../limits.ts'
import { say } from './problem.ts'
import { theEngine } from '../run.ts'
import { deliveries, releaseLock } from './single-instance.ts'

/** `now`: the app is quitting, whatever its windows do. */
export const quitting = { now: false }

const lastActs: (() => void)[] = []
let leaving = false

/** Registers cleanup that must not outlive the process, such as a clipboard's owner. */
export function beforeLeaving(act: () => void): void {
  lastActs.push(act)
}

export function leave(code: number): void {
  if (leaving) return
  leaving = true
  void leaveAfterClosing(code)
}

async function leaveAfterClosing(code: number): Promise<never> {
  for (const act of [...lastActs, releaseLock]) {
    try {
      act()
    } catch (error) {
      say(`something was left behind: ${String(error)}`) // exit nevertheless
    }
  }
  await Promise.race([Promise.allSettled(deliveries), delay(secondInstanceMs)])
  await theEngine().close()
  process.exit(code)
}

/** The first signal asks, as the last window does; a second one does not. */
export function leaveOnSignals(ask: () => void): void {
  for (const [signal, number] of [
    ['SIGTERM', 15],
    ['SIGINT', 2],
    ['SIGHUP', 1],
  ] as const) {
    let times = 0
    process.on(signal, () => {
      if (times++ === 0) ask()
      else leave(128 + number)
    })
  }
}

/** Under a test driver: exits when its process or the last debug client is gone. */
export function leaveWithDriver(): void {
  const parent = process.ppid
  const port = Number(URL.parse(process.getBuiltinModule('node:inspector').url() ?? '')?.port ?? 0)
  let seen = false
  let missing = 0
  setInterval(() => {
    if (process.ppid !== parent) return leave(1)
    if (port === 0) return
    if (hasClient(port)) {
      seen = true
      missing = 0
    } else if (seen && ++missing >= orphanPollsMax) leave(1)
  }, orphanPollMs).unref()
}

/** Returns the kernel's table of connections, or the last one at the limit of open files. */
function connections(): string {
  try {
    return (tableBefore = readFileSync('/proc/self/net/tcp', 'utf8'))
  } catch {
    return tableBefore
  }
}
let tableBefore = ''

/** Whether the inspector's port has an established connection (state 01). */
function hasClient(port: number): boolean {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return connections()
    .split('\n')
    .some((line) => {
      const fields = line.trim().split(/\s+/)
      return fields[1]?.endsWith(local) && fields[3] === '01'
    })
}
