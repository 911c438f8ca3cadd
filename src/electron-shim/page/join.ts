/** Hands ports to this page's port worker. */
import { joinPort } from './port.ts'
import { PORT_WORKER } from './wire.ts'

/**
 * Set by the line that Node puts before this script: a name of the page, the same for all its
 * documents.
 */
declare const __electronShimPage: string

/** Chromium has it; the types do not yet. */
declare global {
  interface WorkerOptions {
    extendedLifetime?: boolean
  }
}

let worker: SharedWorker | undefined
let refused = false

/**
 * Where the page's policy allows no worker of its own origin, the document joins the port itself:
 * right, but slower.
 */
export function join(port: MessagePort, address: string): void {
  const ready = refused ? undefined : startWorker()
  if (ready === undefined) joinPort(port, address)
  else ready.port.postMessage(address, [port])
}

/** Starting it takes some 70 ms, so whoever listens for messages is about to need it. */
export function startWorker(): SharedWorker {
  if (worker === undefined) {
    // The name makes it this page's own: another window's crash must not take it along. It outlives
    // the document for some seconds, so that the next one need not start it.
    worker = new SharedWorker(PORT_WORKER, { name: __electronShimPage, extendedLifetime: true })
    worker.addEventListener('error', () => {
      refused = true
    })
  }
  return worker
}
