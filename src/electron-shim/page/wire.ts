/** Messages between a page's isolated world and Node: up over the binding, down by evaluation. */

/** Name of the isolated world, which bindings and evaluations are limited to. */
export const WORLD = 'electron-shim-preload'
/** Binding that sends messages to Node. */
export const BINDING = '__electronShimUp'
/** Function that receives messages from Node. */
export const DELIVER = '__electronShimDown'
/** Function that returns a file whose path was requested, by the number of the request. */
export const FILE = '__electronShimFile'
/** Function that receives that path. */
export const FILE_PATH = '__electronShimFilePath'

/** Served on every origin of the app. */
export const PORT_WORKER = '/.electron-shim/port-worker.js'

/** `value` fields contain text of `toText`. */
export type Up =
  | { readonly kind: 'send'; readonly channel: string; readonly value: string }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'focus'; readonly focused: boolean }
  | {
      readonly kind: 'bounds'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'path'; readonly request: number }
  | { readonly kind: 'failed'; readonly what: string }

/** A message with ports, by their addresses. */
export interface Down {
  readonly channel: string
  readonly value: string
  readonly addresses: readonly string[]
}
