/** Memory and processor time of a process and of everything that it started, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

interface Stat {
  readonly pid: number
  readonly parent: number
  /** User and system time, hundredths of a second. */
  readonly ticks: number
}

function stat(pid: number): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null // gone
  }
}

/** `root` and its descendants, parents first. */
export function tree(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => stat(Number(name)) ?? [])
  const pids = [root]
  for (let index = 0; index < pids.length; index += 1)
    pids.push(...all.filter(({ parent }) => parent === pids[index]).map(({ pid }) => pid))
  return pids
}

/** Programs that benches run in terminals. */
const isProgram = /^(?:\/bin\/)?(?:sh|bash|cat|stty|sleep|head|date|seq|mv|yes|nl) /

/** As `tree`, without the programs in its terminals. */
export function terminalTree(root: number): number[] {
  return tree(root).filter((pid) => !isProgram.test(commandLine(pid)))
}

/** Processor time so far of these processes, milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (stat(pid)?.ticks ?? 0) * 10, 0)
}

/**
 * Returns the same as `cpuMs`, but to the nanosecond, from the scheduler's own account. Clock ticks
 * count for the process that the clock's interrupt meets, which is too much for work that a timer
 * wakes. Threads that have ended are not counted, so no thread should end during the measurement.
 */
export function scheduledMs(pids: readonly number[]): number {
  return pids
    .flatMap((pid) =>
      threads(pid).map((thread) => runNanoseconds(`/proc/${pid}/task/${thread}/schedstat`)),
    )
    .reduce((sum, ns) => sum + ns / 1e6, 0)
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // gone
  }
}

function runNanoseconds(file: string): number {
  try {
    return Number(readFileSync(file, 'latin1').split(' ')[0])
  } catch {
    return 0 // gone
  }
}

/** Bytes that a process holds in RAM; 0 when it is gone. Pages shared with others count whole. */
export function residentBytes(pid: number): number {
  return field(`/proc/${pid}/status`, 'VmRSS') // also of kernel threads, which have none
}

/**
 * As `residentBytes`, but a page that n processes share counts 1/n for each, so that a sum is what
 * the machine has to give. Slow to ask.
 */
export function proportionalBytes(pid: number): number {
  return field(`/proc/${pid}/smaps_rollup`, 'Pss')
}

function field(file: string, name: string): number {
  try {
    return (
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0) *
      1024
    )
  } catch {
    return 0 // gone
  }
}

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // gone
  }
}

/**
 * Records the CPU time of a tree without its programs.
 * @returns a function that returns the CPU time spent since, ms. Time of processes that ended in
 * between is lost.
 */
export function watchTime(root: number): () => number {
  const before = new Map(terminalTree(root).map((pid) => [pid, cpuMs([pid])]))
  return () =>
    terminalTree(root).reduce((sum, pid) => sum + cpuMs([pid]) - (before.get(pid) ?? 0), 0)
}

export interface Cost {
  /** Largest amounts of RAM seen. */
  readonly mainBytes: number
  readonly pageBytes: number
  readonly allBytes: number
  /** Processor time spent since the watch began. */
  readonly mainMs: number
  readonly pageMs: number
  readonly allMs: number
}

/**
 * Measures the machine's resources that a tree of processes uses. The page is the largest renderer;
 * programs in tabs are excluded.
 */
export function watchCost(root: number): () => Cost {
  const watched = terminalTree(root).map((pid) => ({
    pid,
    isPage: commandLine(pid).includes('--type=renderer'),
    beforeMs: cpuMs([pid]),
    peakBytes: 0,
  }))
  let allBytes = 0
  const look = () => {
    const sizes = watched.map((one) => {
      const bytes = residentBytes(one.pid)
      one.peakBytes = Math.max(one.peakBytes, bytes)
      return bytes
    })
    allBytes = Math.max(
      allBytes,
      sizes.reduce((sum, bytes) => sum + bytes, 0),
    )
  }
  look()
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    look()
    const spentMs = watched.map(({ pid, beforeMs }) => cpuMs([pid]) - beforeMs)
    const page = watched.findIndex(
      (one) =>
        one.isPage &&
        one.peakBytes ===
          Math.max(...watched.filter(({ isPage }) => isPage).map(({ peakBytes }) => peakBytes)),
    )
    return {
      mainBytes: watched[0]?.peakBytes ?? 0,
      pageBytes: watched[page]?.peakBytes ?? 0,
      allBytes,
      mainMs: spentMs[0] ?? 0,
      pageMs: spentMs[page] ?? 0,
      allMs: spentMs.reduce((sum, ms) => sum + ms, 0),
    }
  }
}
