/** The cache of compiled code: compiling takes more than half of a worker thread's start. */
import module from 'node:module'
import { dirname, join } from 'node:path'
import { baseFolder } from '../files/folders.ts'
import { tryOr } from '../files/try-or.ts'
import { makeFolders } from '../files/make-folders.ts'

/**
 * Stores compiled modules of this process below `$XDG_CACHE_HOME`, as far as Node can. An AppImage
 * is mounted at another path by each start, so its modules would never be found again.
 */
export function cacheCompiled(environment: NodeJS.ProcessEnv, home: string): void {
  if (environment['APPIMAGE'] !== undefined) return
  const folder = join(baseFolder('CACHE', environment, home), 'vibeflow/engine')
  // otherwise Node creates it readable for others
  const made = tryOr(() => makeFolders(folder) ?? folder, null)
  if (made !== null) module.enableCompileCache?.(folder) // Node 22 and later
}

/** Returns the environment of a worker thread: it shares this process's cache, if enabled. */
export function keptCompiled(): Readonly<Record<string, string>> {
  // Needs Node 22. It returns a subdirectory for this version of Node.
  const folder = module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
