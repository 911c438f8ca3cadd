/**
 * Runs the program that leads to the other side: in our place where nothing is brought, else as a
 * child, whose output is held back until the other side has begun, or until it is clear that it
 * will not.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { exits, CommandError, exitOfSignal } from '../exit-codes.ts'
import { signalNumber } from '../../core/clients/socket/signals.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { programInPath } from '../../host/pty/find-program.ts'

export interface Leading {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: ProcessEnvironment
}

/** From the first byte on: who prints so long without having begun does something else. */
const heldMs = 1_500
/** More than any shell's complaint; what has printed this much is shown. */
const heldBytesMax = 65_536
/**
 * A program that outlives the connection may keep its output open. Output that is quiet for so long
 * is no longer read.
 */
const drainMs = 500
/** That program may also go on writing. The pipe held less than this at the connection's end. */
const drainBytesMax = 1_048_576

/** The program itself, in our place where this Node can: nothing stands in between. */
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
  if (error !== undefined) throw new CommandError('failed', error.message)
  return signal === null ? (status ?? exits.failed) : exitOfSignal(signalNumber(signal))
}

/**
 * Node has made our pipes such that a write into a full one fails; the next program would take that
 * for the end. No public call takes it back.
 */
function makeBlocking(): void {
  for (const stream of [process.stdout, process.stderr])
    (stream as { readonly _handle?: { setBlocking?(on: boolean): void } })._handle?.setBlocking?.(
      true,
    )
}

export type ConnectOutcome =
  | { readonly exit: number }
  /** The other side took what it was sent for nothing that it knows; nothing was shown of it. */
  | { readonly refused: number; readonly output: Buffer }

/** The program, whose other side begins with `mark`. */
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

/** Resolves when all is read that the connection wrote before its end. */
async function drained(output: Readable): Promise<void> {
  const closed = new Promise<void>((resolve) => output.once('close', resolve))
  let [bytes, before] = [0, -1]
  output.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  while (!output.closed && (output.isPaused() || (bytes > before && bytes < drainBytesMax))) {
    before = bytes
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    await turn() // on a busy machine the time may pass before what has come is read
  }
}

/** Output until it is known whose it is. */
class Held {
  readonly #mark: Uint8Array
  #waiting: Buffer | null = Buffer.alloc(0)
  #timer: NodeJS.Timeout | null = null
  #isSilent = true

  constructor(mark: Uint8Array) {
    this.#mark = mark
  }

  /** Nothing has been shown, and the other side has not begun. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  /** What is to be shown now. */
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

  /** Without a judgement on whose it is. */
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
    child.once('error', (error) => reject(new CommandError('failed', error.message)))
  })
}

/**
 * Keys' signals reach the child by themselves, others are handed on; with a child that was stopped
 * (ssh by `~^Z`) we stop too, so that the shell is back.
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
    return false // it has ended
  }
}

function found(program: string, environment: ProcessEnvironment): string {
  const path = programInPath(program, environment['PATH'])
  if (path !== null) return path
  throw new CommandError('failed', `${program} is not in PATH. Install it, or correct PATH.`)
}
