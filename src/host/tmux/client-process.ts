/**
 * A tmux client in front of a tab, by /proc: which server it talks to, and whether it may be
 * followed there. Any program can call itself a tmux client: one that is confined more than we are
 * must not have us run or connect to anything, since that would lead it out of its confinement.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ClientProcess } from '../../agents/tmux/server.ts'
import { procBytesMax } from '../proc/limits.ts'

/** null: it has gone, or is another user's. */
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

/**
 * The program of this client, where only root can have put it; null: another one may have, and
 * `tmux` is looked for in PATH.
 */
export async function systemProgram(pid: number): Promise<string | null> {
  try {
    const path = readlinkSync(`/proc/${pid}/exe`)
    const found = await stat(path)
    return found.isFile() && found.uid === 0 && (found.mode & 0o022) === 0 ? path : null
  } catch {
    return null // replaced while it runs
  }
}
