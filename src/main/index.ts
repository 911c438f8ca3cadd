/**
 * Entry of the main process. Enables the cache of compiled code before the app (start.ts) is
 * loaded: compiling takes a tenth of its start. Electron emits `ready` after this `await`
 * (https://www.electronjs.org/docs/latest/tutorial/esm).
 */
import { ownEnvironment } from './process.ts'
import { homedir } from 'node:os'
import { cacheCompiled } from '../host/shadow/compile-cache.ts'

cacheCompiled(ownEnvironment, homedir())
await import('./start.ts')
