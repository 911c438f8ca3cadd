/**
 * `requestSingleInstanceLock`: a 0600 socket under the runtime directory, one per userData folder. Binding a Unix socket is
 * done at once by Node, so the answer needs no waiting; what a second instance says is delivered before it leaves.
 */
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { secondInstanceBytesMax, secondInstanceMs } from './limits.ts'
import { expected } from './problem.ts'
import { startTime } from './profile.ts'

type Heard = (argv: string[], cwd: string, data: unknown) => void

/** Words on their way to the first instance. */
export const deliveries: Promise<void>[] = []
let held: { readonly server: Server, readonly socket: string, readonly owner: string } | undefined

export function takeLock(userData: string, data: object, heard: Heard): boolean {
  if (held !== undefined) return true
  const base = path.join(runtimeFolder(), createHash('sha256').update(userData).digest('hex').slice(0, 24))
  const socket = `${base}.sock`
  const owner = `${base}.owner`
  if (!own(owner)) {
    deliveries.push(deliver(socket, { argv: process.argv, cwd: process.cwd(), data }))
    return false
  }
  rmSync(socket, { force: true })
  const server = createServer((connection) => hear(connection, heard))
  server.on('error', expected) // told below: nothing listens then
  const mask = process.umask(0o177)
  server.listen(socket)
  process.umask(mask)
  server.unref()
  held = { server, socket, owner }
  return true
}
takeLock.held = (): boolean => held !== undefined

export function releaseLock(): void {
  if (held === undefined) return
  held.server.close()
  for (const file of [held.socket, held.owner]) rmSync(file, { force: true })
  held = undefined
}

/** Exclusive creation decides between two that start at once. */
function own(owner: string): boolean {
  if (!lives(owner)) rmSync(owner, { force: true })
  try {
    writeFileSync(owner, `${process.pid} ${startTime(process.pid)}`, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function lives(owner: string): boolean {
  try {
    const [pid = '', started = ''] = readFileSync(owner, 'utf8').split(' ')
    return Number(pid) !== process.pid && started !== '' && startTime(Number(pid)) === started
  } catch (error) {
    expected(error) // nobody has it
    return false
  }
}

/** 0700 and our own, or the process ends: another user could answer for us there. */
function runtimeFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR']
  const uid = process.getuid?.() ?? 0
  const folder = runtime !== undefined && path.isAbsolute(runtime) ? path.join(runtime, 'vibeflow-shim') : path.join(os.tmpdir(), `vibeflow-shim-${uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o077) !== 0) throw new Error(`${folder} is not a private folder of ours`)
  return folder
}

function deliver(socket: string, message: object): Promise<void> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.end(JSON.stringify(message)))
    connection.setTimeout(secondInstanceMs, () => connection.destroy())
    connection.on('error', expected) // the first instance is leaving
    connection.on('close', () => resolve())
  })
}

function hear(connection: Socket, heard: Heard): void {
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
      const { argv, cwd, data } = message as { argv?: unknown, cwd?: unknown, data?: unknown }
      if (Array.isArray(argv) && argv.every((item) => typeof item === 'string') && typeof cwd === 'string') heard(argv, cwd, data)
    } catch (error) {
      expected(error) // not from a shim: nothing to hear
    }
  })
}
