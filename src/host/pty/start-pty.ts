/**
 * Programs in ptys, forked by node-pty's native module. Its JavaScript is not used because it loses
 * output: it destroys its stream 200 ms after the exit, read or not. See
 * docs/contributing/decisions/pty-adapter.md.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import type { Clock, Millis } from '../../base/clock.ts'
import { withShellIntegration } from '../../core/session/launch/shell-integration.ts'
import type {
  CellPixels,
  ProgramExit,
  ProgramLimits,
  Launch,
  PastScreen,
  Pty,
  PtyEvents,
  Size,
  StartOutcome,
  StartPty,
  TerminalReader,
} from '../../core/session/ports.ts'
import { groupsOfSession, isForeground, processStat } from '../proc/process-facts.ts'
import { filesProblem } from '../files/free-files.ts'
import { displayState, type TabState } from '../../core/windows/tabs/tab-view.ts'
import type { PathProbe } from '../files/path-probe.ts'
import { findFolder, findProgram } from './find-program.ts'
import {
  drainMaxMs,
  drainQuietMs,
  killDelayMs,
  ptyPixelsMax,
  readBytesMax,
  terminalFiles,
  unreadBytesMax,
} from './limits.ts'
import type { Keeper } from './keeper/keeper.ts'
import { keptScreen, pastOutput } from './keeper/past-output.ts'
import { programEnded, programStarted } from './live-children.ts'
import { native, type Watch } from './native.ts'
import { forkedHere, terminalProblems, type TerminalSource } from './terminal-source.ts'

/**
 * Returns the function that starts programs. Failures are reported as sentences, not thrown.
 * @param integrations directory of the scripts that shells load, or `null` for none
 * @param enclose moves a program that has just started to a scope, or finds that of an adopted one
 */
export function makeStartPty(
  clock: Clock,
  looks: Pick<PathProbe, 'look'>,
  integrations: string | null = null,
  keeper: Keeper | null = null,
  enclose: Enclose = () => undefined,
): StartPty {
  return (asked, events, started) => {
    let isWanted = true
    const marking = integrations === null ? asked : withShellIntegration(asked, integrations)
    const start = async (): Promise<StartOutcome | null> => {
      const launch = await found(marking, looks)
      if ('problem' in launch) return launch
      if (!isWanted) return null
      const { directory, silent } = launch
      const made = await keptPty(clock, launch, events, keeper)
      if (!isWanted && 'pty' in made) made.pty.close()
      return { ...made, directory, silent, marks: marking !== asked }
    }
    const outcome = asked.adopt === true ? adoptedPty(clock, asked, events, keeper) : start()
    void outcome.then((made) => {
      if (isWanted && made !== null && 'pty' in made) {
        const limits = asked.adopt === true ? null : (asked.limits ?? {})
        enclose(made.pty.pid, limits, (sure) => events.outOfMemory?.(sure))
      }
      if (isWanted && made !== null) started(made)
      else if (made !== null && 'pty' in made) made.pty.close()
    })
    return () => {
      isWanted = false
    }
  }
}

/** Without limits, the program stays where it is. */
export type Enclose = (
  pid: number,
  limits: ProgramLimits | null,
  outOfMemory: NonNullable<PtyEvents['outOfMemory']>,
) => void
type MadePty = { readonly pty: NodePty } | { readonly problem: string }

/** Starts a program in the keeper, or here if there is no keeper. */
async function keptPty(
  clock: Clock,
  launch: Launch,
  events: PtyEvents,
  keeper: Keeper | null,
): Promise<MadePty> {
  const { keep, program } = launch
  const source =
    keep === undefined ? null : ((await keeper?.start(launch, keep.id, keep.facts)) ?? null)
  if (source === null) return forkPty(clock, launch, events)
  if ('problem' in source) return { problem: `Can't start ${program}: ${source.problem}.` }
  return { pty: new NodePty(clock, source, launch.size, events) }
}

/** Takes a program over that outlived another vibeflow. */
async function adoptedPty(
  clock: Clock,
  { program, keep, size, directory }: Launch,
  events: PtyEvents,
  keeper: Keeper | null,
): Promise<StartOutcome> {
  const source = (await keeper?.adopt(keep?.id ?? '')) ?? { problem: 'nothing keeps it' }
  if ('problem' in source) return { problem: `Can't continue ${program}: ${source.problem}.` }
  const past = pastOutput(source.ring, clock)
  return { pty: new NodePty(clock, source, size, events), directory, silent: false, past }
}

type FoundLaunch = Launch & { readonly silent: boolean }

/** Resolves the directory and the program of a launch. */
async function found(
  launch: Launch,
  looks: Pick<PathProbe, 'look'>,
): Promise<FoundLaunch | { readonly problem: string }> {
  if (![launch.program, launch.directory, ...launch.args].every(isExact))
    return {
      problem:
        `Can't start ${launch.program}: the program, an argument or the directory contains a ` +
        'NUL or invalid character.',
    }
  const folder = await findFolder(launch.directory, launch.instead ?? [], looks)
  if ('problem' in folder) return folder
  const program = await findProgram(
    launch.program,
    folder.directory,
    launch.environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    looks,
  )
  return 'problem' in program ? program : { ...launch, ...folder, program: program.path }
}

/** The kernel ends an argument at a NUL, and UTF-8 cannot encode half a surrogate pair. */
function isExact(word: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(word)
}

/** Forks without checking paths: a missing directory or program is reported as an exit code. */
export function forkPty(clock: Clock, launch: Launch, events: PtyEvents): MadePty {
  try {
    return { pty: new NodePty(clock, forkedHere(launch), launch.size, events) }
  } catch (error) {
    const isOther = error instanceof Error && !error.message.includes('forkpty')
    const reason = filesProblem(terminalFiles) ?? (isOther ? error.message : terminalProblem())
    return { problem: `Can't start ${launch.program}: ${reason}.` }
  }
}

/** Explains why no terminal could be opened by opening one: node-pty's error has no reason. */
function terminalProblem(): string {
  try {
    closeSync(openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY))
    return terminalProblems['EAGAIN'] ?? ''
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return terminalProblems[code] ?? message
  }
}

/** All ptys read into this buffer, and the bytes are passed on before the next read. */
const readBuffer = new Uint8Array(readBytesMax)

/** A program in a terminal, started here or in the keeper. */
export class NodePty implements Pty {
  readonly pid: number
  readonly #clock: Clock
  readonly #events: PtyEvents
  readonly #source: TerminalSource
  readonly #master: number
  /** The master is closed or unusable: its descriptor may belong to another file. */
  #gone = false
  readonly #watch: Watch
  #slave: number | null
  #closed = false
  #paused = false
  #size: Size
  #cell: CellPixels | null = null
  #exit: ProgramExit | null = null
  #exitAt = 0
  #quietSince = 0
  #cancelDrain: (() => void) | null = null

  constructor(clock: Clock, source: TerminalSource, size: Size, events: PtyEvents) {
    this.#clock = clock
    this.#events = events
    this.#size = size
    this.#source = source
    const { pid, master, slave } = source
    this.pid = pid
    this.#master = master
    this.#slave = slave
    programStarted(pid, {
      ...{ isKept: source.ring !== null },
      ...{ close: () => this.close(), leave: () => this.#leave() },
    })
    source.onExit((exit) => {
      programEnded(pid)
      this.#ended(exit)
    })
    this.#watch = native.watch(master, () => {
      this.#isRead()
    })
    native.watching(this.#watch, true)
  }

  write(bytes: Uint8Array): number {
    if (this.#gone || this.#exit !== null) return bytes.length // the program has ended
    try {
      return writeSync(this.#master, bytes)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EAGAIN') return 0
      return bytes.length // EIO, EBADF: the terminal is closing; `exit` reports its end
    }
  }

  writeIfRead(
    bytes: Uint8Array,
    leader: number | null,
    program: number | null,
  ): ReturnType<Pty['writeIfRead']> {
    const slave = this.#slave
    if (this.#gone || this.#exit !== null || slave === null) return 'ended'
    if (!this.#hold(slave, true)) return 'ended'
    try {
      if (!this.#isRead()) return 'printed'
      if (!isForeground(this.pid, leader, program)) return 'ended'
      if (this.write(bytes) !== bytes.length) return 'full'
      // The program may have been killed since the check. The next program must not read the key.
      const isLate = !isForeground(this.pid, leader, program)
      return isLate && this.#takeBack(slave, bytes) ? 'ended' : 'written'
    } finally {
      if (this.#slave === slave) this.#hold(slave, false) // unless the terminal is closed
    }
  }

  /**
   * Reads the last input back out of the terminal. Drops other unread bytes, which were meant for
   * the same program. Returns false if the program has already read it.
   */
  #takeBack(slave: number, bytes: Uint8Array): boolean {
    const unread = new Uint8Array(unreadBytesMax)
    try {
      const length = readSync(slave, unread, 0, unread.length, null)
      return Buffer.from(unread.subarray(0, length)).includes(Buffer.from(bytes))
    } catch {
      return false // EAGAIN: it was read. EIO: the terminal is closed.
    }
  }

  /** Returns false if the terminal was hung up, as `login` does. */
  #hold(slave: number, on: boolean): boolean {
    try {
      native.hold(slave, on)
      return true
    } catch {
      return false
    }
  }

  /** Reads and passes the bytes on. Returns true if programs have written nothing more. */
  #isRead(): boolean {
    if (this.#gone) return true
    const length = native.take(this.#master, this.#source.ring, readBuffer)
    if (length < 0) this.#lost()
    if (length <= 0) return true
    this.#output(readBuffer.subarray(0, length))
    return false
  }

  reader(): TerminalReader | null {
    if (this.#gone || this.#exit !== null) return null
    const found = native.reader(this.#master)
    if (found === undefined) return null
    return { group: found[0], canonical: found[1] === 1, hidden: found[2] === 1 }
  }

  lives(group: number): boolean {
    try {
      return process.kill(-group, 0)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' // another user's, as under sudo
    }
  }

  resize(size: Size): void {
    if (this.#gone || this.#exit !== null) return
    this.#setSize(size, this.#cell)
    this.#size = size
  }

  setCell(cell: CellPixels | null): void {
    const same = cell?.width === this.#cell?.width && cell?.height === this.#cell?.height
    if (same || this.#gone || this.#exit !== null) return
    this.#setSize(this.#size, cell)
    this.#cell = cell
  }

  #setSize({ cols, rows }: Size, cell: CellPixels | null): void {
    const pixels = (count: number, one: number) => Math.min(Math.round(count * one), ptyPixelsMax)
    native.size(
      this.#master,
      cols,
      rows,
      pixels(cols, cell?.width ?? 0),
      pixels(rows, cell?.height ?? 0),
    )
  }

  checkpoint(at: number, modes: Uint8Array, rest: boolean, screen?: PastScreen): void {
    const { ring } = this.#source
    if (ring === null) return
    native.ringCheckpoint(ring, at, modes, keptScreen(screen))
    if (rest) native.ringRest(ring)
  }

  noteState(state: TabState, since: Millis): void {
    const { ring } = this.#source
    if (ring === null) return
    const startedAt = Date.now() - (this.#clock.now() - since)
    native.ringNote(ring, displayState.options.indexOf(state), Math.round(startedAt))
  }

  redraw(): void {
    const group = this.reader()?.group
    if (group !== undefined) this.#signalGroup(group, 'SIGWINCH')
  }

  signal(signal: number): boolean {
    if (this.#exit !== null || this.#closed) return false
    try {
      process.kill(this.pid, signal)
      return true
    } catch {
      return false // ended, or another user's
    }
  }

  pause(): void {
    this.#paused = true
    if (!this.#gone) native.watching(this.#watch, false)
  }

  resume(): void {
    this.#paused = false
    if (this.#closed) return
    // Output could not be read during the pause: restart all time limits.
    this.#quietSince = this.#exitAt = this.#clock.now()
    if (!this.#gone) native.watching(this.#watch, true)
    if (this.#exit !== null) this.#awaitQuiet()
  }

  close(): void {
    if (this.#closed) return
    // Read the group before the terminal is closed.
    const own = new Set([this.pid, processStat(this.pid)?.foregroundGroup ?? 0])
    this.#release()
    if (this.#exit !== null) return
    this.#signal(own, 'SIGHUP')
    this.#signal(own, 'SIGCONT') // a stopped program must run to exit
    setTimeout(() => this.#signal(own, 'SIGKILL'), killDelayMs).unref()
  }

  /**
   * Signals process groups, since a shell's job would outlive the shell. Only groups with a member
   * in this terminal's session, because numbers are reused. The kernel alone sends SIGHUP to
   * background jobs.
   */
  #signal(groups: ReadonlySet<number>, signal: NodeJS.Signals): void {
    for (const group of groupsOfSession(this.pid)) {
      if (groups.has(group)) this.#signalGroup(group, signal)
    }
  }

  #signalGroup(group: number, signal: NodeJS.Signals): void {
    try {
      process.kill(-group, signal)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // Ended, or another user's (sudo): the kernel's SIGHUP reaches it.
      if (code !== 'ESRCH' && code !== 'EPERM') throw error
    }
  }

  #output(bytes: Uint8Array): void {
    if (this.#closed) return
    this.#quietSince = this.#clock.now()
    this.#events.output(bytes)
    if (this.#exit !== null) this.#awaitQuiet()
  }

  #ended(exit: ProgramExit): void {
    if (this.#closed || this.#exit !== null) return
    this.#exit = exit
    // The program's last output may not have been read yet.
    this.#exitAt = this.#quietSince = this.#clock.now()
    this.#awaitQuiet()
  }

  /** Reports the end after a time without output. While flow control pauses the pty, it waits. */
  #awaitQuiet(): void {
    this.#cancelDrain?.()
    this.#cancelDrain = null
    if (this.#paused) return
    const due = Math.min(this.#quietSince + drainQuietMs, this.#exitAt + drainMaxMs)
    this.#cancelDrain = this.#clock.after(Math.max(0, due - this.#clock.now()), () => {
      if (this.#paused) return
      // On a busy machine the time may pass before the terminal is read.
      const hadMore = !this.#gone && !this.#isRead()
      const exit = this.#exit
      // `#output` has paused the pty or scheduled this again.
      if (hadMore && (this.#paused || this.#clock.now() < this.#exitAt + drainMaxMs)) return
      this.#release()
      if (exit !== null) this.#events.exit(exit)
    })
  }

  /** Handles EIO: no process has the terminal open. After `#release`, or a hangup. */
  #lost(): void {
    this.#closeMaster()
    if (this.#exit !== null) this.#quietSince = Number.NEGATIVE_INFINITY
    if (this.#exit !== null && !this.#closed) this.#awaitQuiet()
  }

  /** The keeper reads on when the connection to it ends. */
  #leave(): boolean {
    if (this.#source.ring === null || this.#closed) return false
    this.#release(false)
    return true
  }

  /** @param ends whether the program ends with its terminal */
  #release(ends = true): void {
    this.#closed = true
    this.#cancelDrain?.()
    this.#cancelDrain = null
    this.#closeMaster()
    if (this.#slave !== null) this.#source.released(ends)
    this.#slave = null
  }

  #closeMaster(): void {
    if (this.#gone) return
    this.#gone = true
    native.unwatch(this.#watch)
    native.close(this.#master)
  }
}
