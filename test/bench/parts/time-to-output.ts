/**
 * Measures the time from the start of a program to the first reply of its terminal to the program
 * inside. At that time the terminal is shown and has parsed all earlier output.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { environment } from './contestants.ts'

/**
 * A program that notes in the file `shown` when its question is answered. By its words, not by a
 * variable: a terminal that runs already has its own.
 */
export function asksForCursor(shown: string): readonly string[] {
  return [
    'sh',
    '-c',
    'stty raw -echo; printf "ready$ \\033[6n"; head -c 1 > /dev/null; date +%s%3N > "$0"; ' +
      'exec sleep 1000',
    shown,
  ]
}

export interface Running {
  readonly ms: number
  readonly child: ChildProcess
  readonly end: () => Promise<void>
}

interface Start {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly shown: string
  readonly more: Readonly<Record<string, string>>
}

/** Starts a program, waits for its sign, and ends it with everything that belongs to it. */
export async function timeToOutput(start: Start): Promise<number> {
  const running = await startUntilOutput(start)
  await running.end()
  return running.ms
}

/** As `timeToOutput`, but leaves it running. The sign is a time in the file `shown`. */
export async function startUntilOutput({
  program,
  args,
  folder,
  shown,
  more,
}: Start): Promise<Running> {
  rmSync(shown, { force: true })
  const began = Date.now()
  const child = spawn(program, args, {
    cwd: folder,
    env: environment(folder, more),
    stdio: 'ignore',
    detached: true,
  })
  try {
    while (!(existsSync(shown) && readFileSync(shown, 'utf8').length > 5)) {
      if (Date.now() - began > 60_000)
        throw new Error(`${program} ${args.join(' ')} showed nothing within 60 s`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return { ms: Number(readFileSync(shown, 'utf8')) - began, child, end: () => end(child) }
  } catch (error) {
    await end(child)
    throw error
  }
}

/** Asks it to go; what has not gone after a while is killed with all that it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, 5_000)
  await gone
  clearTimeout(late)
}
