/**
 * Passes the window's MessagePort from main to the page, and the paths of files that the user drops
 * on it (SECURITY.md). Runs in an isolated world, and exposes no function.
 */
import { ipcRenderer, webUtils } from './electron.ts'
import { passPaths } from './pass-paths.ts'
import { passPort } from './pass-port.ts'

passPort(ipcRenderer, window, crypto.getRandomValues(new Uint32Array(4)).join('-'))
passPaths(webUtils, window)
