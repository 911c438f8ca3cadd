/**
 * The socket of a `vibeflow ssh` or `vibeflow enter`, through which the app copies a file to the
 * other side. One line of JSON and the bytes lead there, and one line of JSON is the answer. The
 * app runs nothing: the program in the tab has no more rights than before.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { basename, dirname } from 'node:path'
import { errorMessage } from '../../base/text/error-message.ts'
import { quoted } from '../../base/text/safe-text.ts'
import { copiedName, copyBytesMax, copyMs } from '../../core/consent/dropped.ts'
import {
  readCopyAnswer,
  readCopyHeader,
  type CopyAnswer,
  type CopyHeader,
} from '../../core/clients/socket/copies.ts'
import { copyPath, copySocketName } from '../../core/clients/socket/paths.ts'
import type { CopyPort } from '../../core/windows/workspace/clipboard-service.ts'
import { readUpToSoon } from '../files/read-up-to.ts'
import { tryOr } from '../files/try-or.ts'
import { processStat } from '../proc/process-facts.ts'
import { listenPrivately, socketAt } from './listen.ts'

const headerBytesMax = 1_024
const answerBytesMax = 16_384
const problemUnitsMax = 400
/** Copies at a time. More are refused: each has the file in memory. */
const copiesMax = 2

const lineFeed = 10

/** Copies a file to the other side and returns its path there. Rejects with a sentence. */
type Copy = (name: string, bytes: Uint8Array) => Promise<string>

/** Takes copies while this process is in the foreground. @returns a function that ends it */
export function serveCopies(socket: string, copy: Copy): () => void {
  let running = 0
  const listening = listenPrivately(copyPath(socket, process.pid), (client) => {
    client.on('error', () => client.destroy())
    client.setTimeout(copyMs, () => client.destroy())
    running += 1
    client.once('close', () => {
      running -= 1
    })
    if (running > copiesMax) client.destroy()
    else void serve(client, copy)
  })
  return 'problem' in listening ? () => undefined : listening.close
}

async function serve(client: Socket, copy: Copy): Promise<void> {
  const answer = (words: CopyAnswer): void => {
    client.end(`${JSON.stringify(words)}\n`)
  }
  try {
    const all = await bytesOf(client, copyBytesMax + headerBytesMax)
    const end = all.subarray(0, headerBytesMax).indexOf(lineFeed)
    const { name, bytes } = readCopyHeader(all.toString('utf8', 0, Math.max(0, end)))
    const content = all.subarray(end + 1)
    if (content.length !== bytes) throw new Error('the file did not arrive completely.')
    answer({ path: await copy(name, content) })
  } catch (error) {
    answer({ problem: errorMessage(error).slice(0, problemUnitsMax) })
  }
}

async function bytesOf(client: Socket, max: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of client as AsyncIterable<Buffer>) {
    size += part.length
    if (size > max) {
      client.destroy()
      throw new Error('the file is too large.')
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Returns the processes that take copies for a session. */
function loginsOf(socket: string): readonly number[] {
  const session = dirname(socket)
  return tryOr(() => readdirSync(dirname(session)), []).flatMap((name) => {
    const [, id, pid] = copySocketName.exec(name) ?? []
    return id === basename(session) ? [Number(pid)] : []
  })
}

/** Returns the app's side. Names of copied files are unique, so that none replaces another. */
export function copyPort(): CopyPort {
  return {
    connection: (socket, pid) => {
      const group = processStat(pid)?.foregroundGroup ?? 0
      if (group <= 0) return null
      const logins = loginsOf(socket).filter((login) => processStat(login)?.group === group)
      const [login] = logins.map((one) => copyPath(socket, one))
      // Two logins of a script: it is unknown which one reads the terminal.
      if (login === undefined || logins.length > 1) return null
      return socketAt(login) === null ? null : login
    },
    image: (connection, bytes, kind) => send(connection, `image.${kind}`, bytes),
    file: async (connection, path) => {
      const read = await readUpToSoon(path, copyBytesMax)
      const name = basename(path)
      if ('kind' in read)
        throw new Error(`${quoted(name)} is not a file. Copy a directory with scp.`)
      if ('size' in read) throw new Error(`${quoted(name)} is larger than 64 MiB. Use scp.`)
      return send(connection, name, read)
    },
  }
}

/** @returns the file's path on the other side @throws with a sentence */
async function send(connection: string, name: string, bytes: Uint8Array): Promise<string> {
  const client = connect({ path: connection, allowHalfOpen: true })
  // an answer that trickles in would never be idle
  const late = setTimeout(() => client.destroy(), copyMs)
  client.on('error', () => undefined) // the answer is missing then
  const unique = randomBytes(3).toString('hex')
  const header: CopyHeader = { name: copiedName(name, unique), bytes: bytes.length }
  client.write(`${JSON.stringify(header)}\n`)
  client.end(bytes)
  const answer = await bytesOf(client, answerBytesMax).catch(() => Buffer.alloc(0))
  clearTimeout(late)
  if (answer.length === 0) throw new Error('the connection did not take the file.')
  const words = readCopyAnswer(answer.toString(), header.name)
  if (words === null) throw new Error('the other side returned an unusable path.')
  if ('problem' in words) throw new Error(words.problem)
  return words.path
}
