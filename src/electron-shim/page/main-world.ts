/**
 * Runs in the main world of every document before the page's scripts: the page's half of
 * `contextBridge`. It adds only what the preload script exposes.
 */
import { fromText, toText } from './values.ts'
import { BRIDGE_HELLO, type BridgeCall, type BridgeReply, type Shape } from './bridge-wire.ts'

// Saved here, since page code may replace them.
const { addEventListener, removeEventListener, dispatchEvent, CustomEvent: Event } = window
const { parse, stringify } = JSON
const freeze = Object.freeze

if (window === window.top) addEventListener.call(window, BRIDGE_HELLO, onHello)

function onHello(event: globalThis.Event): void {
  removeEventListener.call(window, BRIDGE_HELLO, onHello)
  const name = (event as CustomEvent<string>).detail
  const calls = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  const callbacks = new Map<number, (...args: unknown[]) => unknown>()
  let next = 1

  const listen = (suffix: string, listener: (detail: string) => void): void => {
    addEventListener.call(window, `${name}-${suffix}`, (event) =>
      listener((event as CustomEvent<string>).detail),
    )
  }
  listen('expose', (detail) => {
    const { key, api } = parse(detail) as { key: string; api: Shape }
    if (Object.hasOwn(window, key))
      throw new Error(`cannot bind an API on top of an existing property: ${key}`)
    Object.defineProperty(window, key, {
      value: build(api),
      configurable: false,
      enumerable: true,
      writable: false,
    })
  })
  listen('reply', (detail) => {
    const reply = parse(detail) as BridgeReply
    if (reply.kind === 'callback')
      return void callbacks.get(reply.id)?.(...(fromText(reply.args) as unknown[]))
    const call = calls.get(reply.call)
    calls.delete(reply.call)
    if (reply.kind === 'value') call?.resolve(fromText(reply.value))
    else call?.reject(new Error(reply.message))
  })

  function build(shape: Shape): unknown {
    switch (shape.kind) {
      case 'value':
        return fromText(shape.value)
      case 'object':
        return freeze(Object.fromEntries(shape.entries.map(([key, item]) => [key, build(item)])))
      case 'function':
        return (...args: unknown[]) => invoke(shape.id, args)
    }
  }

  function invoke(callee: number, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = next++
      const places: [number, number][] = []
      const plain = args.map((argument, index) => {
        if (typeof argument !== 'function') return argument
        callbacks.set(next, argument as (...args: unknown[]) => unknown)
        places.push([index, next++])
        return null
      })
      calls.set(call, { resolve, reject })
      const message: BridgeCall = { call, callee, args: toText(plain), callbacks: places }
      dispatchEvent.call(window, new Event(`${name}-call`, { detail: stringify(message) }))
    })
  }
}
