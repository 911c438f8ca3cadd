/**
 * Runs a program with limits on time, output and number, in a group of its own. A program that
 * blocks in the kernel is killed, but nothing waits for its end.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { isAbsolute } from 'node:path'
import {
  errorUnitsMax,
  urgentMax,
  runNice,
  runsMax,
  runsStuckMax,
  runsWaitingMax,
} from './limits.ts'

export interface BoundedRun {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Its directory; otherwise `/`, since the directory of a dead disk would block this process. */
  readonly directory?: string
  readonly input?: Uint8Array
  readonly withinMs: number
  readonly bytesMax: number
  /** Returns the first `bytesMax` bytes of longer output, which otherwise is a failure. */
  readonly cut?: true
  /** The user waits for it: it starts immediately, at the usual priority. */
  readonly urgent?: true
  /** Called if the program ended with an error, with the end of its standard error. */
  readonly failed?: (words: string) => void
  /** Time in which it cleans up after its limit, ms. Otherwise it is killed then. */
  readonly cleansUpMs?: number
}

let running = 0
let urgent = 0
let stuck = 0
const waiting: (() => void)[] = []

/** Returns the standard output; `null` if the program failed or reached a limit. */
export async function runBounded(run: BoundedRun): Promise<Uint8Array | null> {
  if (stuck >= runsStuckMax || waiting.length >= runsWaitingMax) return null
  if (run.urgent === true && urgent < urgentMax) {
    urgent += 1
    return ended(run)
      .catch(() => null)
      .finally(() => {
        urgent -= 1
      })
  }
  if (running >= runsMax) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await ended(run).catch(() => null) // too many open files
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next() // it takes the place
  }
}

/** Keeps the absolute directories of PATH: others would depend on the current directory. */
export function absolutePath(path: string | undefined): string {
  const folders = (path ?? '').split(':').filter(isAbsolute)
  return folders.length === 0 ? '/usr/bin:/bin' : folders.join(':')
}

function ended(run: BoundedRun): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const child = spawn(run.program, run.args, {
      cwd: run.directory ?? '/',
      env: run.environment,
      stdio: ['pipe', 'pipe', run.failed === undefined ? 'ignore' : 'pipe'],
      detached: true,
    })
    const parts: Uint8Array[] = []
    let size = 0
    let words = ''
    let isOver = false
    const settle = (bytes: Uint8Array | null): void => {
      clearTimeout(late)
      resolve(bytes)
    }
    const giveUp = (bytes: Uint8Array | null): void => {
      if (isOver) return
      isOver = true
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        stuck += 1
        child.once('exit', () => {
          stuck -= 1
        })
        signalGroup(child.pid, 'SIGKILL')
      }
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      settle(bytes)
    }
    const { cleansUpMs = 0 } = run
    let late = setTimeout(() => {
      if (cleansUpMs === 0 || child.pid === undefined) giveUp(null)
      else {
        late = setTimeout(() => giveUp(null), cleansUpMs)
        signalGroup(child.pid, 'SIGTERM')
      }
    }, run.withinMs)
    child.once('error', () => giveUp(null))
    if (child.pid === undefined) return
    if (run.urgent !== true) lowerPriority(child.pid)
    child.stderr?.on('data', (bytes: Buffer) => {
      words = (words + bytes.toString()).slice(-errorUnitsMax)
    })
    child.stdout?.on('data', (bytes: Buffer) => {
      parts.push(bytes.subarray(0, run.bytesMax - size))
      size += bytes.length
      if (size > run.bytesMax) giveUp(run.cut === true ? Buffer.concat(parts) : null)
    })
    child.stdin?.on('error', () => undefined) // it need not read its input
    child.stdin?.end(run.input)
    child.once('close', (code) => {
      if (isOver) return
      isOver = true
      if (code !== 0) run.failed?.(words)
      settle(code === 0 ? Buffer.concat(parts) : null)
    })
  })
}

/** Lets other programs go first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, runNice)
  } catch {
    // it has just ended
  }
}

function signalGroup(leader: number, signal: 'SIGKILL' | 'SIGTERM'): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // it has just ended
  }
}
