/** Lines of `/proc/PID/stat` (proc(5)). */

export interface Stat {
  /** At most 15 bytes of the program's name. */
  readonly comm: string
  /** It has ended, and its parent has not asked how. */
  readonly isDead: boolean
  /** By a signal: it goes on when somebody continues it. */
  readonly isStopped: boolean
  /** It uses a processor, or waits for one. */
  readonly isRunning: boolean
  readonly parent: number
  readonly group: number
  /** Process id of the session's leader: the first program of a tab. */
  readonly session: number
  /** Device number of its terminal, as `rdev` of its file; 0: it has none. */
  readonly terminal: number
  /** Foreground process group of its terminal, or a value <= 0 when there is none. */
  readonly foregroundGroup: number
  /** Clock ticks in user and system mode; 0 when the line is cut before them. */
  readonly cpuTicks: number
  /**
   * Clock ticks after boot; with the pid it names a process for good. 0 when the line is cut before
   * it.
   */
  readonly startTime: number
}

// Behind the name: 0 state, 1 parent, 2 group, 3 session, 4 terminal, 5 its foreground group, 11
// and 12 ticks, 19 start time.
const fieldsRead = 20
const integer = /^-?\d{1,15}$/

/** null: no reading. */
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
  }
}

/** The kernel writes a line end and a backslash of a name as two characters here, and only here. */
function unescaped(comm: string): string {
  return comm.includes('\\')
    ? comm.replace(/\\(n|\\)/g, (_, letter) => (letter === 'n' ? '\n' : '\\'))
    : comm
}
