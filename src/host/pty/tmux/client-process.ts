/**
 * Facts from /proc about a tmux client in a tab: its server, and whether vibeflow may connect to
 * it. Any program can pretend to be a tmux client. A confined one must not make vibeflow run or
 * connect to anything, since that would escape its confinement.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ClientProcess } from '../../../agents/tmux/server.ts'
import { procBytesMax } from '../../proc/limits.ts'

/** Returns `null` if it has ended or is another user's. */
export function clientProcess(pid: number): ClientProcess | null {
  try {
    const environment = new Map(
      words(`/proc/${pid}/environ`).map((word): [string, string] => {
        const at = word.indexOf('=')
        return [word.slice(0, at), word.slice(at + 1)]
      }),
    )
    return {
      argv: words(`/proc/${pid}/cmdline`),
      environment,
      directory: readlinkSync(`/proc/${pid}/cwd`),
      user: process.getuid?.() ?? 0,
    }
  } catch {
    return null
  }
}

function words(path: string): string[] {
  return readFileSync(path).subarray(0, procBytesMax).toString('utf8').split('\0')
}

/** Returns the client's program if only root can write to it, or `null`. */
export async function systemProgram(pid: number): Promise<string | null> {
  try {
    const path = readlinkSync(`/proc/${pid}/exe`)
    const found = await stat(path)
    return found.isFile() && found.uid === 0 && (found.mode & 0o022) === 0 ? path : null
  } catch {
    return null // replaced while it runs
  }
}
