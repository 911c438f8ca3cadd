/**
 * Variables for a worker thread that has no others: it keeps what it compiles where this process
 * does, if that does. Reading the sources takes more than half of a worker's start.
 */
import module from 'node:module'
import { dirname } from 'node:path'

export function keptCompiled(): Readonly<Record<string, string>> {
  // not before Node 22; a folder for this version of Node, in the one that was named
  const folder = module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
