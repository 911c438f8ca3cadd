/** Exclusive ownership among processes that start simultaneously. */
import { readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expected } from './problem.ts'

/**
 * Takes ownership of `base` unless a living process has it: links named `BASE.owner.N` point to a
 * process, and the highest number counts. Creating a link is exclusive and atomic, and the last two
 * links stay forever. So of concurrent starts one is first, and none removes a new link.
 * @returns the number of the new link, or `null` if another process is the owner
 */
export function own(base: string): number | null {
  for (;;) {
    const last = turns(base).reduce((most, turn) => Math.max(most, turn), -1)
    if (last >= 0 && lives(base, last)) return null
    if (take(base, last + 1, `${process.pid} ${startTime(process.pid)}`)) return last + 1
  }
}

/** @returns false if another process was faster */
export function take(base: string, turn: number, owner: string): boolean {
  try {
    symlinkSync(owner, ownerFile(base, turn))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
  for (const old of turns(base)) if (old < turn - 1) rmSync(ownerFile(base, old), { force: true })
  return true
}

function turns(base: string): number[] {
  const head = path.basename(ownerFile(base, ''))
  return readdirSync(path.dirname(base))
    .filter((name) => name.startsWith(head))
    .map((name) => Number(name.slice(head.length)))
    .filter(Number.isSafeInteger)
}

function ownerFile(base: string, turn: number | ''): string {
  return `${base}.owner.${turn}`
}

function lives(base: string, turn: number): boolean {
  try {
    const [pid = '', started = ''] = readlinkSync(ownerFile(base, turn)).split(' ')
    return Number(pid) !== process.pid && started !== '' && startTime(Number(pid)) === started
  } catch (error) {
    expected(error) // not an owner link
    return false
  }
}

/** The start time makes a process ID unique; '0' if it does not exist. */
export function startTime(pid: number): string {
  return processFacts(pid).started
}

/** Reads fields 3, 5 and 22 of /proc/PID/stat, after the name in parentheses. */
export function processFacts(pid: number): {
  readonly state: string
  readonly group: number
  readonly started: string
} {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', group: Number(fields[2]), started: fields[19] ?? '0' }
  } catch (error) {
    expected(error) // the process does not exist
    return { state: '', group: 0, started: '0' }
  }
}
