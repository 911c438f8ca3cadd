/** The words of `contextBridge` between the two worlds of one document. */

/** The one event with a fixed name. It is listened for only before the page's own scripts run. */
export const BRIDGE_HELLO = 'electron-shim-bridge'

/** An exposed value: functions by number, data as text of `toText`. */
export type Shape =
  | { readonly kind: 'function'; readonly id: number }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Shape])[] }
  | { readonly kind: 'value'; readonly value: string }

/**
 * `callbacks`: places among the arguments that are functions of the page, with their numbers there.
 */
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
