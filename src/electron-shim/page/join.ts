/** Passes ports to this page's port worker. */
import { joinPort } from './port.ts'
import { PORT_WORKER } from './wire.ts'

/** Set in a line that Node prepends: a name of the page, the same for all its documents. */
declare const __electronShimPage: string

/** Missing in the types. */
declare global {
  interface WorkerOptions {
    extendedLifetime?: boolean
  }
}

let worker: SharedWorker | undefined
let refused = false

/** If the page's policy forbids workers, the document joins the port itself, which is slower. */
export function join(port: MessagePort, address: string): void {
  const ready = refused ? undefined : startWorker()
  if (ready === undefined) joinPort(port, address)
  else ready.port.postMessage(address, [port])
}

/** Starts the worker, which takes some 70 ms, when the page listens for messages. */
export function startWorker(): SharedWorker {
  if (worker === undefined) {
    // The name makes it this page's own, so that crashes of other windows do not affect it. It
    // outlives the document for some seconds, for the next one.
    worker = new SharedWorker(PORT_WORKER, { name: __electronShimPage, extendedLifetime: true })
    worker.addEventListener('error', () => {
      refused = true
    })
  }
  return worker
}
