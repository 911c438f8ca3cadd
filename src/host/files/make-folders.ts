import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents, accessible only to the user. Node's own recursive
 * `mkdir` never returns below a directory such as `/proc`, which refuses with ENOENT.
 * @returns the first directory that was created, or undefined if all exist
 * @throws the system's error
 */
export function makeFolders(folder: string): string | undefined {
  try {
    return isMade(folder) ? folder : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
  }
  const first = makeFolders(dirname(folder))
  return isMade(folder) ? (first ?? folder) : first
}

/** Returns false if the directory exists: another process may have created it just before. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return false
    throw error
  }
}
