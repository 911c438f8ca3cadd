/** Finds running sessions in the app's root directories. */
import { lstatSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isSessionId, socketPath, socketRoot } from '../../core/clients/socket/paths.ts'
import { stateFolder } from '../../host/files/folders.ts'

export interface FoundSession {
  readonly id: string
  readonly path: string
}

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

/** Returns the directories for sessions: the runtime directory's, and the fallback. */
export function findRoots(environment: ProcessEnvironment): readonly string[] {
  const own = stateFolder(environment, environment['HOME'] ?? homedir())
  return [...new Set([socketRoot(environment, { isPrivate, stateFolder: own }).root, `${own}/run`])]
}

/** Returns all sessions with a socket of this user, whether it responds or not. */
export function sessionsIn(roots: readonly string[]): readonly FoundSession[] {
  return roots.filter(isPrivate).flatMap((root) =>
    readdirSync(root)
      .filter(isSessionId)
      .sort()
      .map((id) => ({ id, path: socketPath(root, id) }))
      .filter(({ path }) => isOwnSocket(path)),
  )
}

/** Returns the control sockets of running apps, newest first. */
export function appsIn(roots: readonly string[]): readonly string[] {
  return roots
    .filter(isPrivate)
    .flatMap((root) =>
      readdirSync(root)
        .filter((name) => /^app-\d+\.sock$/.test(name))
        .map((name) => join(root, name)),
    )
    .filter(isOwnSocket)
    .sort((one, other) => lstatSync(other).mtimeMs - lstatSync(one).mtimeMs)
}

function isPrivate(path: string): boolean {
  try {
    const stat = lstatSync(path)
    return stat.isDirectory() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0
  } catch {
    return false // missing
  }
}

function isOwnSocket(path: string): boolean {
  try {
    const stat = lstatSync(path)
    return stat.isSocket() && stat.uid === process.geteuid?.()
  } catch {
    return false // removed since it was listed
  }
}
