/**
 * Takes away what an instance that died has left under the root; what lives, or is not clearly a
 * socket of ours, is never touched.
 */
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { staleAfterMs } from '../../core/clients/socket/limits.ts'
import { isSessionId, isUsablePath, socketName } from '../../core/clients/socket/paths.ts'
import { appSocketName } from './app-socket.ts'
import { socketAt } from './listen.ts'
import { codeOf } from './private-folder.ts'

/** `nowMs`: since 1970, as file times are. */
export async function removeStale(root: string, nowMs: number): Promise<void> {
  let names: string[]
  try {
    names = readdirSync(root)
  } catch {
    return // nothing there yet
  }
  await Promise.all(
    names.map(async (name) => {
      const path = join(root, name)
      if (!isOlder(path, nowMs)) return
      if (appSocketName.test(name)) {
        if (await isRefused(path)) remove(() => unlinkSync(path))
        return
      }
      if (!isSessionId(name) || !(await isRefused(join(path, socketName)))) return
      remove(() => unlinkSync(join(path, socketName)))
      remove(() => rmdirSync(path))
    }),
  )
}

function isOlder(path: string, nowMs: number): boolean {
  try {
    return nowMs - lstatSync(path).mtimeMs > staleAfterMs
  } catch {
    return false // gone meanwhile
  }
}

/** A socket of ours that nobody listens at. */
async function isRefused(path: string): Promise<boolean> {
  return (await isListening(path)) === false
}

/**
 * Whether somebody listens at a socket of ours: a file is left by a process that was killed. null:
 * it is none of ours, or cannot be asked.
 */
export function isListening(path: string): Promise<boolean | null> {
  if (!isUsablePath(path) || socketAt(path) === null) return Promise.resolve(null)
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', (error) =>
      resolve(codeOf(error) === 'ECONNREFUSED' && socketAt(path) !== null ? false : null),
    )
  })
}

function remove(act: () => void): void {
  try {
    act()
  } catch {
    // another instance was quicker, or the folder holds something of somebody else's
  }
}
