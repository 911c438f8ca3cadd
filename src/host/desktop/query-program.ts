import { execFile } from 'node:child_process'

/** A program that does not respond within this time is killed. */
const askMs = 1_000
const outputBytesMax = 1_048_576

/** Returns a program's output, or `null` without an answer. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null>

/** Killed programs that block in the kernel. They are not started again until they end. */
const stuck = new Set<string>()

/** Queries a program of the desktop. */
export function askProgram(program: string, args: readonly string[]): Promise<string | null> {
  return process.env['DBUS_SESSION_BUS_ADDRESS']
    ? askWithin(askMs, program, args)
    : Promise.resolve(null) // no session bus
}

/** Returns `null` also on failure. Does not wait for a program that ignores signals. */
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
