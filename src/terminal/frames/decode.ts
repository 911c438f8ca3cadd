/** Reads messages of encode.ts. Both ends are from one build, so only the first word is checked. */
import { assert } from '../../base/assert.ts'
import type { ScreenUpdate, HistoryRows, UpdateRows, PicturePart } from './frame.ts'
import {
  alternateFlag,
  erasedFlag,
  frameHead,
  frameKind,
  numberAt,
  pictureHead,
  pictureKind,
  rowsHead,
  rowsKind,
  type Tail,
} from './wire.ts'

const kinds = new Map<number, 'frame' | 'rows' | 'picture'>([
  [frameKind, 'frame'],
  [rowsKind, 'rows'],
  [pictureKind, 'picture'],
])

/** Returns the kind of message, or `null` if unknown. */
export function kindOf(bytes: Uint8Array): 'frame' | 'rows' | 'picture' | null {
  const kind =
    bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
  return kinds.get(kind) ?? null
}

/** Keeps the bytes, which the returned rows refer to. */
export function decodeUpdate(bytes: Uint8Array): ScreenUpdate {
  const { whole, words } = wordsOf(bytes)
  assert(words[frameHead.kind] === frameKind, 'the bytes are a frame')
  const rows = words[frameHead.rows]!
  const flags = words[frameHead.flags]!
  const mapAt = frameHead.words
  const { tail, packed } = packedRows(whole, words, mapAt + rows, {
    packed: words[frameHead.packed]!,
    fresh: words[frameHead.fresh]!,
    tail: words[frameHead.tail]!,
  })
  return {
    at: numberAt(words, frameHead.at),
    cols: words[frameHead.cols]!,
    rows,
    alternate: (flags & alternateFlag) !== 0,
    numbering: numberAt(words, frameHead.numbering),
    dropped: numberAt(words, frameHead.dropped),
    count: words[frameHead.count]!,
    x: words[frameHead.x]!,
    y: words[frameHead.y]!,
    map: words.subarray(mapAt, mapAt + rows),
    fresh: packed,
    state: tail.state ?? null,
    commands: tail.commands ?? null,
    view: tail.view ?? null,
    erased: (flags & erasedFlag) !== 0,
    pictures: tail.pictures ?? null,
    cursors: tail.cursors ?? null,
  }
}

export function decodeHistory(bytes: Uint8Array): HistoryRows {
  const { whole, words } = wordsOf(bytes)
  assert(words[rowsHead.kind] === rowsKind, 'the bytes are rows of history')
  const { packed } = packedRows(whole, words, rowsHead.words, {
    packed: words[rowsHead.packed]!,
    fresh: words[rowsHead.fresh]!,
    tail: words[rowsHead.tail]!,
  })
  return {
    numbering: numberAt(words, rowsHead.numbering),
    first: numberAt(words, rowsHead.first),
    rows: packed,
  }
}

/** The returned data is a view of the bytes. */
export function decodePicture(bytes: Uint8Array): {
  readonly part: PicturePart
  readonly data: Uint8Array
} {
  const { whole, words } = wordsOf(bytes)
  assert(words[pictureHead.kind] === pictureKind, 'the bytes are of a picture')
  const from = pictureHead.words * 4
  const end = from + words[pictureHead.tail]!
  return {
    // written by pictures.ts
    part: JSON.parse(new TextDecoder().decode(whole.subarray(from, end))) as PicturePart,
    data: whole.subarray(end),
  }
}

/** Aligns the bytes to four, for words. */
function wordsOf(bytes: Uint8Array): { readonly whole: Uint8Array; readonly words: Uint32Array } {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return { whole, words: new Uint32Array(whole.buffer, whole.byteOffset, whole.length >> 2) }
}

function packedRows(
  whole: Uint8Array,
  words: Uint32Array,
  at: number,
  size: { readonly packed: number; readonly fresh: number; readonly tail: number },
): { readonly tail: Tail; readonly packed: UpdateRows } {
  const startsAt = at + size.packed
  const end = (startsAt + size.fresh) * 4
  const tail: Tail =
    size.tail === 0
      ? {}
      : // written by encode.ts
        (JSON.parse(new TextDecoder().decode(whole.subarray(end, end + size.tail))) as Tail)
  return {
    tail,
    packed: {
      words: words.subarray(at, startsAt),
      bytes: whole.subarray(at * 4, startsAt * 4),
      starts: words.subarray(startsAt, startsAt + size.fresh),
      clusters: new Map(tail.clusters),
      extras: new Map(
        tail.extras?.map(([number, color, uri, id, sizing]) => [
          number,
          {
            ...(color === null ? {} : { color }),
            ...(uri == null ? {} : { link: { uri, id: id ?? '' } }),
            ...(sizing === undefined ? {} : { sizing }),
          },
        ]),
      ),
    },
  }
}
