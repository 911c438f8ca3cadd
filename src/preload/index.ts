/**
 * Passes the window's one MessagePort from the main process to the page and does nothing else
 * (SECURITY.md). Runs isolated from the page; the page sees no function of it.
 */
import { ipcRenderer } from './electron.ts'
import { passPort } from './pass-port.ts'

passPort(ipcRenderer, window, crypto.getRandomValues(new Uint32Array(4)).join('-'))
