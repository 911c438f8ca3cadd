/**
 * Runs the program that connects to the other side: replaces this process if nothing is brought,
 * else runs it as a child. Holds back the child's output until the remote side has started or
 * clearly will not.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { exits } from '../../../core/clients/exit-codes.ts'
import { exitOfSignal, failure } from '../../command/exit-codes.ts'
import { signalNumber } from '../../../core/clients/socket/signals.ts'
import type { ProcessEnvironment } from '../../client/discover.ts'
import { programInPath } from '../../../host/pty/find-program.ts'

export interface Leading {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: ProcessEnvironment
}

/** A program that prints this long without the mark does something else. */
const heldMs = 1_500
/** More than the error message of any shell. Longer output is shown. */
const heldBytesMax = 65_536
/** Wait for more output after the connection: another program may keep it open. */
const drainMs = 500
/** Limit for such a program that keeps writing. A pipe contains less than this at the end. */
const drainBytesMax = 1_048_576

/** Replaces this process with the program, if this Node supports it. */
export function become({ program, args, environment }: Leading): number {
  const path = found(program, environment)
  const words = [program, ...args]
  makeBlocking()
  if (typeof process.execve === 'function')
    process.execve(path, words, environment as Record<string, string>)
  const { status, signal, error } = spawnSync(path, [...args], {
    stdio: 'inherit',
    env: environment as NodeJS.ProcessEnv,
  })
  if (error !== undefined) throw failure(error.message)
  return signal === null ? (status ?? exits.failed) : exitOfSignal(signalNumber(signal))
}

/** Makes the pipes blocking again: the next program expects it. There is no public API. */
function makeBlocking(): void {
  for (const stream of [process.stdout, process.stderr])
    (stream as { readonly _handle?: { setBlocking?(on: boolean): void } })._handle?.setBlocking?.(
      true,
    )
}

type ConnectOutcome =
  | { readonly exit: number }
  /** The remote side did not understand the command; none of its output was shown. */
  | { readonly refused: number; readonly output: Buffer }

/** @param mark first output of the remote side */
export async function lead(
  { program, args, environment }: Leading,
  mark: Uint8Array,
): Promise<ConnectOutcome> {
  const child = spawn(found(program, environment), [...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: environment as NodeJS.ProcessEnv,
  })
  const stop = attend(child)
  const held = new Held(mark)
  child.stdout.on('data', (bytes: Buffer) => {
    const shown = held.take(bytes)
    if (shown.length > 0 && !process.stdout.write(shown)) {
      child.stdout.pause()
      process.stdout.once('drain', () => child.stdout.resume())
    }
  })
  try {
    const { code, signal } = await ended(child)
    await drained(child.stdout)
    if (signal !== null) {
      process.stdout.write(held.release())
      return { exit: exitOfSignal(signalNumber(signal)) }
    }
    const exit = code ?? exits.failed
    const output = held.release()
    if (held.isSilent && exit !== 0) return { refused: exit, output }
    process.stdout.write(output)
    return { exit }
  } finally {
    stop()
    child.stdout.destroy()
  }
}

/** Runs the program with this terminal. @returns its exit code */
export async function accompany({ program, args, environment }: Leading): Promise<number> {
  const child = spawn(found(program, environment), [...args], {
    stdio: 'inherit',
    env: environment as NodeJS.ProcessEnv,
  })
  const stop = attend(child)
  try {
    const { code, signal } = await ended(child)
    return signal === null ? (code ?? exits.failed) : exitOfSignal(signalNumber(signal))
  } finally {
    stop()
  }
}

/** Resolves when all output from before the connection's end is read. */
async function drained(output: Readable): Promise<void> {
  const closed = new Promise<void>((resolve) => output.once('close', resolve))
  let [bytes, before] = [0, -1]
  output.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  while (!output.closed && (output.isPaused() || (bytes > before && bytes < drainBytesMax))) {
    before = bytes
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    await turn() // On a busy machine the time may pass before pending output is read.
  }
}

/** Holds back output until its origin is clear. */
class Held {
  readonly #mark: Uint8Array
  #waiting: Buffer | null = Buffer.alloc(0)
  #timer: NodeJS.Timeout | null = null
  #isSilent = true

  constructor(mark: Uint8Array) {
    this.#mark = mark
  }

  /** Whether nothing was shown and the remote side has not started. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  take(bytes: Buffer): Buffer {
    if (this.#waiting === null) return bytes
    const all = Buffer.concat([this.#waiting, bytes])
    this.#waiting = all
    const at = all.indexOf(this.#mark)
    if (at !== -1) {
      this.#give()
      return Buffer.concat([all.subarray(0, at), all.subarray(at + this.#mark.length)])
    }
    if (all.length > heldBytesMax) return this.#give()
    this.#timer ??= setTimeout(() => process.stdout.write(this.#give()), heldMs)
    return Buffer.alloc(0)
  }

  /** Returns held output regardless of its origin. */
  release(): Buffer {
    if (this.#timer !== null) clearTimeout(this.#timer)
    const rest = this.#waiting ?? Buffer.alloc(0)
    this.#waiting = null
    return rest
  }

  #give(): Buffer {
    this.#isSilent = false
    return this.release()
  }
}

function ended(child: ChildProcess) {
  return new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => reject(failure(error.message)))
  })
}

/**
 * Passes signals to the child, except those of keys, which reach it directly. If the child is
 * stopped (ssh with `~^Z`), this process stops too, so that the shell gets the terminal.
 */
function attend(child: ChildProcess): () => void {
  const nothing = () => undefined
  const handOn = (signal: NodeJS.Signals) => child.kill(signal)
  const changed = () => {
    if (child.pid !== undefined && isStopped(child.pid)) process.kill(process.pid, 'SIGSTOP')
  }
  const handlers: readonly [NodeJS.Signals, (signal: NodeJS.Signals) => void][] = [
    ['SIGINT', nothing],
    ['SIGQUIT', nothing],
    ['SIGTERM', handOn],
    ['SIGHUP', handOn],
    ['SIGCHLD', changed],
  ]
  for (const [signal, handler] of handlers) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

function isStopped(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).startsWith('T')
  } catch {
    return false // ended
  }
}

function found(program: string, environment: ProcessEnvironment): string {
  const path = programInPath(program, environment['PATH'])
  if (path !== null) return path
  throw failure(`can't find ${program} in PATH. Install it, or correct PATH.`)
}
