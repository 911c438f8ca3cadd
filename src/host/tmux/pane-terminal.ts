/**
 * The terminal of a tmux pane, opened beside its programs: they can be kept from printing, and it
 * can be found out whether they have printed, or read, anything. Nothing is written to it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import type { PaneTerminal, TerminalUse } from '../../agents/tmux/ports.ts'
import { isForeground, livingInSession, processStat } from '../proc/process-facts.ts'
import { unreadBytesMax } from '../pty/limits.ts'
import { native } from '../pty/native.ts'

const nothing = new Uint8Array(0)

/** null: it is not ours to open, or not the terminal that the process `pid` has. */
export function paneTerminal(path: string, pid: number): PaneTerminal | null {
  const stat = processStat(pid)
  if (stat === null || !/^\/dev\/pts\/\d{1,9}$/.test(path)) return null
  let file: number
  try {
    file = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK)
  } catch {
    return null // another user's, another mount's, or gone
  }
  const found = fstatSync(file)
  if (!found.isCharacterDevice() || found.rdev !== stat.terminal) {
    closeSync(file)
    return null
  }
  return new OpenTerminal(file, pid, livingInSession(stat.session))
}

class OpenTerminal implements PaneTerminal {
  /** Process id of its first program. */
  readonly #first: number
  readonly #programs: readonly number[]
  /** null: it is closed, and its number another file's by now. */
  #file: number | null
  /** Lets its programs go on if we are killed; null: they are not held. */
  #guard: ReturnType<typeof native.guard> | null = null
  /** Closing it does not let its programs go on. */
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
      return false // the terminal was hung up, or there can be no more processes
    }
  }

  /** The kernel lets one write at a time into a terminal: whoever waits is in the way of ours. */
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
    const taken = new Uint8Array(unreadBytesMax)
    if (this.#file === null) return nothing
    try {
      return taken.subarray(0, readSync(this.#file, taken, 0, taken.length, null))
    } catch {
      return nothing // EAGAIN: it was read. EIO: nobody will
    }
  }

  release(): void {
    const file = this.#file
    if (file === null) return
    this.#file = null
    process.off('exit', this.#atExit)
    try {
      if (this.#guard !== null) native.hold(file, false)
    } catch {
      // the terminal was hung up: nobody waits
    } finally {
      if (this.#guard !== null) native.unguard(...this.#guard)
      this.#guard = null
      closeSync(file)
    }
  }
}

/** null: the kernel does not say, as of another user's program. */
function useOf(pid: number): TerminalUse | null {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'latin1')
    const [read] = /^rchar: .*$/m.exec(text) ?? []
    const [written] = /^wchar: .*$/m.exec(text) ?? []
    return read === undefined || written === undefined ? null : { read, written }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ESRCH' ? { read: 'ended', written: 'ended' } : null
  }
}
