/**
 * Writes a private file atomically. An existing file is replaced, not modified: links are not
 * followed, and other hard links keep the old content. Devices, pipes and open files
 * (`/dev/stdout`, `/dev/fd/3`) are written to directly.
 */
import { closeSync, constants, fstatSync, openSync, statSync, writeFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { replaceWhole } from '../../host/files/replace-file.ts'

const openFile = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/

/** A failure leaves the old file. `onTerminal` is called before a terminal, and may throw. */
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
    // The path may have been replaced with a file since the check.
    if (!openFile.test(path) && fstatSync(handle).isFile())
      throw Object.assign(new Error('it has changed'), { code: 'EAGAIN' })
    if (isatty(handle)) onTerminal()
    writeFileSync(handle, content)
  } finally {
    closeSync(handle)
  }
}
