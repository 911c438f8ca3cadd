/**
 * Finds out whether the programs in the foreground of a terminal wait for its input. Called only
 * for a silent program whose last line may be a question.
 */
import { lendsTerminal, relaysTerminal } from '../../agents/process/match.ts'
import { readsCommands } from '../../agents/process/question-line.ts'
import type { Stat } from '../../agents/process/stat.ts'
import type { TerminalReader } from '../../core/session/ports.ts'
import { descendants } from './descendants.ts'
import type { Front } from './foreground.ts'
import { threadsMax, visitedMax } from './limits.ts'
import type { ProcReader } from './reader.ts'

/** How a program waits for its terminal. */
export interface TerminalWait {
  readonly name: string
  /**
   * The kernel shows that it reads the terminal. Otherwise it sleeps and may wait for the terminal:
   * it waits for several files, or belongs to another user.
   */
  readonly reads: boolean
  /** It waits for several files, of which the terminal may be one. */
  readonly polls: boolean
  /**
   * It shows another terminal, whose mode can't be known: `sudo` lends it, or another machine has
   * it.
   */
  readonly shows: 'lent' | 'remote' | null
  /** It reads commands, as `gdb` does: its prompt is not a question. */
  readonly commands: boolean
}

/** Numbers of system calls (`asm/unistd.h`): reads, waits for several files, and epoll. */
const calls =
  process.arch === 'arm64'
    ? { read: [63, 65], select: [72, 73], epoll: [22, 441] }
    : { read: [0, 19], select: [7, 23, 270, 271], epoll: [232, 281, 441] }

/**
 * Returns how the ordinary program in the foreground waits for this terminal. Returns `null` if it
 * works, waits for something else, reads single keys, or is an agent's.
 * @param first the terminal's first process
 */
export function programWait(
  reader: ProcReader,
  first: number,
  { kind, descends, name = '' }: Pick<Front, 'kind' | 'descends' | 'name'>,
  terminal: TerminalReader | null,
): TerminalWait | null {
  if (terminal === null || descends === true || (kind !== 'other' && kind !== 'shell')) return null
  const { canonical, group } = terminal
  const isRemote = !canonical && relaysTerminal(name)
  if (!canonical && !isRemote && !lendsTerminal(name)) return null
  const own = reader.stat(first, true)
  const below = descendants(reader, first, visitedMax, visitedMax)
  const all = [...(own === null ? [] : [{ pid: first, stat: own }]), ...below]
  const inFront = groupWait(reader, all, ({ stat }) => stat.group === group)
  if (canonical) return inFront
  if (isRemote) return inFront && { ...inFront, reads: false, shows: 'remote' }
  // sudo: its program has the foreground of another terminal, whose mode can't be known
  const lent = groupWait(
    reader,
    all,
    ({ stat }) => stat.terminal !== own?.terminal && stat.group === stat.foregroundGroup,
  )
  return lent && { ...lent, reads: false, shows: 'lent' }
}

function groupWait(
  reader: ProcReader,
  all: readonly Waiter[],
  isMember: (one: Waiter) => boolean,
): TerminalWait | null {
  // the newest first: a script waits for its program
  const members = all
    .filter((one) => isMember(one) && !one.stat.isDead)
    .sort((a, b) => b.stat.startTime - a.stat.startTime || b.pid - a.pid)
  if (members.some(({ stat }) => stat.isRunning || stat.isStopped)) return null
  let hides: Waiter | null = null
  let polls: Waiter | null = null
  let left = threadsMax
  for (const one of members) {
    const threads = reader.threads(one.pid, left)
    left -= threads.length
    const waits = processWait(reader, one, threads)
    if (waits === 'works') return null
    if (waits === 'reads') return found(reader, one, waits)
    if (waits === 'unknown') hides ??= one
    if (waits === 'polls') polls ??= one
    if (left === 0) break
  }
  // curl x | sudo y: the program of another user asks
  if (hides !== null) return found(reader, hides, 'unknown')
  return polls && found(reader, polls, 'polls')
}

interface Waiter {
  readonly pid: number
  readonly stat: Stat
}

/** All of its threads rest; one of them reads the terminal, or may. */
function processWait(
  reader: ProcReader,
  { pid, stat: { terminal } }: Waiter,
  threads: readonly number[],
): 'reads' | 'polls' | 'unknown' | 'works' | 'rests' {
  const isTerminal = (number: number) => {
    const path = reader.file(pid, number)
    return path === '/dev/tty' || (path !== null && path === terminalPath(terminal))
  }
  let best: 'reads' | 'polls' | 'unknown' | 'rests' = 'rests'
  for (const thread of threads) {
    const text = reader.call(pid, thread)
    if (text === 'running') return 'works'
    const [number = -1, file = -1] = text?.split(' ', 2).map(Number) ?? []
    if (
      (calls.read.includes(number) && isTerminal(file)) ||
      (calls.epoll.includes(number) && reader.watched(pid, file).some(isTerminal))
    )
      best = 'reads'
    else if (best !== 'reads' && text === null) best = 'unknown'
    else if (best === 'rests' && calls.select.includes(number)) best = 'polls'
  }
  return best
}

/** Pseudo-terminals have the device numbers 136:0 to 143:255. */
function terminalPath(device: number): string {
  const major = (device >> 8) & 0xfff
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00)
  return `/dev/pts/${(major - 136) * 256 + minor}`
}

function found(
  reader: ProcReader,
  { pid, stat }: Waiter,
  waits: 'reads' | 'polls' | 'unknown',
): TerminalWait {
  const commands = readsCommands(stat.comm, reader.argv(pid))
  return {
    name: stat.comm,
    reads: waits === 'reads',
    polls: waits === 'polls',
    shows: null,
    commands,
  }
}
