/** A question to one of the desktop's own small programs. */
import { execFile } from 'node:child_process'

/** A program that says nothing for so long is killed. */
const askMs = 1_000

/** The words of a program's answer, or null when there is none. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null>

export function askProgram(program: string, args: readonly string[]): Promise<string | null> {
  if (!process.env['DBUS_SESSION_BUS_ADDRESS']) return Promise.resolve(null) // nobody to ask
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: askMs, encoding: 'utf8' }, (error, text) => resolve(error === null ? text : null)) // not installed, no such key
  })
}
