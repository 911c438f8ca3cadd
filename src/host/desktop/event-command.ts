/** Runs the user's programs on events (`[[on]]`). */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { nameCharactersMax, quoted, safeText } from '../../base/text/safe-text.ts'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'

/** A program that runs longer is killed, ms. */
const runMs = 30_000

/** Wait for the last output of a failed command, whose children may keep it open, ms. */
const unreadMs = 1_000

/** Programs that run at the same time. Further ones do not start. */
const runningMax = 16

/** Bytes of the program's error output that are read for its first line. */
const errorBytesMax = 4_096

let running = 0

/**
 * Runs a program without a shell, in the home directory, with `input` as its standard input. Its
 * standard output is discarded.
 * @param environment the process environment; the engine's own variables are removed
 * @returns a sentence about why it failed, or `null`. Never rejects
 */
export async function runEventCommand(
  [program = '', ...args]: readonly string[],
  input: string,
  environment: Readonly<Record<string, string | undefined>>,
  withinMs = runMs,
): Promise<string | null> {
  if (running >= runningMax)
    return `${quoted(program)} did not start, because ${runningMax} commands still run.`
  running += 1
  try {
    return await ended([program, ...args], input, environment, withinMs)
  } catch (error) {
    return `${quoted(program)} could not start: ${error instanceof Error ? error.message : ''}.`
  } finally {
    running -= 1
  }
}

function ended(
  [program = '', ...args]: readonly string[],
  input: string,
  environment: Readonly<Record<string, string | undefined>>,
  withinMs: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: homedir(),
      env: wrappedEnvironment(environment),
      detached: true, // a group of its own, which is killed as a whole
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    const settle = (problem: string | null) => {
      clearTimeout(late)
      child.stderr?.destroy() // a program in the background may keep it open
      resolve(problem)
    }
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      settle(
        code === 'ENOENT'
          ? `${quoted(program)} was not found. Install it, or use its full path.`
          : `${quoted(program)} could not start: ${message}.`,
      ),
    )
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it has just ended
      }
    }, withinMs)
    const errors: Buffer[] = []
    let size = 0
    child.stderr?.on('data', (bytes: Buffer) => {
      if (size < errorBytesMax) errors.push(bytes.subarray(0, errorBytesMax - size))
      size += bytes.length
    })
    child.stdin?.on('error', () => undefined) // it need not read its input
    child.stdin?.end(input)
    child.once('exit', (code, signal) => {
      const name = quoted(program)
      if (code === 0) settle(null)
      else if (isLate) settle(`${name} ran longer than ${withinMs / 1_000} s and was stopped.`)
      else {
        const explain = () => {
          clearTimeout(unread)
          const said = firstLine(Buffer.concat(errors).toString())
          const end = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
          settle(`${name} ${end}${said === '' ? '.' : `: ${said}`}`)
        }
        // what it wrote last may be read after its exit
        const unread = setTimeout(explain, unreadMs)
        child.once('close', explain)
      }
    })
  })
}

/** Returns the first line with text, made safe to show. */
function firstLine(text: string): string {
  return safeText(text.split('\n').find((line) => line.trim() !== '') ?? '', nameCharactersMax)
}
