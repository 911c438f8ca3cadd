/** Messages between a page's isolated world and Node: up over the binding, down by evaluation. */

/** Name of the isolated world, which bindings and evaluations are limited to. */
export const WORLD = 'electron-shim-preload'
/** Binding that sends messages to Node. */
export const BINDING = '__electronShimUp'
/** Function that receives messages from Node. */
export const DELIVER = '__electronShimDown'

/** Served on every origin of the app. */
export const PORT_WORKER = '/.electron-shim/port-worker.js'

/** A key press for `before-input-event`. */
export interface KeyInput {
  readonly type: 'keyDown' | 'keyUp'
  readonly key: string
  readonly code: string
  readonly isAutoRepeat: boolean
  readonly isComposing: boolean
  readonly shift: boolean
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly location: number
  readonly modifiers: readonly string[]
}

/** `value` fields contain text of `toText`. */
export type Up =
  | { readonly kind: 'hello' }
  | { readonly kind: 'send'; readonly channel: string; readonly value: string }
  | {
      readonly kind: 'invoke'
      readonly call: number
      readonly channel: string
      readonly value: string
    }
  | {
      readonly kind: 'post'
      readonly channel: string
      readonly value: string
      readonly ports: readonly number[]
    }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'focus'; readonly focused: boolean }
  | {
      readonly kind: 'bounds'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'key'; readonly input: KeyInput }
  | { readonly kind: 'accelerator'; readonly chord: string }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'failed'; readonly what: string }

export type Down =
  | { readonly kind: 'keys'; readonly observe: boolean; readonly chords: readonly string[] }
  | { readonly kind: 'message'; readonly channel: string; readonly value: string }
  | {
      readonly kind: 'ports'
      readonly channel: string
      readonly value: string
      readonly addresses: readonly string[]
    }
  | { readonly kind: 'connect'; readonly port: number; readonly address: string }
  | {
      readonly kind: 'answer'
      readonly call: number
      readonly value?: string
      readonly error?: string
    }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'title'; readonly title: string }
