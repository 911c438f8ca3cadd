/** Starts a program in a terminal: here, or in the keeper (keeper/keeper.ts). */
import { closeSync, constants, openSync } from 'node:fs'
import { constants as systemConstants } from 'node:os'
import { launcher } from '../../core/session/launch/launch.ts'
import type { Launch, ProgramExit } from '../../core/session/ports.ts'
import { native, type Ring } from './native.ts'

/** A started program, and its terminal. */
export interface TerminalSource {
  readonly pid: number
  readonly master: number
  /** Keeps the terminal open after its last program, so that its output can be read to the end. */
  readonly slave: number
  /** Output, in memory that is shared with the keeper; `null` for a program started here. */
  readonly ring: Ring | null
  /** Takes the listener for the program's end, once. */
  readonly onExit: (listener: (exit: ProgramExit) => void) => void
  /**
   * Closes the slave: the terminal is not needed here any longer. Called once.
   * @param ends false if the keeper reads on
   */
  readonly released: (ends: boolean) => void
}

/** Why no program or terminal can be made, by the system's code. */
export const terminalProblems: Readonly<Record<string, string>> = {
  EAGAIN: 'too many processes for this user. Quit some or raise the limit (ulimit -u)',
  ENOSPC:
    'all terminals of the system are in use. Close some or raise the limit (sysctl kernel.pty.max)',
}

/** Returns the program, its arguments and its variables, as the system takes them. */
export function startedWith({ program: asked, args: words, environment, directory }: Launch): {
  readonly program: string
  readonly args: readonly string[]
  readonly variables: readonly string[]
} {
  const { program, args } = launcher({ program: asked, args: words })
  const variables = Object.entries({ ...environment, PWD: directory })
  // the kernel ends a variable at a NUL
  const ended = variables.map(([name, value]) => `${name}=${value}`.replace(/\0.*$/s, ''))
  return { program, args, variables: ended }
}

/** Starts a program as a child of this process. Throws if it cannot. */
export function forkedHere(launch: Launch): TerminalSource {
  const { program, args, variables } = startedWith(launch)
  let exit: ProgramExit | null = null
  let listener = (ended: ProgramExit): void => {
    exit = ended
  }
  const { fd, pid, pty } = native.fork(
    program,
    [...args],
    [...variables],
    launch.directory,
    launch.size.cols,
    launch.size.rows,
    -1,
    -1,
    true,
    '',
    (code, signal) => listener({ code, signal: exitSignal(signal) }),
  )
  try {
    // readable as well: an answer that was not read is taken back
    const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK
    const slave = openSync(pty, flags)
    return {
      pid,
      master: fd,
      slave,
      ring: null,
      onExit: (on) => {
        listener = on
        if (exit !== null) on(exit)
      },
      released: () => closeSync(slave),
    }
  } catch (error) {
    native.close(fd) // sends SIGHUP: no tab would show the program
    throw error
  }
}

/** Returns the name of a signal, or `null` for 0. */
export function exitSignal(number: number | undefined): string | null {
  if (number === undefined || number === 0) return null
  return (
    Object.entries(systemConstants.signals).find(([, value]) => value === number)?.[0] ??
    `signal ${number}`
  )
}
