/**
 * Keeps on disk what the recorders of all sessions of this run tell: a log for each session, and
 * the sums of days. Written together, away from what makes events. What the disk does not take is
 * said once, and lost.
 */
import type { SessionId } from '../../../core/ids.ts'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { RecordedEvent } from '../../../core/recorder/events.ts'
import {
  loggedEachMs,
  askedMs,
  daysKept,
  driftMs,
  logsBytesMax,
  segmentBytesMax,
  staleMs,
  sumFilesMax,
  writeDelayMs,
} from '../../../core/recorder/limits.ts'
import { LogWriter, type LogItem } from '../../../core/recorder/log-file.ts'
import { DaySums, writeSums, type Calendar } from '../../../core/recorder/daily-totals.ts'
import { Timeline } from '../../../core/recorder/timeline.ts'
import { replaceFile } from '../../files/replace-file.ts'
import { dayOfFile, filesIn, logFiles, sessionOf, type RecorderFolder } from './folder.ts'

export interface RecorderStorePorts {
  readonly clock: Clock
  /** Milliseconds since the epoch. */
  readonly wall: () => number
  readonly calendar: Calendar
  /** Names this run's files of sums. */
  readonly run: string
  /** In a sentence: the disk does not take something. */
  readonly failed: (problem: string) => void
}

interface Recorded {
  readonly line: Timeline
  /** Texts of its file; null: the next line begins a file. */
  writer: LogWriter | null
  /** Not written yet. */
  items: LogItem[]
  /** Of its file that grows. */
  bytes: number
  /** The wall's clock is so far before ours. */
  offset: number
}

export class RecorderStore {
  readonly #folder: RecorderFolder
  readonly #ports: RecorderStorePorts
  readonly #sums: DaySums
  readonly #sessions = new Map<SessionId, Recorded>()
  /** Sessions that come back with the next start. */
  readonly #staying = new Set<SessionId>()
  #sumsChanged = false
  #enabled: boolean
  #over = false
  #failed = false
  #pulsedAt: Millis = Number.NEGATIVE_INFINITY
  #cancelWrite: (() => void) | null = null
  #cancelAlive: (() => void) | null = null

  constructor(folder: RecorderFolder, enabled: boolean, ports: RecorderStorePorts) {
    this.#folder = folder
    this.#ports = ports
    this.#sums = new DaySums(ports.calendar)
    this.#enabled = enabled
    if (enabled) this.#tidy()
    else this.#removeAll()
  }

  /** Something has happened in a session. */
  entry(session: SessionId, { at, place, event }: RecordedEvent): void {
    if (!this.#enabled || this.#over) return
    const recorded = this.#of(session)
    this.#noteClock(recorded, at)
    this.#feed(recorded, { type: 'entry', mono: at, place, event })
    this.#cancelWrite ??= this.#ports.clock.after(writeDelayMs, () => this.flush())
    this.#aliveLater()
  }

  /** A session of an earlier run goes on as this one: so does its log. */
  goesOn(before: SessionId, session: SessionId): void {
    if (!this.#enabled || this.#over || before === session) return
    const to = logFiles(this.#folder, session)
    logFiles(this.#folder, before).forEach((file, at) => {
      this.#try(() => renameSync(file, to[at] as string), 'ENOENT')
    })
    const recorded = this.#of(session)
    recorded.bytes =
      filesIn(this.#folder.logs).find(({ name }) => name === `${session}.log`)?.size ?? 0
  }

  /** These sessions come back with the next start: their logs are not removed when they end. */
  stays(sessions: Iterable<SessionId>): void {
    for (const session of sessions) this.#staying.add(session)
  }

  /**
   * A session is over: its log goes, as what it showed does, unless it comes back. Its sums stay.
   */
  gone(session: SessionId): void {
    if (this.#over) return
    const recorded = this.#sessions.get(session)
    const { clock } = this.#ports
    if (recorded !== undefined) {
      this.#feed(recorded, { type: 'alive', mono: clock.now() })
      if (this.#staying.has(session)) this.#try(() => this.#write(session, recorded))
      this.#sessions.delete(session)
      this.#cancelWrite ??= clock.after(writeDelayMs, () => this.flush())
    }
    if (!this.#staying.has(session)) this.#remove(session)
  }

  /** `recorder.enabled`. Off: what was recorded is removed. */
  configure(enabled: boolean): void {
    if (enabled === this.#enabled || this.#over) return
    this.#enabled = enabled
    if (enabled) return
    this.#stop()
    this.#sessions.clear()
    for (const day of this.#sums.days) this.#sums.forgetBefore(`${day}~`)
    this.#sumsChanged = false
    this.#removeAll()
  }

  /** The app ends: all is on the disk when this returns. */
  end(): void {
    if (this.#over) return
    for (const session of [...this.#sessions.keys()]) this.gone(session)
    this.flush()
    this.#stop()
    this.#over = true
  }

  /** Somebody is about to read: what goes on lasts until now, and all that is known is written. */
  writeNow(): void {
    const now = this.#ports.clock.now()
    if (now - this.#pulsedAt >= askedMs) this.#pulse()
    this.flush()
  }

  /** Writes what waits. */
  flush(): void {
    this.#cancelWrite?.()
    this.#cancelWrite = null
    for (const [session, recorded] of this.#sessions)
      if (recorded.items.length > 0 && !this.#try(() => this.#write(session, recorded)))
        recorded.writer = null // of texts that are missing, no later line may speak
    if (this.#sumsChanged) this.#try(() => this.#writeSums())
  }

  #of(session: SessionId): Recorded {
    const known = this.#sessions.get(session)
    if (known !== undefined) return known
    const { clock, wall } = this.#ports
    const now = clock.now()
    const recorded: Recorded = {
      line: new Timeline(),
      writer: null,
      items: [],
      bytes: 0,
      offset: wall() - now,
    }
    this.#sessions.set(session, recorded)
    this.#feed(recorded, { type: 'run', mono: now, wall: wall() })
    return recorded
  }

  /** The machine slept, or the clock was set, since the last item. */
  #noteClock(recorded: Recorded, at: Millis): void {
    const { clock, wall } = this.#ports
    const offset = wall() - clock.now()
    if (Math.abs(offset - recorded.offset) < driftMs) return
    recorded.offset = offset
    this.#feed(recorded, { type: 'clock', mono: at, wall: at + offset })
  }

  #feed(recorded: Recorded, item: LogItem): void {
    if (this.#sums.add(recorded.line, item)) this.#sumsChanged = true
    recorded.items.push(item)
  }

  #aliveLater(): void {
    if (!this.#goesOn) return
    this.#cancelAlive ??= this.#ports.clock.after(loggedEachMs, () => {
      this.#cancelAlive = null
      this.#pulse()
      this.flush()
      this.#aliveLater()
    })
  }

  /** Some session works or waits: time passes that a crash would lose. */
  get #goesOn(): boolean {
    return [...this.#sessions.values()].some(({ line }) => goesOn(line))
  }

  #pulse(): void {
    const mono = this.#ports.clock.now()
    this.#pulsedAt = mono
    for (const recorded of this.#sessions.values()) {
      if (!goesOn(recorded.line)) continue
      this.#noteClock(recorded, mono)
      this.#feed(recorded, { type: 'alive', mono })
    }
  }

  #stop(): void {
    this.#cancelWrite?.()
    this.#cancelAlive?.()
    this.#cancelWrite = null
    this.#cancelAlive = null
  }

  #write(session: SessionId, recorded: Recorded): void {
    const [older, file] = logFiles(this.#folder, session)
    const { items } = recorded
    recorded.items = []
    // another vibeflow or the user has removed it, or something stands behind our lines
    const size = sizeOf(file)
    if (size !== recorded.bytes) recorded.writer = null
    recorded.bytes = size
    let text = ''
    // each file is read with its own texts
    if (recorded.writer === null || recorded.bytes > segmentBytesMax) {
      recorded.writer = new LogWriter()
      if (recorded.bytes > 0) this.#try(() => renameSync(file, older), 'ENOENT')
      recorded.bytes = 0
      this.#boundLogs()
      const [first] = items
      const { state } = recorded.line
      if (first !== undefined && first.type !== 'run') {
        const { mono } = first
        text += recorded.writer.line({ type: 'clock', mono, wall: mono + recorded.offset })
        if (state !== null)
          text += recorded.writer.line({ type: 'entry', mono, place: 0, event: state })
      }
    }
    for (const item of items) text += recorded.writer.line(item)
    recorded.bytes += append(file, text)
  }

  #writeSums(): void {
    this.#sumsChanged = false
    const { calendar, run, wall } = this.#ports
    for (const day of this.#sums.days) {
      const content = new TextEncoder().encode(writeSums(this.#sums.rows(day)))
      replaceFile(join(this.#folder.days, `${day}.${run}.json`), [content], false)
    }
    // what was before yesterday is written, and changes no more
    this.#sums.forgetBefore(calendar.dayOf(wall() - 2 * 86_400_000).day)
  }

  /** Those that were written longest ago go. What is not ours stays, and does not count. */
  #boundLogs(): void {
    const files = filesIn(this.#folder.logs)
      .filter(({ name }) => sessionOf(name) !== null)
      .sort((one, other) => one.mtimeMs - other.mtimeMs)
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    for (const { name, size } of files) {
      if (bytes <= logsBytesMax) return
      // a folder in the place of a log cannot be removed so
      if (this.#try(() => rmSync(join(this.#folder.logs, name), { force: true }))) bytes -= size
    }
  }

  /** What is too old goes. */
  #tidy(): void {
    const { wall, calendar } = this.#ports
    const now = wall()
    const first = calendar.dayOf(now - daysKept * 86_400_000).day
    const days = filesIn(this.#folder.days).sort((one, other) => (one.name < other.name ? 1 : -1))
    days.forEach(({ name }, at) => {
      const day = dayOfFile(name)
      if (day !== null && (day < first || at >= sumFilesMax))
        this.#try(() => rmSync(join(this.#folder.days, name), { force: true }))
    })
    for (const { name, mtimeMs } of filesIn(this.#folder.logs))
      if (sessionOf(name) !== null && now - mtimeMs > staleMs)
        this.#try(() => rmSync(join(this.#folder.logs, name), { force: true }))
    this.#boundLogs()
  }

  #remove(session: SessionId): void {
    for (const file of logFiles(this.#folder, session))
      this.#try(() => rmSync(file, { force: true }))
  }

  #removeAll(): void {
    for (const folder of [this.#folder.logs, this.#folder.days])
      this.#try(() => rmSync(folder, { recursive: true, force: true }))
  }

  /**
   * @param expected a code that says nothing
   * @returns whether it was done
   */
  #try(act: () => void, expected?: string): boolean {
    try {
      act()
      return true
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === expected || this.#failed) return false
      this.#failed = true
      this.#ports.failed(
        `The recorder cannot write its files: ${message}. What happens now is not recorded; ` +
          'remove what is in the way, or turn recorder.enabled off.',
      )
      return false
    }
  }
}

function goesOn({ state }: Timeline): boolean {
  return state !== null && (state.state === 'working' || state.state === 'waiting')
}

const flags =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_NOFOLLOW |
  constants.O_NONBLOCK

/** 0: there is none, or it is no file. */
function sizeOf(file: string): number {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true ? stat.size : 0
}

/**
 * All of it or nothing: behind half a line the next one could not be read.
 * @returns bytes that were added
 */
function append(file: string, text: string): number {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const handle = openSync(file, flags, 0o600)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new Error(`${file} is no file`)
    const bytes = Buffer.from(text)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
    } catch (error) {
      ftruncateSync(handle, stat.size)
      throw error
    }
    return bytes.length
  } finally {
    closeSync(handle)
  }
}
