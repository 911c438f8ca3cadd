/** Finds the processes that have sessions without a window, and ends them. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { environmentAgain } from '../../core/session/launch/environment.ts'
import { tryOr } from '../files/try-or.ts'
import { procWords } from '../proc/files.ts'
import { processStat } from '../proc/process-facts.ts'

/** File name of their program (src/main/instance/windowless.ts). */
const program = 'windowless.js'

const lookMs = 10
/** A stopped process does not end. Its programs stay there. */
const endMaxMs = 5_000

/**
 * Starts a process for sessions without a window.
 * @param script its program
 * @param image file of the AppImage that contains it: it stays mounted while the process runs
 * @param after process id of a vibeflow that is about to end: the new one waits for that
 */
export function startWindowless(
  script: string,
  environment: Readonly<Record<string, string | undefined>>,
  image: string | undefined,
  after?: number,
): void {
  const words = after === undefined ? [] : [String(after)]
  const [file, first] = image === undefined ? [process.execPath, script] : [image, 'windowless']
  const own =
    image === undefined
      ? { ...environment, ELECTRON_RUN_AS_NODE: '1' }
      : environmentAgain(environment)
  spawn(file, [first, ...words], {
    ...{ cwd: '/', detached: true, stdio: 'ignore' },
    env: own,
  })
    .on('error', () => undefined) // its absence is noticed
    .unref()
}

/**
 * Ends the processes that have their sockets in `root`, or will have them there: a vibeflow that
 * has just quit may have started one. Their programs keep running in the keeper.
 * @param rootOf returns the folder of the sockets for an environment
 */
export async function endWindowless(
  root: string,
  rootOf: (environment: Readonly<Record<string, string>>) => string,
): Promise<void> {
  const pids = tryOr(() => readdirSync('/proc'), [])
    .map(Number)
    .filter((pid) => pid > 0 && isWindowless(pid) && rootOf(variablesOf(pid)) === root)
  await Promise.all(
    pids.map(async (pid) => {
      tryOr(() => process.kill(pid, 'SIGTERM'), false)
      await processEnd(pid)
    }),
  )
}

/** Returns the variables that a process was started with. */
function variablesOf(pid: number): Record<string, string> {
  const pairs = procWords(pid, 'environ').map((line) => /^([^=]+)=(.*)$/s.exec(line))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])))
}

/** Waits for the end of a process, but not longer than `endMaxMs`. */
export async function processEnd(pid: number): Promise<void> {
  const end = Date.now() + endMaxMs
  while (isOpen(pid) && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
}

/**
 * Returns whether the process can have open files, as its connection to the keeper. Its first
 * thread may be dead before the others.
 */
function isOpen(pid: number): boolean {
  const stat = processStat(pid)
  if (stat === null) return false
  return !stat.isDead || tryOr(() => readdirSync(`/proc/${pid}/task`).length, 0) > 1
}

function isWindowless(pid: number): boolean {
  const words = procWords(pid, 'cmdline')
  return words.slice(1, 3).some((word) => [program, 'windowless'].includes(basename(word)))
}
