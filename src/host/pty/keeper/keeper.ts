/**
 * The app's side of vibeflow-keeper (docs/contributing/decisions/keeper.md): starts it if none
 * answers, requests programs, and adopts programs that outlived another vibeflow.
 */
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { constants } from 'node:os'
import { getSystemErrorMap } from 'node:util'
import type { Launch, ProgramExit } from '../../../core/session/ports.ts'
import { filesProblems } from '../../files/free-files.ts'
import { processStat } from '../../proc/process-facts.ts'
import {
  keeperReplyMaxMs,
  keeperRetryMs,
  keeperSilentMs,
  keeperStartMaxMs,
  orphanLookMs,
} from '../limits.ts'
import { native, type Ring, type Watch } from '../native.ts'
import {
  exitSignal,
  startedWith,
  terminalProblems,
  type TerminalSource,
} from '../terminal-source.ts'
import {
  isAccepted,
  keeperVersion,
  olderVersion,
  requests,
  ReplyReader,
  type KeeperReply,
  type KeptProgram,
} from './messages.ts'

interface KeeperFacts {
  /** Path of its socket, in a private directory. */
  readonly socket: string
  /** Its executable. */
  readonly program: string
  /** Called with a sentence when programs are not kept, once per connection. */
  readonly failed: (problem: string) => void
}

/** A program of the keeper that this app reads. */
interface Held {
  readonly id: string
  readonly pid: number
  /** Descriptors until they are taken. */
  parcel: readonly number[]
  exit: ProgramExit | null
  listener: ((exit: ProgramExit) => void) | null
}

type Answer<Kind extends KeeperReply['kind']> = Extract<KeeperReply, { kind: Kind }>
type Outcome = TerminalSource | { readonly problem: string }

const buffer = new Uint8Array(65_536)

export class Keeper {
  readonly #facts: KeeperFacts
  #socket: number | null = null
  #watch: Watch | null = null
  #reader = new ReplyReader()
  /** The connection in progress. */
  #connecting: Promise<boolean> | null = null
  /** Bytes that the socket did not take. */
  #unsent: Uint8Array[] = []
  /** Descriptors that have arrived, by message. */
  #parcels: number[][] = []
  #greeted: ((reply: Answer<'welcome' | 'version'> | null) => void) | null = null
  readonly #starts = new Map<
    number,
    { id: string; done?: (reply: Held | Answer<'failed'> | null) => void }
  >()
  readonly #adoptions = new Map<string, (reply: Held | Answer<'refused'> | null) => void>()
  #listing: { programs: KeptProgram[]; done: () => void } | null = null
  /** By process id. */
  readonly #held = new Map<number, Held>()
  /** Programs whose keeper was killed. */
  readonly #orphans = new Map<number, Held>()
  #sequence = 0
  #hangUp = false
  /** A keeper of another version runs, or none starts. It is not asked again. */
  #refuses = false
  /** It did not answer the last request to start a program in time. */
  #isSilent = false
  /** Its file cannot be executed. */
  #isMissing = false

  constructor(facts: KeeperFacts) {
    this.#facts = facts
  }

  /** Sets whether programs are hung up when this app's connection ends. */
  setHangUp(on: boolean): void {
    if (on === this.#hangUp) return
    this.#hangUp = on
    if (this.#socket !== null) this.#send(requests.policy(on))
  }

  /** Starts the keeper, so that the first program does not wait for it. */
  prepare(): void {
    void this.#connect(true)
  }

  /** Returns programs that run without a vibeflow. Starts no keeper. */
  async list(): Promise<readonly KeptProgram[]> {
    if (!(await this.#connect(false))) return []
    const programs: KeptProgram[] = []
    await this.#inTime<true>((done) => {
      this.#listing = { programs, done: () => done(true) }
      this.#send(requests.list())
    })
    this.#listing = null
    return programs.filter(({ taken }) => !taken)
  }

  /**
   * Has the keeper start a program. Returns `null` if there is no keeper.
   * @param longestMs longest wait. Later, a keeper that was stopped does not start the program.
   */
  async start(
    launch: Launch,
    id: string,
    facts: string,
    longestMs = this.#isSilent ? keeperSilentMs : keeperReplyMaxMs,
  ): Promise<Outcome | null> {
    if (!(await this.#connect(true))) return null
    const sequence = (this.#sequence += 1)
    const started = startedWith(launch)
    const { size, directory } = launch
    const until = Number(process.hrtime.bigint() / 1_000_000n) + longestMs
    const own = { sequence, until, hangUp: this.#hangUp, id, directory, facts }
    const request = requests.start({ ...own, ...started, ...size })
    if (!isAccepted(started, request)) return { problem: errorText(constants.errno.E2BIG) }
    const socket = this.#socket
    const reply = await this.#inTime<Held | Answer<'failed'>>((done) => {
      this.#starts.set(sequence, { id, done })
      this.#send(request)
    }, longestMs)
    if (reply === null) {
      if (this.#socket !== null && this.#socket === socket) {
        this.#starts.set(sequence, { id }) // for a late reply
        if (!this.#isSilent) this.#facts.failed(silence)
        this.#isSilent = true
      }
      return null
    }
    this.#starts.delete(sequence)
    if (!('kind' in reply)) return this.#taken(reply, true)
    // an answer to this request was read after its time
    if (reply.error === constants.errno.ETIMEDOUT) return null
    return { problem: errorText(reply.error) }
  }

  /** Takes a program over. Returns why not. */
  async adopt(id: string): Promise<Outcome> {
    const problem = 'it has ended, or another vibeflow has it'
    if (!(await this.#connect(false))) return { problem }
    const reply = await this.#inTime<Held | Answer<'refused'>>((done) => {
      this.#adoptions.set(id, done)
      this.#send(requests.adopt(id))
    })
    this.#adoptions.delete(id)
    return reply === null || 'kind' in reply ? { problem } : this.#taken(reply, false)
  }

  /** Ends the connection. Its programs keep running, or are hung up. */
  dispose(): void {
    this.#close()
    this.#held.clear()
  }

  /**
   * Returns the terminal whose descriptors came with the reply.
   * @param ends whether the program ends if it cannot be shown. Otherwise it waits for another app.
   */
  #taken(held: Held, ends: boolean): Outcome {
    const { pid } = held
    const [master = -1, slave = -1, memory = -1] = held.parcel
    const ring = master < 0 || slave < 0 ? null : ringOf(memory)
    if (ring === null || typeof ring === 'string') {
      // a ring has closed its descriptor
      if (ring !== null) held.parcel = [master, slave]
      this.#drop(held, ends)
      return { problem: ring ?? errorText(constants.errno.EMFILE) }
    }
    held.parcel = []
    const socket = this.#socket
    return {
      pid,
      master,
      slave,
      ring,
      onExit: (listener) => {
        held.listener = listener
        if (held.exit !== null) listener(held.exit)
      },
      released: (ends) => {
        native.close(slave)
        if (ends && this.#socket !== null && this.#socket === socket)
          this.#send(requests.end(held.id))
      },
    }
  }

  /** Gives up a program that nothing shows. */
  #drop(held: Held, ends: boolean): void {
    for (const fd of held.parcel) if (fd >= 0) native.close(fd)
    held.parcel = []
    if (ends) this.#send(requests.end(held.id))
  }

  // ---- the connection ----

  #connect(mayStart: boolean): Promise<boolean> {
    if (this.#socket !== null && this.#connecting === null) return Promise.resolve(true)
    if (this.#refuses) return Promise.resolve(false)
    const made = this.#connecting ?? this.#open(mayStart)
    this.#connecting = made
    return made.then((connected) => {
      if (this.#connecting === made) this.#connecting = null
      // a list found none; a start may start one
      return connected || !mayStart || this.#connecting !== null ? connected : this.#connect(true)
    })
  }

  async #open(mayStart: boolean): Promise<boolean> {
    const { socket, failed } = this.#facts
    const end = Date.now() + keeperStartMaxMs
    this.#isMissing = false
    for (let wait = 0; ; wait = Math.min(100, wait * 2 + keeperRetryMs)) {
      const fd = native.connect(socket)
      if (fd >= 0) {
        this.#isSilent = false
        const version = await this.#greet(fd)
        if (version === 'welcome') return true
        this.#close()
        if (version === 'other') {
          this.#refuses = true
          failed(
            "A newer vibeflow keeps programs running, which this version can't show. Start the " +
              'newer version to see them. Until they end, new programs end if vibeflow crashes.',
          )
          return false
        }
      }
      if (!mayStart) return false
      if (Date.now() >= end || this.#isMissing) {
        failed(
          fd >= 0 ? silence : "vibeflow-keeper doesn't start. Programs end if vibeflow crashes.",
        )
        this.#refuses = true
        return false
      }
      if (wait === 0 || wait === 100) this.#spawn()
      await new Promise((resolve) => setTimeout(resolve, wait === 0 ? keeperRetryMs : wait))
    }
  }

  /** Starts the keeper in a session of its own. A second one ends by itself. */
  #spawn(): void {
    const { program, socket } = this.#facts
    const missing = ({ code = '' }: NodeJS.ErrnoException) => {
      this.#isMissing = !lacks.has(code)
    }
    try {
      const options = { cwd: '/', env: {}, detached: true, stdio: 'ignore' } as const
      const child = spawn(program, [socket], options)
      child.on('error', missing)
      child.unref()
    } catch (error) {
      missing(error as NodeJS.ErrnoException)
    }
  }

  async #greet(fd: number): Promise<'welcome' | 'other' | 'silent'> {
    this.#socket = fd
    this.#reader = new ReplyReader()
    this.#watch = native.watch(fd, () => this.#receive())
    native.watching(this.#watch, true)
    for (let version: number | null = keeperVersion; ; ) {
      const asked: number = version
      const found = await this.#inTime<Answer<'welcome' | 'version'>>((done) => {
        this.#greeted = done
        this.#send(requests.hello(asked))
      }, keeperStartMaxMs)
      this.#greeted = null
      if (found === null) return 'silent'
      if (found.kind === 'welcome') break
      version = olderVersion(asked, found.version)
      if (version === null) return 'other'
    }
    if (this.#hangUp) this.#send(requests.policy(true))
    return 'welcome'
  }

  /** Resolves with the answer, or with `null` after a time or the end of the connection. */
  #inTime<T>(ask: (done: (answer: T | null) => void) => void, ms = keeperReplyMaxMs) {
    return new Promise<T | null>((resolve) => {
      const timer = setTimeout(resolve, ms, null)
      ask((answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
    })
  }

  #send(bytes: Uint8Array): void {
    this.#unsent.push(bytes)
    if (this.#unsent.length === 1) this.#flush()
  }

  #flush(): void {
    while (this.#socket !== null && this.#unsent[0] !== undefined) {
      const [first] = this.#unsent
      try {
        const sent = writeSync(this.#socket, first)
        if (sent < first.length) this.#unsent[0] = first.subarray(sent)
        else this.#unsent.shift()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return // read as its end
        setTimeout(() => this.#flush(), keeperRetryMs)
        return
      }
    }
  }

  #receive(): void {
    while (this.#socket !== null) {
      const [length, ...descriptors] = native.receive(this.#socket, buffer)
      if (length < 0) return
      if (descriptors.length > 0) this.#parcels.push(descriptors)
      if (length === 0) {
        this.#lost()
        return
      }
      try {
        for (const reply of this.#reader.take(buffer.subarray(0, length))) this.#handle(reply)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        this.#lost()
      }
    }
  }

  #handle(reply: KeeperReply): void {
    this.#isSilent = false
    switch (reply.kind) {
      case 'welcome':
      case 'version':
        return this.#greeted?.(reply)
      case 'started': {
        const { id, done } = this.#starts.get(reply.sequence) ?? {}
        this.#starts.delete(reply.sequence)
        return this.#hold(id ?? '', reply.pid, done, true)
      }
      case 'failed': {
        const start = this.#starts.get(reply.sequence)
        this.#starts.delete(reply.sequence)
        return start?.done?.(reply)
      }
      case 'adopted':
        return this.#hold(reply.id, reply.pid, this.#adoptions.get(reply.id), false)
      case 'refused':
        return this.#adoptions.get(reply.id)?.(reply)
      case 'session':
        this.#listing?.programs.push(reply.program)
        return
      case 'listed':
        return this.#listing?.done()
      case 'exited':
        return this.#exited(reply.pid, { code: reply.code, signal: exitSignal(reply.signal) })
    }
  }

  /** A program ends that was started for a caller who has given up waiting. */
  #hold(
    id: string,
    pid: number,
    waiting: ((held: Held) => void) | undefined,
    isNew: boolean,
  ): void {
    const held: Held = { id, pid, exit: null, listener: null, parcel: this.#parcels.shift() ?? [] }
    this.#held.set(pid, held)
    if (waiting === undefined) this.#drop(held, isNew)
    else waiting(held)
  }

  #exited(pid: number, exit: ProgramExit): void {
    for (const all of [this.#held, this.#orphans]) {
      const held = all.get(pid)
      if (held === undefined) continue
      all.delete(pid)
      held.exit = exit
      held.listener?.(exit)
    }
  }

  #close(): void {
    if (this.#watch !== null) native.unwatch(this.#watch)
    if (this.#socket !== null) native.close(this.#socket)
    this.#watch = this.#socket = null
    this.#unsent = []
    this.#parcels = []
    for (const { done } of this.#starts.values()) done?.(null)
    this.#starts.clear()
    for (const done of this.#adoptions.values()) done(null)
    this.#greeted?.(null)
    this.#listing?.done()
  }

  /** The keeper has died. Its programs keep running, since their terminals are still open here. */
  #lost(): void {
    this.#close()
    if (this.#held.size === 0) return
    this.#facts.failed(
      'vibeflow-keeper has ended. Programs that run now end if vibeflow crashes, and their exit ' +
        'codes are not known.',
    )
    for (const [pid, held] of this.#held) this.#orphans.set(pid, held)
    this.#held.clear()
    const look = () => {
      for (const pid of this.#orphans.keys())
        if (processStat(pid)?.isDead !== false) this.#exited(pid, { code: null, signal: null })
      if (this.#orphans.size > 0) setTimeout(look, orphanLookMs).unref()
    }
    look()
  }
}

/** Errors that may be over soon. */
const lacks = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])

const silence = "vibeflow-keeper doesn't answer. Programs that start now end if vibeflow crashes."

function errorText(number: number): string {
  const [code = '', text] = getSystemErrorMap().get(-number) ?? []
  return filesProblems[code] ?? terminalProblems[code] ?? text ?? `error ${number}`
}

/** Returns the memory, why it cannot be used, or `null` if no descriptor has arrived. */
function ringOf(memory: number): Ring | string | null {
  if (memory < 0) return null
  try {
    return native.ring(memory)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
