/** The page's end of the pipe. Checks messages that arrive; messages that leave are typed. */
import type { MainMessage, PageMessage } from '../../core/ipc/contract.ts'
import { mainGate, type DropReason } from '../../core/ipc/gate.ts'

export class Pipe {
  readonly #port: MessagePort
  readonly #gate = mainGate()

  constructor(port: MessagePort, receive: (message: MainMessage) => void) {
    this.#port = port
    port.onmessage = ({ data }) => {
      const message = this.#gate.admit(data)
      if (message !== null) receive(message)
    }
  }

  get drops(): Readonly<Record<DropReason, number>> {
    return this.#gate.drops
  }

  send(message: PageMessage): void {
    this.#port.postMessage(message)
  }
}

/** Resolves with the MessagePort from the preload script. Accepts one, only from this window. */
export function takePort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const take = (event: MessageEvent): void => {
      const [port] = event.ports
      if (event.source !== window || event.data !== 'port' || port === undefined) return
      window.removeEventListener('message', take)
      resolve(port)
    }
    window.addEventListener('message', take)
  })
}
