/**
 * The small messages between a page's isolated world and Node: what goes up over the binding and
 * down by evaluation.
 */

/** The isolated world's name: bindings and evaluations reach this world only. */
export const WORLD = 'electron-shim-preload'
/** The binding in the isolated world by which messages go up. */
export const BINDING = '__electronShimUp'
/** The function in the isolated world by which messages come down. */
export const DELIVER = '__electronShimDown'

/** Served by the shim on every origin of the app. */
export const PORT_WORKER = '/.electron-shim/port-worker.js'

/** A key press as `before-input-event` describes it. */
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

/** `value` fields hold the text of `toText`: anything that may cross. */
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
