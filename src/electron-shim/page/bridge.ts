/**
 * The isolated world's half of `contextBridge`. Worlds share only the DOM, so calls are DOM events
 * with a random name and JSON: for few calls, not for bulk data.
 */
import { fromText, toText } from './values.ts'
import { BRIDGE_HELLO, type BridgeCall, type BridgeReply, type Shape } from './bridge-wire.ts'

export function bridgeToMainWorld() {
  const functions: ((...args: unknown[]) => unknown)[] = []
  const name = crypto.randomUUID()

  // The main world's half was injected first and waits; page code never learns the name.
  dispatch(BRIDGE_HELLO, name)
  window.addEventListener(`${name}-call`, (event) => {
    void answer(JSON.parse((event as CustomEvent<string>).detail) as BridgeCall)
  })

  async function answer(call: BridgeCall): Promise<void> {
    const reply = (message: BridgeReply): void => dispatch(`${name}-reply`, JSON.stringify(message))
    try {
      const callback = functions[call.callee]
      if (callback === undefined) throw new Error('no such function')
      const listeners = fromText(call.args) as unknown[]
      for (const [index, id] of call.callbacks) {
        listeners[index] = (...args: unknown[]) =>
          reply({ kind: 'callback', id, args: toText(args) })
      }
      reply({ kind: 'value', call: call.call, value: toText(await callback(...listeners)) })
    } catch (error) {
      reply({
        kind: 'error',
        call: call.call,
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }

  function shape(value: unknown): Shape {
    if (typeof value === 'function')
      return { kind: 'function', id: functions.push(value as (...args: unknown[]) => unknown) - 1 }
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.getPrototypeOf(value) === Object.prototype
    ) {
      return {
        kind: 'object',
        entries: Object.entries(value).map(([key, item]) => [key, shape(item)]),
      }
    }
    return { kind: 'value', value: toText(value) }
  }

  return {
    exposeInMainWorld(key: string, api: unknown): void {
      dispatch(`${name}-expose`, JSON.stringify({ key, api: shape(api) }))
    },
  }
}

function dispatch(type: string, detail: string): void {
  window.dispatchEvent(new CustomEvent(type, { detail }))
}
