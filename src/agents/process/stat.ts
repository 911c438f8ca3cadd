/** Parses lines of `/proc/PID/stat` (proc(5)). */

export interface Stat {
  /** Up to 15 bytes of the program's name. */
  readonly comm: string
  /** Exited, and not yet waited for by its parent. */
  readonly isDead: boolean
  /** Stopped by a signal until it is continued. */
  readonly isStopped: boolean
  /** Running, or waiting for a CPU. */
  readonly isRunning: boolean
  readonly parent: number
  readonly group: number
  /** Process id of the session leader: the first program of a tab. */
  readonly session: number
  /** Device number of its terminal, as in `rdev`; 0 for none. */
  readonly terminal: number
  /** Foreground process group of its terminal, or a value <= 0 without one. */
  readonly foregroundGroup: number
  /** Clock ticks in user and system mode; 0 if the line is truncated before them. */
  readonly cpuTicks: number
  /** Clock ticks since boot; identifies a process together with the pid. 0 if truncated. */
  readonly startTime: number
  /** Address of its stack, which changes with each `exec`; 0 if another user's, or truncated. */
  readonly stack: number
}

// Fields after the name: 0 state, 1 parent, 2 group, 3 session, 4 terminal, 5 foreground group, 11
// and 12 ticks, 19 start time, 25 stack.
const fieldsRead = 26
const integer = /^-?\d{1,15}$/

export function parseStat(line: string): Stat | null {
  const start = line.indexOf('(')
  const end = line.lastIndexOf(')')
  if (end === -1) return null
  const rest = line.slice(end + 1).trim()
  const fields = rest.includes('  ') ? rest.split(/ +/) : rest.split(' ', fieldsRead)
  const number = (index: number) =>
    integer.test(fields[index] ?? '') ? Number(fields[index]) : null
  const [parent, group, session, foregroundGroup] = [number(1), number(2), number(3), number(5)]
  if (parent === null || group === null || session === null || foregroundGroup === null) return null
  return {
    comm: unescaped(line.slice(start + 1, end)),
    isDead: /^[ZXx]/.test(fields[0] ?? ''),
    isStopped: fields[0] === 'T',
    isRunning: fields[0] === 'R',
    parent,
    group,
    session,
    terminal: number(4) ?? 0,
    foregroundGroup,
    cpuTicks: (number(11) ?? 0) + (number(12) ?? 0),
    startTime: number(19) ?? 0,
    stack: number(25) ?? 0,
  }
}

/** Returns whether the process is in the foreground of its terminal. */
export function isInFront({ isDead, group, foregroundGroup }: Stat): boolean {
  return !isDead && group === foregroundGroup
}

/** The kernel escapes a newline and a backslash in the name, in this file only. */
function unescaped(comm: string): string {
  return comm.includes('\\')
    ? comm.replace(/\\(n|\\)/g, (_, letter) => (letter === 'n' ? '\n' : '\\'))
    : comm
}
