/**
 * Passes the window's MessagePort from main to the page, and does nothing else (SECURITY.md). Runs
 * in an isolated world, and exposes no function.
 */
import { ipcRenderer } from './electron.ts'
import { passPort } from './pass-port.ts'

passPort(ipcRenderer, window, crypto.getRandomValues(new Uint32Array(4)).join('-'))
