/** `ipcRenderer` for the preload script: messages to Node, and ports from there. */
import { join, startWorker } from './join.ts'
import { fromText, toText } from './values.ts'
import type { Down, Up } from './wire.ts'

interface RendererEvent {
  readonly ports: MessagePort[]
}
type Listener = (event: RendererEvent, ...args: unknown[]) => void

export function makeIpcRenderer(up: (message: Up) => void) {
  const listeners: { readonly channel: string; readonly listener: Listener }[] = []
  const ipcRenderer = {
    on(channel: string, listener: Listener): object {
      if (listeners.length === 0) startWorker()
      listeners.push({ channel, listener })
      return ipcRenderer
    },
    send(channel: string, ...args: unknown[]): void {
      if (typeof channel !== 'string') throw new TypeError('a channel is named by a string')
      up({ kind: 'send', channel, value: toText(args) })
    },
  }
  return {
    ipcRenderer,
    deliver({ channel, value, addresses }: Down): void {
      const ports = addresses.map((address) => {
        const { port1, port2 } = new MessageChannel()
        join(port1, address)
        return port2
      })
      for (const one of listeners)
        if (one.channel === channel) one.listener({ ports }, fromText(value))
    },
  }
}
