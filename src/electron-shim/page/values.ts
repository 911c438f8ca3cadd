/**
 * Values that may cross between processes, as a JSON tree: JSON types, `undefined`, special
 * numbers, `Uint8Array` and `ArrayBuffer`. Others throw `DataCloneError`, intentionally stricter
 * than Electron (docs/contributing/internals/electron.md).
 */

/** Placeholder of a byte array: an index in a list, or base64. */
export type Place = number | string
export type Tree =
  | null
  | boolean
  | number
  | string
  | readonly Tree[]
  | { readonly [key: string]: Tree }

/** Key that marks a placeholder. Objects with this key are written as lists of pairs. */
const MARK = '$'
/** Deeper values are cycles or attacks; messages of the app have up to ten levels. */
const DEPTH_MAX = 200

export function toTree(value: unknown, place: (bytes: Uint8Array) => Place, depth = 0): Tree {
  if (depth > DEPTH_MAX)
    throw dataCloneError('a value that is nested too deeply or contains itself')
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { [MARK]: 'number', is: Object.is(value, -0) ? '-0' : String(value) }
    case 'undefined':
      return { [MARK]: 'undefined' }
    case 'object':
      return value === null ? null : objectToTree(value, place, depth)
    default:
      throw dataCloneError(`a ${typeof value}`)
  }
}

function objectToTree(value: object, place: (bytes: Uint8Array) => Place, depth: number): Tree {
  if (value instanceof Uint8Array) return { [MARK]: 'bytes', at: place(value) }
  if (value instanceof ArrayBuffer) return { [MARK]: 'buffer', at: place(new Uint8Array(value)) }
  if (Array.isArray(value)) return Array.from(value, (item) => toTree(item, place, depth + 1))
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw dataCloneError(`an instance of ${value.constructor?.name ?? 'a class'}`)
  // Without a prototype of its own, it is Object.prototype of some realm, or similar.
  if (prototype !== null && !Object.hasOwn(prototype, 'hasOwnProperty'))
    throw dataCloneError('an object with a prototype of its own')
  const pairs = Object.entries(value).map(([key, item]): [string, Tree] => [
    key,
    toTree(item, place, depth + 1),
  ])
  if (Object.hasOwn(value, MARK)) return { [MARK]: 'object', pairs }
  return Object.fromEntries(pairs)
}

/** Converts back. `bytes` finds the data that `place` stored; an ArrayBuffer is copied exactly. */
export function fromTree(tree: unknown, bytes: (place: Place) => Uint8Array): unknown {
  if (typeof tree !== 'object' || tree === null) return tree
  if (Array.isArray(tree)) return tree.map((item) => fromTree(item, bytes))
  const source = tree as Readonly<Record<string, unknown>>
  if (!Object.hasOwn(source, MARK)) return fromPairs(Object.entries(source), bytes)
  switch (source[MARK]) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(source['is'])
    case 'bytes':
      return bytes(source['at'] as Place)
    case 'buffer': {
      const found = bytes(source['at'] as Place)
      return found.buffer.slice(found.byteOffset, found.byteOffset + found.byteLength)
    }
    case 'object':
      return fromPairs(source['pairs'] as readonly (readonly [string, unknown])[], bytes)
    default:
      throw new TypeError('a message of the shim with an unknown mark')
  }
}

/** Defines properties, so that `__proto__` in a message is a plain one. */
function fromPairs(
  pairs: readonly (readonly [string, unknown])[],
  bytes: (place: Place) => Uint8Array,
): object {
  return Object.fromEntries(pairs.map(([key, item]) => [key, fromTree(item, bytes)]))
}

export function dataCloneError(what: string): DOMException {
  return new DOMException(`${what} could not be cloned`, 'DataCloneError')
}

/** Returns JSON for small messages, with byte arrays in base64. */
export function toText(value: unknown): string {
  return JSON.stringify(toTree(value, toBase64))
}

export function fromText(text: string): unknown {
  return fromTree(JSON.parse(text), (place) => fromBase64(String(place)))
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // In pieces, since the number of arguments is limited.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
