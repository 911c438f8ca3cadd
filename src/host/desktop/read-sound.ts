/** Reads the file of `bell.sound` for the page, which decodes and plays it. */
import { soundBytesMax } from '../../core/ipc/limits.ts'
import { kindWords, readUpToSoon } from '../files/read-up-to.ts'
import { errorMessage } from '../../base/text/error-message.ts'

/** @returns its bytes in their own buffer, or a problem */
export async function readSound(path: string): Promise<Uint8Array | { readonly problem: string }> {
  try {
    const bytes = await readUpToSoon(path, soundBytesMax)
    if ('kind' in bytes) return { problem: `can't read ${path}: ${kindWords(bytes)}.` }
    if ('size' in bytes)
      return {
        problem: `${path} has ${bytes.size} bytes; the maximum is ${soundBytesMax}.`,
      }
    return bytes.length === 0 ? { problem: `${path} is empty.` } : bytes
  } catch (error) {
    return {
      problem: `can't read ${path}: ${errorMessage(error)}.`,
    }
  }
}
