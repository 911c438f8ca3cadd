/**
 * Sends one report over a vibeflow session socket: a STATUS_UPDATE, then a HEARTBEAT, whose echo
 * shows that the report was handled. Frame format: u8 type, u32 big-endian length, payload.
 */
import { lstatSync } from 'node:fs'
import { connect } from 'node:net'
import {
  socketErrorBytesMax,
  socketFrameBytesMax,
  socketPathBytesMax,
  socketRetryMs,
} from './limits.ts'
import { systemErrorCode } from './terminal.ts'

const statusUpdate = 0x03
const heartbeat = 0x04
const serverError = 0x05

const headerBytes = 5

/** Returns `null`, or why the report did not arrive by `untilMs` (`performance.now()`). */
export async function reportStatus(
  path: string,
  status: Readonly<Record<string, string | number>>,
  untilMs: number,
): Promise<string | null> {
  const problem = pathProblem(path)
  if (problem !== null) return problem
  const bytes = Buffer.concat([frame(statusUpdate, JSON.stringify(status)), frame(heartbeat, '')])
  for (;;) {
    const reason = await attempt(path, bytes, untilMs)
    // EAGAIN: the server's accept queue is full
    if (reason !== 'EAGAIN') return reason
    if (performance.now() + socketRetryMs >= untilMs) return timeOver
    await new Promise((resolve) => setTimeout(resolve, socketRetryMs))
  }
}

const timeOver = 'did not answer in time'

function pathProblem(path: string): string | null {
  if (!path.startsWith('/')) return 'is not an absolute path'
  if (Buffer.byteLength(path) > socketPathBytesMax)
    return `is longer than the ${socketPathBytesMax} bytes that a socket's path may have`
  try {
    const file = lstatSync(path)
    if (!file.isSocket()) return 'is not a socket'
    return file.uid === process.geteuid?.() ? null : "is another user's socket"
  } catch (error) {
    return noConnection(systemErrorCode(error))
  }
}

function noConnection(code: string): string {
  return code === 'ENOENT' || code === 'ECONNREFUSED'
    ? 'no process listens there; the session has ended'
    : `cannot be reached: ${code}`
}

function attempt(path: string, bytes: Uint8Array, untilMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    const timer = setTimeout(() => end(timeOver), Math.max(0, untilMs - performance.now()))
    const end = (reason: string | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(reason)
    }
    const reader = new AnswerReader()
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      const answer = reader.feed(chunk)
      if (answer !== undefined) end(answer)
    })
    socket.on('error', (error) => {
      const code = systemErrorCode(error)
      end(code === 'EAGAIN' ? code : noConnection(code))
    })
    socket.on('close', () => end('was closed before it answered'))
  })
}

function frame(type: number, text: string): Uint8Array {
  const payload = Buffer.from(text, 'utf8')
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(type, 0)
  header.writeUInt32BE(payload.length, 1)
  return Buffer.concat([header, payload])
}

/** Reads the server's frames and keeps only the text of an error. Chunks may end anywhere. */
export class AnswerReader {
  readonly #header = Buffer.alloc(headerBytes)
  #headerHas = 0
  #left = 0
  #error: Buffer[] = []

  /** Returns `undefined` to continue, `null` on the echo, or why the report was refused. */
  feed(chunk: Uint8Array): string | null | undefined {
    let at = 0
    while (at < chunk.length) {
      if (this.#headerHas < headerBytes) {
        this.#header[this.#headerHas++] = chunk[at++] as number // at < length
        if (this.#headerHas < headerBytes) continue
        this.#left = this.#header.readUInt32BE(1)
        this.#error = []
        if (this.#left > socketFrameBytesMax) return 'answered with something else than frames'
      } else {
        const part = chunk.subarray(at, at + this.#left)
        if (this.#header[0] === serverError && this.#left <= socketErrorBytesMax)
          this.#error.push(Buffer.from(part))
        this.#left -= part.length
        at += part.length
      }
      if (this.#left > 0) continue
      this.#headerHas = 0
      if (this.#header[0] === heartbeat) return null
      if (this.#header[0] === serverError)
        return `refused the report (${errorCode(Buffer.concat(this.#error).toString('utf8'))})`
    }
    return undefined
  }
}

/** Returns the code if it has the protocol's form, so that no other text is printed. */
function errorCode(json: string): string {
  return /"code"\s*:\s*"([A-Z_]{1,40})"/.exec(json)?.[1] ?? 'without a code'
}
