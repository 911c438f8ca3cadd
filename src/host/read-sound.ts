/** Reads the file that `bell.sound` names, for the page, which decodes and plays it. */
import { readFile, stat } from 'node:fs/promises'
import { soundBytesMax } from '../core/ipc/limits.ts'

/** @returns its bytes in a buffer of their own, or a sentence */
export async function readSound(path: string): Promise<Uint8Array | { readonly problem: string }> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return { problem: `${path} is no file.` } // a pipe would be read for ever
    if (found.size === 0) return { problem: `${path} is empty.` }
    if (found.size > soundBytesMax) return { problem: `${path} has ${found.size} bytes, more than the ${soundBytesMax} that a sound may have.` }
    return Uint8Array.from(await readFile(path))
  } catch (error) {
    return { problem: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.` }
  }
}
