import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents, accessible only to the user. Node's own recursive
 * `mkdir` never returns below a directory such as `/proc`, which refuses with ENOENT.
 * @returns the first directory that was created, or undefined if all exist
 * @throws the system's error
 */
export function makeFolders(folder: string): string | undefined {
  const mode = 0o700
  try {
    mkdirSync(folder, { mode })
    return folder
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return undefined
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
  }
  const first = makeFolders(dirname(folder))
  if (first === undefined) mkdirSync(folder, { mode })
  else makeFolders(folder)
  return first ?? folder
}
