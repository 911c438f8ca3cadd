/**
 * `powerSaveBlocker`: `systemd-inhibit` holds the lock if it is installed and there is a display.
 * Always recorded.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { beforeLeaving } from '../process/closing.ts'
import { findProgram } from '../desktop/programs.ts'
import { expected } from '../process/problem.ts'
import { record } from './recorded.ts'
import { theEngine } from '../run.ts'

type Kind = 'prevent-app-suspension' | 'prevent-display-sleep'

const held = new Map<number, ChildProcess | null>()
let nextId = 0

export const powerSaveBlocker = {
  start(kind: Kind): number {
    record('powerSaveBlocker.start', kind)
    const id = nextId++
    held.set(id, inhibit(kind))
    return id
  },
  stop(id: number): boolean {
    record('powerSaveBlocker.stop', id)
    held.get(id)?.kill()
    return held.delete(id)
  },
  isStarted: (id: number): boolean => held.has(id),
}

/** Holds the lock while its program runs: `cat` ends with this process's end of the pipe. */
function inhibit(kind: Kind): ChildProcess | null {
  const program = theEngine().options.headless ? undefined : findProgram('systemd-inhibit')
  if (program === undefined) return null
  const what = kind === 'prevent-display-sleep' ? 'idle' : 'sleep:idle'
  const child = spawn(
    program,
    [`--what=${what}`, '--who=vibeflow', '--why=A tab is working', 'cat'],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  )
  child.on('error', expected)
  if (child.pid === undefined) return null // no file can be opened, so there are no pipes
  child.stdin.on('error', expected)
  beforeLeaving(() => child.kill())
  return child
}
