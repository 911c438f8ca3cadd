/**
 * The one way out: the browser, its processes and its profile go first, then this process. Every
 * cause of an end comes here.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { setTimeout as delay } from 'node:timers/promises'
import { orphanPollMs, orphanPollsMax, secondInstanceMs } from './limits.ts'
import { expected, say } from './problem.ts'
import { theEngine } from './run.ts'
import { deliveries, releaseLock } from './single-instance.ts'

/** `now`: no further window decides anything. */
export const quitting: {
  now: boolean
  relaunch?: { readonly program: string; readonly args: readonly string[] }
} = { now: false }

const lastActs: (() => void)[] = []
let leaving = false

/**
 * Something of this process that must not outlive it (a clipboard's owner, notifications of the
 * desktop).
 */
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
      say(`something was left behind: ${String(error)}`) // and is no reason to stay
    }
  }
  await Promise.race([Promise.allSettled(deliveries), delay(secondInstanceMs)])
  await theEngine().close()
  if (quitting.relaunch !== undefined) {
    const { program, args } = quitting.relaunch
    spawn(program, args, { detached: true, stdio: 'inherit' }).on('error', expected).unref()
  }
  process.exit(code)
}

/** A signal asks like the last window does; a second one does not ask. */
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

/** Under a driver: ends when its process, or the last debug client after there was one, is gone. */
export function leaveWithDriver(): void {
  const parent = process.ppid
  const port = Number(URL.parse(inspector.url() ?? '')?.port ?? 0)
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

/**
 * The kernel's table of connections; the one before, while the app has as many files open as it
 * may.
 */
function connections(): string {
  try {
    return (tableBefore = readFileSync('/proc/self/net/tcp', 'utf8'))
  } catch {
    return tableBefore
  }
}
let tableBefore = ''

/** An established connection (state 01) to our inspector's port, in the kernel's table. */
function hasClient(port: number): boolean {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return connections()
    .split('\n')
    .some((line) => {
      const fields = line.trim().split(/\s+/)
      return fields[1]?.endsWith(local) && fields[3] === '01'
    })
}
