/**
 * Directories for the user alone (docs/reference/session-socket.md). Their mode is checked, never
 * changed.
 */
import { lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from '../files/make-folders.ts'

/** Returns whether it is a real directory of this user without group and other permissions. */
export function isPrivateFolder(path: string): boolean {
  return folderProblem(path) === null
}

/** Creates a directory with its parents. Returns why it cannot be used, or `null`. */
export function makePrivateFolder(path: string): string | null {
  try {
    makeFolders(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return `Can't create ${path} (${codeOf(error)}).`
  }
  return folderProblem(path)
}

/** Creates a new directory. Returns why that failed, or `null`. */
export function makeNewFolder(path: string): string | null {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    return codeOf(error) === 'EEXIST'
      ? `${path} already exists.`
      : `Can't create ${path} (${codeOf(error)}).`
  }
  return folderProblem(path)
}

function folderProblem(path: string): string | null {
  try {
    const stat = lstatSync(path)
    if (!stat.isDirectory()) return `${path} is not a directory.`
    if (stat.uid !== process.geteuid?.()) return `${path} belongs to another user.`
    return (stat.mode & 0o077) === 0
      ? null
      : `Other users can access ${path} (mode ${(stat.mode & 0o777).toString(8)}).`
  } catch (error) {
    return `Can't check ${path} (${codeOf(error)}).`
  }
}

/** Returns a code such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
