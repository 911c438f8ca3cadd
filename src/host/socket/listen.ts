/** Listening sockets for the user alone: bound under a restrictive umask in one tick. */
import { lstatSync, unlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { isUsablePath } from '../../core/clients/socket/paths.ts'
import { socketPathMax } from '../../core/clients/socket/limits.ts'
import { codeOf } from './private-folder.ts'

export interface Listening {
  /** Removes the file and accepts no more connections. Open ones continue. */
  readonly close: () => void
}

/** Listens at `path`, or returns the problem. */
export function listenPrivately(
  path: string,
  accept: (socket: Socket) => void,
): Listening | { readonly problem: string } {
  if (!isUsablePath(path))
    return {
      problem: `The path of the socket is longer than ${socketPathMax} bytes: ${path}.`,
    }
  // Half open: a client may send everything, close its side and still read the answers.
  const server = createServer({ allowHalfOpen: true }, accept)
  let failure = 'bind failed'
  server.on('error', (error) => {
    failure = codeOf(error)
    // The event comes a tick later; the check below reports the failure.
  })
  const umask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(umask)
  }
  const bound = socketAt(path)
  if (!server.listening || bound === null || bound.mode !== 0o600) {
    close(server)
    return { problem: `Can't listen on ${path} (${failure}).` }
  }
  return {
    close: () => {
      close(server) // removes its file
      if (socketAt(path)?.inode === bound.inode) unlinkSync(path)
    },
  }
}

function close(server: Server): void {
  if (server.listening) server.close()
}

/** Returns the user's socket at a path, not a link to one, or `null`. */
export function socketAt(path: string): { readonly inode: number; readonly mode: number } | null {
  try {
    const stat = lstatSync(path)
    return stat.isSocket() && stat.uid === process.geteuid?.()
      ? { inode: stat.ino, mode: stat.mode & 0o777 }
      : null
  } catch {
    return null // missing
  }
}
