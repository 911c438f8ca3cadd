/**
 * Passes the window's one MessagePort from the main process to the page and does nothing else (behaviour/security.md 7).
 * Runs isolated from the page; the page sees no function of it.
 */
import { ipcRenderer } from './electron.ts'

/** Names this document, so that it is given one port although it may ask twice. */
const document = crypto.getRandomValues(new Uint32Array(4)).join('-')

let loaded = false
let ports: MessagePort[] | null = null

/** The page's script has run by then, and listens. */
function pass(): void {
  // The target is this very document: with any origin named here a page of another one could still not receive it.
  if (loaded && ports !== null) window.postMessage('port', '*', ports)
}

ipcRenderer.once('port', (event) => { ports = event.ports; pass() })

// The main process hands the port over when asked, so that it is never sent to a document that is on its way out. Asked for before the page's script
// is there: what the page will be handed is made meanwhile. A request that came too early to be trusted is made again.
ipcRenderer.send('port', document)
window.addEventListener('DOMContentLoaded', () => {
  loaded = true
  if (ports === null) ipcRenderer.send('port', document)
  else pass()
}, { once: true })
