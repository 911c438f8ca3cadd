/**
 * Facts from /proc about a tmux client in a tab: its server, and whether vibeflow may connect to
 * it. Any program can pretend to be a tmux client. A confined one must not make vibeflow run or
 * connect to anything, since that would escape its confinement.
 */
import { stat } from 'node:fs/promises'
import type { ClientProcess } from '../../../agents/tmux/server.ts'
import type { PathProbe } from '../../files/path-probe.ts'
import { procLink, procWords } from '../../proc/files.ts'

/** Returns `null` if it has ended, does not respond, or belongs to another user. */
export function clientProcess(pid: number): ClientProcess | null {
  const directory = procLink(pid, 'cwd')
  if (directory === null) return null
  const environment = new Map(
    procWords(pid, 'environ').map((word): [string, string] => {
      const at = word.indexOf('=')
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )
  return { argv: procWords(pid, 'cmdline'), environment, directory, user: process.getuid?.() ?? 0 }
}

/** Returns the client's program if only root can write to it, or `null`. */
export async function systemProgram(
  pid: number,
  looks: Pick<PathProbe, 'look'>,
): Promise<string | null> {
  const path = procLink(pid, 'exe')
  // Its disk may not respond, and would block a thread that reads files.
  if (path === null || (await looks.look(path)) !== 'executable') return null
  try {
    const found = await stat(path)
    return found.isFile() && found.uid === 0 && (found.mode & 0o022) === 0 ? path : null
  } catch {
    return null // replaced while it runs
  }
}
