/**
 * Byte layout of frames and parts of history, for encode.ts and decode.ts. 32-bit words in this
 * machine's order: a head, for a frame the map of its rows, the packed rows, and the start of each.
 * Other values follow as JSON, if any. Numbers that may exceed 2^32 take two words, the low one
 * first.
 */
import type { MarkedCommand, PlacedPicture } from './frame.ts'
import type { CursorState } from '../screen/cursors/extra-cursors.ts'

export const frameKind = 1
export const rowsKind = 2
export const pictureKind = 3

/** Words of a frame's head. `at`, `numbering` and `dropped` take two each. */
export const frameHead = {
  kind: 0,
  flags: 1,
  cols: 2,
  rows: 3,
  x: 4,
  y: 5,
  at: 6,
  numbering: 8,
  dropped: 10,
  count: 12,
  fresh: 13,
  packed: 14,
  tail: 15,
  words: 16,
} as const

/** Words of the head of a part of history. `numbering` and `first` take two each. */
export const rowsHead = {
  kind: 0,
  numbering: 1,
  first: 3,
  fresh: 5,
  packed: 6,
  tail: 7,
  words: 8,
} as const

export const alternateFlag = 1
export const erasedFlag = 2

export interface Tail {
  readonly clusters?: readonly (readonly [number: number, text: string])[]
  /** Without a value, `color` and `uri` are `null`, and `id` and `sizing` are absent. */
  readonly extras?: readonly (readonly [
    number: number,
    color: number | null,
    uri?: string | null,
    id?: string,
    sizing?: number,
  ])[]
  readonly state?: Readonly<Record<string, string>>
  readonly commands?: readonly MarkedCommand[]
  readonly view?: number
  readonly pictures?: readonly PlacedPicture[]
  readonly cursors?: CursorState
}

/** Head of a part of an image; a `PicturePart` of `tail` bytes follows as JSON. */
export const pictureHead = { kind: 0, tail: 1, words: 2 } as const

export function putNumber(words: Uint32Array, at: number, value: number): void {
  words[at] = value % 0x1_0000_0000
  words[at + 1] = Math.floor(value / 0x1_0000_0000)
}

export function numberAt(words: Uint32Array, at: number): number {
  return words[at + 1]! * 0x1_0000_0000 + words[at]!
}

export function firstRowOf(bytes: Uint8Array): number {
  return numberAt(new Uint32Array(bytes.buffer, bytes.byteOffset, rowsHead.words), rowsHead.first)
}
