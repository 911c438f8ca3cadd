/** Hands ports to this document's port worker. */
import { joinPort } from './port.ts'
import { PORT_WORKER } from './wire.ts'

let worker: SharedWorker | undefined
let refused = false

/** Where the page's policy allows no worker of its own origin, the document joins the port itself: right, but slower. */
export function join(port: MessagePort, address: string): void {
  const ready = refused ? undefined : startWorker()
  if (ready === undefined) joinPort(port, address)
  else ready.port.postMessage(address, [port])
}

/** Starting it takes some 70 ms, so whoever listens for messages is about to need it. */
export function startWorker(): SharedWorker {
  if (worker === undefined) {
    // The name makes it this document's own: another window's crash must not take it along.
    worker = new SharedWorker(PORT_WORKER, { name: crypto.randomUUID() })
    worker.addEventListener('error', () => { refused = true })
  }
  return worker
}
