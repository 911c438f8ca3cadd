/**
 * `requestSingleInstanceLock`: a 0600 socket in the runtime directory for each userData folder.
 * Node binds Unix sockets synchronously, so the result is immediate. A second instance delivers its
 * message before it exits.
 */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolders } from '../../host/files/make-folders.ts'
import {
  deliverPollMs,
  secondInstanceBytesMax,
  secondInstanceMs,
  socketPathBytesMax,
} from '../limits.ts'
import { own, take } from './owners.ts'
import { expected, say, Stop } from './problem.ts'

type OnStart = (argv: string[], cwd: string, data: unknown) => void

/** Length of the name derived from a userData folder. */
const nameLetters = 24
const socketEnd = '.sock'
/** Owner of a released lock. */
const released = 'released'

/** Pending messages to the first instance. */
export const deliveries: Promise<void>[] = []
let held:
  | {
      readonly server: Server
      readonly socket: string
      readonly base: string
      readonly turn: number
      readonly link: string
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
  const link = path.join(userData, 'SingletonLock')
  if (turn === null) {
    // The first instance is about to create it, or to replace that of a crashed one.
    for (let tries = 0; tries < 20 && !namesLiving(link); tries++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    deliveries.push(deliver(socket, { argv: process.argv, cwd: process.cwd(), data }))
    return false
  }
  rmSync(socket, { force: true })
  const server = createServer((connection) => receive(connection, onStart))
  server.on('error', expected) // a later start reports that no process listens
  const mask = process.umask(0o177)
  server.listen(socket)
  process.umask(mask)
  server.unref()
  held = { server, socket, base, turn, link }
  try {
    rmSync(link, { force: true })
    symlinkSync(`${os.hostname()}-${process.pid}`, link) // as Chromium's
  } catch (error) {
    expected(error) // only a test has no such folder
  }
  return true
}

function namesLiving(link: string): boolean {
  try {
    return existsSync(`/proc/${/\d+$/.exec(readlinkSync(link))?.[0]}`)
  } catch {
    return false // no link
  }
}

export function releaseLock(): void {
  if (held === undefined) return
  const { server, socket, base, turn, link } = held
  held = undefined
  server.close()
  try {
    rmSync(link, { force: true })
    rmSync(socket, { force: true }) // before the next start binds it
    take(base, turn + 1, released)
  } catch (error) {
    // The folder is gone, as after a logout, or read-only. The next start sees that this process
    // has exited.
    expected(error)
  }
}

/**
 * Must be private (0700): another user could otherwise answer or create it first. Later starts find
 * the same one.
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
        // the parents of other folders must exist
        makeFolders(path.dirname(folder))
      make(folder)
      const stat = lstatSync(folder)
      if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o077) !== 0)
        throw new Error(`${folder} is not a private directory of this user`)
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
    // otherwise another start has just created it
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Retries for a while, since the first instance may be starting or exiting. */
async function deliver(socket: string, message: object): Promise<void> {
  for (
    const end = performance.now() + secondInstanceMs;
    performance.now() < end;
    await delay(deliverPollMs)
  )
    if (await deliverOnce(socket, message)) return
  say('the vibeflow that runs did not take what was asked for; it may be ending. Try again')
}

/** @returns whether it listened and read everything */
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
      expected(error) // not from a shim: ignore
    }
  })
}
