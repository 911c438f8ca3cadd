/** Removes sockets of instances that died. Never touches live sockets or other files. */
import { existsSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { staleAfterMs } from '../../core/clients/socket/limits.ts'
import {
  copySocketName,
  isSessionId,
  isUsablePath,
  socketName,
  statusSuffix,
} from '../../core/clients/socket/paths.ts'
import { appSocketName } from './app-socket.ts'
import { socketAt } from './listen.ts'
import { codeOf } from './private-folder.ts'
import { tryOr } from '../files/try-or.ts'

/** @param nowMs since 1970, like file times */
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
      if (appSocketName.test(name) || copySocketName.test(name)) {
        if (await isRefused(path)) remove(() => unlinkSync(path))
        return
      }
      if (name.endsWith(statusSuffix) && isSessionId(name.slice(0, -statusSuffix.length))) {
        if (!existsSync(path.slice(0, -statusSuffix.length))) remove(() => unlinkSync(path))
        return
      }
      if (!isSessionId(name) || !(await isRefused(join(path, socketName)))) return
      remove(() => unlinkSync(join(path, socketName)))
      remove(() => rmdirSync(path))
    }),
  )
}

function isOlder(path: string, nowMs: number): boolean {
  // `false` if it has been removed since
  return tryOr(() => nowMs - lstatSync(path).mtimeMs > staleAfterMs, false)
}

/** Returns whether it is a socket of the user without a listener. */
async function isRefused(path: string): Promise<boolean> {
  return (await isListening(path)) === false
}

/** Returns whether a process listens at the user's socket, or `null` if unknown. */
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
    // another instance was faster, or the directory contains other files
  }
}
