/**
 * A file of the user's that only they can read, whole or not at all: written under another name
 * beside it, mode 0600, then renamed (security.md 8). What was there is replaced and not written
 * into: a link is not followed, and another name of the same file keeps what it had. Devices, pipes
 * and open files (`/dev/stdout`, `/dev/fd/3`) are written to as they are.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isatty } from 'node:tty'

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
  else replace(path, content)
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

/**
 * A file whole or not at all, under this very name: no link is followed.
 * @throws what the system says; then a file that was there is as it was
 */
export function replace(path: string, content: string | Uint8Array, mode = 0o600): void {
  const draft = join(dirname(path), `.vibeflow-${randomBytes(6).toString('hex')}.new`)
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(handle, content)
      if (mode !== 0o600) fchmodSync(handle, mode)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
