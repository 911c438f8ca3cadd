/** Which process has a thing that one alone may have, though several start at once. */
import { readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expected } from './problem.ts'

/**
 * Takes what `base` stands for, if nobody who lives has it: links named `BASE.owner.N`, whose
 * target names a process. That with the highest number counts. Making one is exclusive and shows
 * its content at once, and the last two stay for ever: so of those that find the same end, and
 * start at the same moment, one is first, and none takes away what another has just made.
 * @returns the number of ours; null: somebody has it
 */
export function own(base: string): number | null {
  for (;;) {
    const last = turns(base).reduce((most, turn) => Math.max(most, turn), -1)
    if (last >= 0 && lives(base, last)) return null
    if (take(base, last + 1, `${process.pid} ${startTime(process.pid)}`)) return last + 1
  }
}

/** @returns false: another one was quicker */
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
    expected(error) // not a link of ours
    return false
  }
}

/** With the number, the start time names one process for ever. '0' when there is none. */
export function startTime(pid: number): string {
  return processFacts(pid).started
}

/** From /proc/PID/stat, behind the name in brackets: fields 3, 5 and 22. */
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
    expected(error) // no such process (any more)
    return { state: '', group: 0, started: '0' }
  }
}
