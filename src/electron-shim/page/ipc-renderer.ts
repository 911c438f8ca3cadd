/** `ipcRenderer` for the preload script: messages and ports to and from Node. */
import { join, startWorker } from './join.ts'
import { fromText, toText } from './values.ts'
import type { Down, Up } from './wire.ts'

interface RendererEvent {
  readonly sender: object
  readonly ports: MessagePort[]
}
type Listener = (event: RendererEvent, ...args: unknown[]) => void
interface Answer {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Ports without an address yet. More are a leak. */
const PORTS_WAITING_MAX = 256

/** Listeners by channel. Messages are requested with the first one. */
class Listeners {
  readonly #channels = new Map<string, { readonly listener: Listener; readonly once: boolean }[]>()

  add(channel: string, listener: Listener, once: boolean): void {
    if (this.#channels.size === 0) startWorker()
    this.#channels.set(channel, [...(this.#channels.get(channel) ?? []), { listener, once }])
  }

  remove(channel: string, listener: Listener): void {
    const kept = this.#channels.get(channel) ?? []
    const at = kept.findIndex((entry) => entry.listener === listener)
    if (at >= 0) this.#channels.set(channel, kept.toSpliced(at, 1))
  }

  fire(channel: string, event: RendererEvent, args: readonly unknown[]): void {
    const found = this.#channels.get(channel) ?? []
    this.#channels.set(
      channel,
      found.filter((entry) => !entry.once),
    )
    for (const { listener } of found) listener(event, ...args)
  }
}

export function makeIpcRenderer(up: (message: Up) => void) {
  const listeners = new Listeners()
  const calls = new Map<number, Answer>()
  const portsWaiting = new Map<number, MessagePort>()
  let next = 1

  const add =
    (once: boolean) =>
    (channel: string, listener: Listener): object => {
      listeners.add(channel, listener, once)
      return ipcRenderer
    }

  const ipcRenderer = {
    on: add(false),
    once: add(true),
    off(channel: string, listener: Listener): object {
      listeners.remove(channel, listener)
      return ipcRenderer
    },
    send(channel: string, ...args: unknown[]): void {
      up({ kind: 'send', channel: name(channel), value: toText(args) })
    },
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const call = next++
      const value = toText(args)
      return new Promise((resolve, reject) => {
        calls.set(call, { resolve, reject })
        up({ kind: 'invoke', call, channel: name(channel), value })
      })
    },
    postMessage(channel: string, message: unknown, transfer: readonly MessagePort[] = []): void {
      if (portsWaiting.size + transfer.length > PORTS_WAITING_MAX)
        throw new RangeError('too many ports wait for their connection')
      const value = toText(message)
      const ports = transfer.map((port) => {
        if (!(port instanceof MessagePort))
          throw new TypeError('only a MessagePort can be transferred')
        const id = next++
        portsWaiting.set(id, port)
        return id
      })
      up({ kind: 'post', channel: name(channel), value, ports })
    },
  }

  const fire = (channel: string, ports: MessagePort[], args: readonly unknown[]): void =>
    listeners.fire(channel, { sender: ipcRenderer, ports }, args)

  return {
    ipcRenderer,
    deliver(message: Exclude<Down, { kind: 'keys' | 'zoom' | 'title' }>): void {
      switch (message.kind) {
        case 'message':
          return fire(message.channel, [], fromText(message.value) as unknown[])
        case 'ports': {
          const ports = message.addresses.map((address) => {
            const { port1, port2 } = new MessageChannel()
            join(port1, address)
            return port2
          })
          return fire(message.channel, ports, [fromText(message.value)])
        }
        case 'connect': {
          const port = portsWaiting.get(message.port)
          portsWaiting.delete(message.port)
          if (port !== undefined) join(port, message.address)
          return
        }
        case 'answer': {
          const call = calls.get(message.call)
          calls.delete(message.call)
          if (message.error !== undefined) call?.reject(new Error(message.error))
          else call?.resolve(fromText(message.value ?? 'null'))
        }
      }
    },
  }
}

function name(channel: unknown): string {
  if (typeof channel !== 'string') throw new TypeError('a channel is named by a string')
  return channel
}
