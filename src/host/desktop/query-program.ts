/** A question to one of the system's own small programs. */
import { execFile } from 'node:child_process'

/** A program that says nothing for so long is killed. */
const askMs = 1_000
const outputBytesMax = 1_048_576

/** The words of a program's answer, or null when there is none. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null>

/**
 * Killed, and not ended yet: they wait in the kernel, for a disk or a bus that does not answer.
 * They are not asked again until then.
 */
const stuck = new Set<string>()

/** Of the desktop. */
export function askProgram(program: string, args: readonly string[]): Promise<string | null> {
  return process.env['DBUS_SESSION_BUS_ADDRESS']
    ? askWithin(askMs, program, args)
    : Promise.resolve(null) // nobody to ask
}

/**
 * null also: it is not installed, or failed. Nobody waits for the end of a program that does not
 * heed a signal, or of one that it has begun and that holds its output open.
 */
export function askWithin(
  ms: number,
  program: string,
  args: readonly string[],
): Promise<string | null> {
  if (stuck.has(program)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      stuck.add(program)
      child.kill('SIGKILL')
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      resolve(null)
    }, ms)
    const child = execFile(
      program,
      [...args],
      { maxBuffer: outputBytesMax, encoding: 'utf8' },
      (error, text) => {
        clearTimeout(late)
        stuck.delete(program)
        resolve(error === null ? text : null)
      },
    )
  })
}
