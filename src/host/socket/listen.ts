/**
 * A listening socket that nobody else can open: bound under a tight umask in one tick of the main
 * thread, then looked at.
 */
import { lstatSync, unlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { isUsablePath } from '../../core/clients/socket/paths.ts'
import { socketPathMax } from '../../core/clients/socket/limits.ts'
import { codeOf } from './private-folder.ts'

export interface Listening {
  /** Takes the file away and lets nobody in any more. Connections go on. */
  readonly close: () => void
}

/** Listens at `path`, or says why it cannot. */
export function listenPrivately(
  path: string,
  accept: (socket: Socket) => void,
): Listening | { readonly problem: string } {
  if (!isUsablePath(path))
    return {
      problem: `${path} is longer than the ${socketPathMax} bytes that a socket's path may have.`,
    }
  // Half open: a client may send all it has to say, close its side, and still read the answers.
  const server = createServer({ allowHalfOpen: true }, accept)
  let failure = 'it could not be bound'
  server.on('error', (error) => {
    failure = codeOf(error)
  }) // reported by the file, below: the event comes a tick later
  const umask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(umask)
  }
  const bound = socketAt(path)
  if (!server.listening || bound === null || bound.mode !== 0o600) {
    close(server)
    return { problem: `${path} cannot be listened at (${failure}).` }
  }
  return {
    close: () => {
      close(server) // unlinks the file itself
      if (socketAt(path)?.inode === bound.inode) unlinkSync(path)
    },
  }
}

function close(server: Server): void {
  if (server.listening) server.close()
}

/** The socket of ours at this path, and no link to one; else null. */
export function socketAt(path: string): { readonly inode: number; readonly mode: number } | null {
  try {
    const stat = lstatSync(path)
    return stat.isSocket() && stat.uid === process.geteuid?.()
      ? { inode: stat.ino, mode: stat.mode & 0o777 }
      : null
  } catch {
    return null // not there
  }
}
