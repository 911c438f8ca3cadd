/**
 * Opens the terminal of a tmux pane in parallel to its programs: blocks their output, and detects
 * whether they have printed or read anything. Never writes to it.
 */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { constants as system } from 'node:os'
import type { PaneTerminal, TerminalUse } from '../../../agents/tmux/ports.ts'
import { isForeground, livingInSession, processStat } from '../../proc/process-facts.ts'
import { unreadBytesMax } from '../limits.ts'
import { native } from '../native.ts'
import { readProc } from '../../proc/files.ts'
import { tryOr } from '../../files/try-or.ts'

const nothing = new Uint8Array(0)
/** Errors of processes that have ended. */
const ended: readonly number[] = [system.errno.ENOENT, system.errno.ESRCH]

/** Returns `null` if it cannot be opened or is not the terminal of process `pid`. */
export function paneTerminal(path: string, pid: number): PaneTerminal | null {
  const stat = processStat(pid)
  if (stat === null || !/^\/dev\/pts\/\d{1,9}$/.test(path)) return null
  let file: number
  try {
    file = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK)
  } catch {
    return null // another user's, in another mount namespace, or closed
  }
  const found = fstatSync(file)
  if (!found.isCharacterDevice() || found.rdev !== stat.terminal) {
    closeSync(file)
    return null
  }
  return new OpenTerminal(file, pid, livingInSession(stat.session))
}

class OpenTerminal implements PaneTerminal {
  /** Process ID of its first program. */
  readonly #first: number
  readonly #programs: readonly number[]
  /** `null` when closed: the descriptor may be reused. */
  #file: number | null
  /** Releases its programs if vibeflow is killed. `null` while they are not held. */
  #guard: ReturnType<typeof native.guard> | null = null
  /** Needed since closing the terminal does not release its programs. */
  readonly #atExit = () => this.release()

  constructor(file: number, first: number, programs: readonly number[]) {
    this.#file = file
    this.#first = first
    this.#programs = programs
  }

  use(): TerminalUse | null {
    const all = this.#programs.map(useOf).filter((one) => one !== null)
    if (all.length < this.#programs.length) return null
    return {
      read: all.map(({ read }) => read).join(),
      written: all.map(({ written }) => written).join(),
    }
  }

  isForeground(leader: number | null): boolean {
    return isForeground(this.#first, leader, null)
  }

  get isStopped(): boolean {
    return this.#file !== null && native.stopped(this.#file)
  }

  hold(): boolean {
    if (this.#file === null) return false
    try {
      this.#guard = native.guard(this.#file)
      process.once('exit', this.#atExit)
      native.hold(this.#file, true)
      return true
    } catch {
      return false // the terminal was hung up, or no process could be started
    }
  }

  /** The kernel admits one write at a time: a blocked writer makes this one fail. */
  get isPrinting(): boolean {
    if (this.#file === null) return false
    try {
      writeSync(this.#file, nothing)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN'
    }
  }

  takeUnread(): Uint8Array {
    const file = this.#file
    if (file === null) return nothing
    const taken = new Uint8Array(unreadBytesMax)
    // EAGAIN: it was read. EIO: the terminal is closed.
    return tryOr(() => taken.subarray(0, readSync(file, taken, 0, taken.length, null)), nothing)
  }

  release(): void {
    const file = this.#file
    if (file === null) return
    this.#file = null
    process.off('exit', this.#atExit)
    try {
      if (this.#guard !== null) native.hold(file, false)
    } catch {
      // the terminal was hung up: no program is blocked
    } finally {
      if (this.#guard !== null) native.unguard(...this.#guard)
      this.#guard = null
      closeSync(file)
    }
  }
}

/** Returns `null` if the kernel refuses, as for another user's program. */
function useOf(pid: number): TerminalUse | null {
  const bytes = Buffer.alloc(1_024)
  const length = readProc(pid, 'io', bytes)
  if (ended.includes(-length)) return { read: 'ended', written: 'ended' }
  const text = bytes.toString('latin1', 0, Math.max(0, length))
  const [read] = /^rchar: .*$/m.exec(text) ?? []
  const [written] = /^wchar: .*$/m.exec(text) ?? []
  return read === undefined || written === undefined ? null : { read, written }
}
