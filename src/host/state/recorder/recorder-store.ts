/**
 * Writes the events of all sessions to disk: a log per session, and daily totals. Writes are
 * batched. A failed write is reported once, and its events are lost.
 */
import type { SessionId } from '../../../core/ids.ts'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
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
import { makeFolders } from '../../files/make-folders.ts'

interface RecorderStorePorts {
  readonly clock: Clock
  /** Returns milliseconds since the epoch. */
  readonly wall: () => number
  readonly calendar: Calendar
  /** Part of the names of this run's totals. */
  readonly run: string
  /** Called with a message when the disk refuses something. */
  readonly failed: (problem: string) => void
}

interface Recorded {
  readonly line: Timeline
  /** Shared texts of the file, or `null` if the next line starts a new file. */
  writer: LogWriter | null
  items: LogItem[]
  bytes: number
  /** Wall clock minus monotonic clock. */
  offset: number
}

export class RecorderStore {
  readonly #folder: RecorderFolder
  readonly #ports: RecorderStorePorts
  readonly #sums: DaySums
  readonly #sessions = new Map<SessionId, Recorded>()
  /** Sessions that the next start restores. */
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

  entry(session: SessionId, { at, place, event }: RecordedEvent): void {
    if (!this.#enabled || this.#over) return
    const recorded = this.#of(session)
    this.#noteClock(recorded, at)
    this.#feed(recorded, { type: 'entry', mono: at, place, event })
    this.#cancelWrite ??= this.#ports.clock.after(writeDelayMs, () => this.flush())
    this.#aliveLater()
  }

  /** Continues the log of an earlier run's session under a new ID. */
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

  /** Keeps the logs of these sessions when they end, since the next start restores them. */
  stays(sessions: Iterable<SessionId>): void {
    for (const session of sessions) this.#staying.add(session)
  }

  /** Ends a session. Removes its log unless it will be restored. Totals stay. */
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

  /** Applies `recorder.enabled`. Off removes everything recorded. */
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

  /** Writes everything before it returns: the app exits. */
  end(): void {
    if (this.#over) return
    for (const session of [...this.#sessions.keys()]) this.gone(session)
    this.flush()
    this.#stop()
    this.#over = true
  }

  /** Called before a reader: records that states last until now, and writes everything. */
  writeNow(): void {
    const now = this.#ports.clock.now()
    if (now - this.#pulsedAt >= askedMs) this.#pulse()
    this.flush()
  }

  flush(): void {
    this.#cancelWrite?.()
    this.#cancelWrite = null
    for (const [session, recorded] of this.#sessions)
      if (recorded.items.length > 0 && !this.#try(() => this.#write(session, recorded)))
        recorded.writer = null // later lines must not refer to texts that were lost
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

  /** Records a clock change since the last item: sleep, or a clock that was set. */
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

  /** Some session works or waits: a crash would lose the elapsed time. */
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
    // Another instance or the user has removed the file, or appended to it.
    const size = sizeOf(file)
    if (size !== recorded.bytes) recorded.writer = null
    recorded.bytes = size
    let text = ''
    // Each file has its own texts.
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
    // Totals of the day before yesterday no longer change.
    this.#sums.forgetBefore(calendar.dayOf(wall() - 2 * 86_400_000).day)
  }

  /** Removes the oldest logs. Other files stay and do not count. */
  #boundLogs(): void {
    const files = filesIn(this.#folder.logs)
      .filter(({ name }) => sessionOf(name) !== null)
      .sort((one, other) => one.mtimeMs - other.mtimeMs)
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    for (const { name, size } of files) {
      if (bytes <= logsBytesMax) return
      // fails for a directory
      if (this.#try(() => rmSync(join(this.#folder.logs, name), { force: true }))) bytes -= size
    }
  }

  /** Removes old files. */
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

  /** Returns whether `act` succeeded. The error code `expected` is not reported. */
  #try(act: () => void, expected?: string): boolean {
    try {
      act()
      return true
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === expected || this.#failed) return false
      this.#failed = true
      this.#ports.failed(
        `The recorder can't write its files: ${message}. Events aren't being recorded. ` +
          'Fix the problem, or set recorder.enabled = false, which deletes everything recorded.',
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

/** Returns 0 if it is missing or not a file. */
function sizeOf(file: string): number {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true ? stat.size : 0
}

/** Appends everything or nothing, since half a line would be unreadable. Returns the size. */
function append(file: string, text: string): number {
  makeFolders(join(file, '..'))
  const handle = openSync(file, flags, 0o600)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new Error(`${file} is not a regular file`)
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
