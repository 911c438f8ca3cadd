/**
 * Returns the environment of a worker thread: it shares this process's compile cache, if enabled.
 * Compiling takes more than half of a worker's start.
 */
import module from 'node:module'
import { dirname } from 'node:path'

export function keptCompiled(): Readonly<Record<string, string>> {
  // Needs Node 22. It returns a subdirectory for this version of Node.
  const folder = module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
