/**
 * Passes the window's one MessagePort from the main process to the page and does nothing else (behaviour/security.md 7).
 * Runs isolated from the page; the page sees no function of it.
 */
import { ipcRenderer } from './electron.ts'

ipcRenderer.once('port', (event) => {
  // The target is this very document: with any origin named here a page of another one could still not receive it.
  window.postMessage('port', '*', event.ports)
})

// The main process hands the port over when asked, so that it is never sent to a document that is on its way out.
window.addEventListener('DOMContentLoaded', () => ipcRenderer.send('port'), { once: true })
