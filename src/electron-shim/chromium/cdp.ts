/**
 * DevTools protocol over two pipes: calls with replies, and events by session. Messages are JSON
 * and end with a NUL byte.
 */
import type { Readable, Writable } from 'node:stream'

export type Params = Readonly<Record<string, unknown>>
/** Untyped JSON; each caller reads the fields it needs. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Reply = any
type Listener = (params: Reply) => void

interface Call {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  readonly method: string
  readonly sessionId: string | undefined
}

export class CdpError extends Error {}

export class Cdp {
  #next = 1
  #calls = new Map<number, Call>()
  #sessions = new Map<string, CdpSession>()
  #writer: Writable
  #rest: Buffer[] = []
  #closed = false
  readonly root: CdpSession

  constructor(writer: Writable, reader: Readable) {
    this.#writer = writer
    this.root = new CdpSession(this, undefined)
    reader.on('data', (chunk: Buffer) => this.#read(chunk))
    reader.on('close', () => this.#end())
    // The process reports its death; a broken pipe adds nothing.
    for (const stream of [reader, writer]) stream.on('error', () => this.#end())
  }

  session(sessionId: string): CdpSession {
    let session = this.#sessions.get(sessionId)
    if (session === undefined)
      this.#sessions.set(sessionId, (session = new CdpSession(this, sessionId)))
    return session
  }

  send(method: string, params: Params, sessionId: string | undefined): Promise<Reply> {
    if (this.#closed) return Promise.reject(new CdpError(`${method}: the browser is gone`))
    return new Promise((resolve, reject) => {
      const id = this.#next++
      this.#calls.set(id, { resolve, reject, method, sessionId })
      this.#writer.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** Ends the pipe: Chromium exits with its client. */
  close(): void {
    this.#writer.end()
  }

  #read(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const text =
        this.#rest.length === 0
          ? chunk.toString('utf8', from, end)
          : Buffer.concat([...this.#rest, chunk.subarray(from, end)]).toString('utf8')
      this.#rest = []
      from = end + 1
      this.#handle(JSON.parse(text) as Reply)
    }
    if (from < chunk.length) this.#rest.push(chunk.subarray(from))
  }

  #handle(message: Reply): void {
    if (message.id !== undefined) {
      const call = this.#calls.get(message.id as number)
      this.#calls.delete(message.id as number)
      if (message.error === undefined) call?.resolve(message.result)
      else call?.reject(new CdpError(`${call.method}: ${String(message.error.message)}`))
      return
    }
    if (message.method === 'Target.detachedFromTarget')
      this.#drop(message.params.sessionId as string)
    const session =
      message.sessionId === undefined ? this.root : this.#sessions.get(message.sessionId as string)
    session?.fire(message.method as string, message.params)
  }

  #drop(sessionId: string): void {
    this.#sessions.get(sessionId)?.fire('detached', {})
    this.#sessions.delete(sessionId)
    this.#rejectCalls((call) => call.sessionId === sessionId, 'the page is gone')
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#rejectCalls(() => true, 'the browser is gone')
  }

  #rejectCalls(which: (call: Call) => boolean, why: string): void {
    for (const [id, call] of this.#calls) {
      if (!which(call)) continue
      this.#calls.delete(id)
      call.reject(new CdpError(`${call.method}: ${why}`))
    }
  }
}

/** Channel of one target, or of the browser. */
export class CdpSession {
  #cdp: Cdp
  #listeners = new Map<string, Listener[]>()
  readonly id: string | undefined

  constructor(cdp: Cdp, id: string | undefined) {
    this.#cdp = cdp
    this.id = id
  }

  /** @throws CdpError if the browser refuses, or if it or the page is gone */
  send(method: string, params: Params = {}): Promise<Reply> {
    return this.#cdp.send(method, params, this.id)
  }

  on(method: string, listener: Listener): void {
    this.#listeners.set(method, [...(this.#listeners.get(method) ?? []), listener])
  }

  fire(method: string, params: Reply): void {
    for (const listener of this.#listeners.get(method) ?? []) listener(params)
  }
}
