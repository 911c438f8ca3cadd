/**
 * `requestSingleInstanceLock`: a 0600 socket under the runtime directory, one per userData folder.
 * Binding a Unix socket is done at once by Node, so the answer needs no waiting; what a second
 * instance says is delivered before it leaves.
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  deliverPollMs,
  secondInstanceBytesMax,
  secondInstanceMs,
  socketPathBytesMax,
} from './limits.ts'
import { own, take } from './owners.ts'
import { expected, say, Stop } from './problem.ts'

type OnStart = (argv: string[], cwd: string, data: unknown) => void

/** Of the name that stands for a userData folder. */
const nameLetters = 24
const socketEnd = '.sock'
/** Owner of a lock that was given back. */
const released = 'released'

/** Words on their way to the first instance. */
export const deliveries: Promise<void>[] = []
let held:
  | {
      readonly server: Server
      readonly socket: string
      readonly base: string
      readonly turn: number
    }
  | undefined

export function takeLock(userData: string, data: object, onStart: OnStart): boolean {
  if (held !== undefined) return true
  const base = path.join(
    runtimeFolder(),
    createHash('sha256').update(userData).digest('hex').slice(0, nameLetters),
  )
  const socket = base + socketEnd
  const turn = own(base)
  if (turn === null) {
    deliveries.push(deliver(socket, { argv: process.argv, cwd: process.cwd(), data }))
    return false
  }
  rmSync(socket, { force: true })
  const server = createServer((connection) => receive(connection, onStart))
  server.on('error', expected) // a later start says that nobody listens
  const mask = process.umask(0o177)
  server.listen(socket)
  process.umask(mask)
  server.unref()
  held = { server, socket, base, turn }
  return true
}

export function releaseLock(): void {
  if (held === undefined) return
  const { server, socket, base, turn } = held
  held = undefined
  server.close()
  try {
    rmSync(socket, { force: true }) // before the next one may bind it
    take(base, turn + 1, released)
  } catch (error) {
    // the folder is gone, as after a logout, or takes nothing more: whoever leaves, leaves. The
    // next start sees that this process is gone
    expected(error)
  }
}

/**
 * 0700 and our own: another user could answer for us elsewhere, or make the folder before us. A
 * later start finds the same one.
 */
function runtimeFolder(): string {
  const uid = process.getuid?.()
  const named = (variable: string) =>
    [process.env[variable]].filter(
      (value) => value !== undefined && path.isAbsolute(value),
    ) as string[]
  const state = named('XDG_STATE_HOME')[0] ?? path.join(os.homedir(), '.local/state')
  const problems: string[] = []
  for (const folder of [
    ...named('XDG_RUNTIME_DIR').map((runtime) => path.join(runtime, 'vibeflow-shim')),
    path.join(os.tmpdir(), `vibeflow-shim-${uid}`),
    path.join(state, 'vibeflow/shim-lock'),
  ]) {
    try {
      if (folder.startsWith(state))
        // the others lie in what must be there
        mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 })
      make(folder)
      const stat = lstatSync(folder)
      if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o077) !== 0)
        throw new Error(`${folder} is not a private folder of ours`)
      accessSync(folder, constants.W_OK)
      if (Buffer.byteLength(folder) + 1 + nameLetters + socketEnd.length > socketPathBytesMax)
        throw new Error(`${folder} is too long for a socket`)
      return folder
    } catch (error) {
      expected(error)
      problems.push((error as Error).message)
    }
  }
  throw new Stop(`no folder for the lock of a single instance: ${problems.join('; ')}`)
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // else an earlier start has made it, or one at this moment
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * The first instance may have begun, or be ending, in this very moment: it is tried for as long as
 * it may take.
 */
async function deliver(socket: string, message: object): Promise<void> {
  for (
    const end = performance.now() + secondInstanceMs;
    performance.now() < end;
    await delay(deliverPollMs)
  )
    if (await deliverOnce(socket, message)) return
  say('the vibeflow that runs did not take what was asked for; it may be ending. Try again')
}

/** @returns whether it was there, and did not end before it had read all */
function deliverOnce(socket: string, message: object): Promise<boolean> {
  return new Promise((resolve) => {
    let there = false
    const connection = connect(socket, () => {
      there = true
      connection.end(JSON.stringify(message))
    })
    connection.setTimeout(secondInstanceMs, () => connection.destroy())
    connection.on('error', (error) => {
      expected(error) // the other process does not listen yet, or has ended
      there = false
    })
    connection.on('close', () => resolve(there))
  })
}

function receive(connection: Socket, onStart: OnStart): void {
  const chunks: Buffer[] = []
  let length = 0
  connection.setTimeout(secondInstanceMs, () => connection.destroy())
  connection.on('error', expected)
  connection.on('data', (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    if (length > secondInstanceBytesMax) connection.destroy()
  })
  connection.on('end', () => {
    try {
      const message: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      if (typeof message !== 'object' || message === null) return
      const { argv, cwd, data } = message as { argv?: unknown; cwd?: unknown; data?: unknown }
      if (
        Array.isArray(argv) &&
        argv.every((item) => typeof item === 'string') &&
        typeof cwd === 'string'
      )
        onStart(argv, cwd, data)
    } catch (error) {
      expected(error) // not from a shim: nothing to read
    }
  })
}
