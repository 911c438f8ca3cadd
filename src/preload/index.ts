/**
 * Passes the window's one MessagePort from the main process to the page and does nothing else (behaviour/security.md 7).
 * Runs isolated from the page; the page sees no function of it.
 */
import { ipcRenderer } from './electron.ts'

/** A port that has not come so long after the page's script has run, ms, is asked for again: the first request may have come before this document could be trusted or told. */
const againMs = 1_000

/** Names a request: the answer to an earlier one is a port that is closed by now. */
let request = ''
let loaded = false
let ports: MessagePort[] | null = null

function ask(): void {
  request = crypto.getRandomValues(new Uint32Array(4)).join('-')
  ipcRenderer.send('port', request)
}

/** Each time later than before: on a slow machine an answer shall not be overtaken for ever. */
function again(afterMs: number): void {
  setTimeout(() => {
    if (ports !== null) return
    ask()
    again(2 * afterMs)
  }, afterMs)
}

/** The page's script has run by then, and listens. */
function pass(): void {
  // The target is this very document: with any origin named here a page of another one could still not receive it.
  if (loaded && ports !== null) window.postMessage('port', '*', ports)
}

ipcRenderer.on('port', (event, answered) => {
  if (ports !== null || answered !== request) return
  ports = event.ports
  pass()
})

// The main process hands the port over when asked, so that it is never sent to a document that is on its way out. Asked for before the page's script
// is there: what the page will be handed is made meanwhile.
ask()
window.addEventListener('DOMContentLoaded', () => {
  loaded = true
  pass()
  again(againMs)
}, { once: true })
