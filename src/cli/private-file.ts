/**
 * Writes a file of the user's that only they can read, as a whole or not at all. What was there is
 * replaced and not written into: a link is not followed, and another name of the same file keeps
 * what it had. Devices, pipes and open files (`/dev/stdout`, `/dev/fd/3`) are written to as they
 * are.
 */
import { closeSync, constants, fstatSync, openSync, statSync, writeFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { replaceWhole } from '../host/files/replace-file.ts'

const openFile = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/

/**
 * @param onTerminal called before anything is written to a terminal; it may throw
 * @throws what the system says; then a file that was there is as it was
 */
export function writePrivateFile(
  path: string,
  content: string | Uint8Array,
  onTerminal: () => void,
): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (openFile.test(path) || (there !== undefined && !there.isFile() && !there.isDirectory()))
    writeInto(path, content, onTerminal)
  else replaceWhole(path, [content])
}

function writeInto(path: string, content: string | Uint8Array, onTerminal: () => void): void {
  const handle = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY)
  try {
    // Between the look and now somebody may have put another file there.
    if (!openFile.test(path) && fstatSync(handle).isFile())
      throw Object.assign(new Error('it has changed meanwhile'), { code: 'EAGAIN' })
    if (isatty(handle)) onTerminal()
    writeFileSync(handle, content)
  } finally {
    closeSync(handle)
  }
}
