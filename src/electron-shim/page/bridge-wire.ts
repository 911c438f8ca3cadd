/** Messages of `contextBridge` between the two worlds of a document. */

/** The only event with a fixed name, used before the page's scripts run. */
export const BRIDGE_HELLO = 'electron-shim-bridge'

/** An exposed value: functions by number, data as text of `toText`. */
export type Shape =
  | { readonly kind: 'function'; readonly id: number }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Shape])[] }
  | { readonly kind: 'value'; readonly value: string }

/** `callbacks`: argument positions of page functions, with their numbers. */
export interface BridgeCall {
  readonly call: number
  readonly callee: number
  readonly args: string
  readonly callbacks: readonly (readonly [index: number, id: number])[]
}

export type BridgeReply =
  | { readonly kind: 'value'; readonly call: number; readonly value: string }
  | { readonly kind: 'error'; readonly call: number; readonly message: string }
  | { readonly kind: 'callback'; readonly id: number; readonly args: string }
