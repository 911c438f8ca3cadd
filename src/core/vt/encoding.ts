/** Snapshots and deltas as bytes and back: JSON here, MessagePack through a codec that is handed in (core imports no package for it). */
import { fromPacked, toPacked } from './packed.ts'
import { deltaSchema, snapshotSchema } from './schema.ts'
import type { Delta } from './delta.ts'
import type { Snapshot } from './snapshot.ts'

export type Encoding = 'json' | 'msgpack'

/** Writes and reads MessagePack. `decode` may throw: that is a value that is none. */
export interface MessagePackCodec {
  encode(value: unknown): Uint8Array
  decode(bytes: Uint8Array): unknown
}

/** Why bytes are refused. */
export type DecodeProblem = 'too-large' | 'malformed' | 'unknown-version' | 'bad-field'
export type Decoded = { readonly ok: true; readonly value: Snapshot | Delta } | { readonly ok: false; readonly problem: DecodeProblem }

/** Above this no message of ours is: 1 000 x 1 000 cells, each in a style of its own. */
export const messageBytesMax = 128 * 1024 * 1024

/** Equal values give equal bytes, whatever the order of their keys. */
export function encode(value: Snapshot | Delta, encoding: Encoding, codec: MessagePackCodec): Uint8Array {
  return encoding === 'json' ? new TextEncoder().encode(JSON.stringify(canonical(value))) : codec.encode(toPacked(canonical(value)))
}

/** Refuses hostile bytes with a problem of the list; unknown keys are ignored. */
export function decode(bytes: Uint8Array, codec: MessagePackCodec): Decoded {
  if (bytes.length > messageBytesMax) return { ok: false, problem: 'too-large' }
  let value: unknown
  try {
    value = bytes[0] === 0x7b ? JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) : fromPacked(codec.decode(bytes))
  } catch {
    return { ok: false, problem: 'malformed' }
  }
  if (typeof value !== 'object' || value === null) return { ok: false, problem: 'malformed' }
  if (!('v' in value) || value.v !== 1) return { ok: false, problem: 'unknown-version' }
  const judged = 'from' in value ? deltaSchema.safeParse(value) : snapshotSchema.safeParse(value)
  return judged.success ? { ok: true, value: judged.data } : { ok: false, problem: 'bad-field' }
}

const ranks = new Map([
  'v', 'epoch', 'from', 'rev', 'at', 'cols', 'rows', 'screen', 'scroll', 'baseY', 'cursor', 'modes', 'keyboard', 'title', 'titles', 'pen', 'charsets', 'level', 'tabs', 'margins', 'saved', 'colors', 'other', 'links', 'lines', 'scrollback',
  'y', 'x', 'wr', 'pm', 'cells', 'row', 'col', 'visible', 'style', 'blink', 'pending', 'joins', 'c', 'w', 'a', 'fg', 'bg', 'ul', 'l', 'n',
].map((key, rank) => [key, rank]))

/** Keys in one order at every depth; a value that is in order already is not copied. */
function canonical<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined
    for (const [index, one] of value.entries()) {
      const ordered: unknown = typeof one === 'object' ? canonical(one) : one
      if (ordered !== one) { copy ??= [...value]; copy[index] = ordered }
    }
    return (copy ?? value) as Value // the same shape
  }
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value)
  let inOrder = true
  for (let index = 1; index < keys.length; index += 1) if (before(keys[index]!, keys[index - 1]!)) { inOrder = false; break }
  if (!inOrder) keys.sort((one, other) => before(one, other) ? -1 : 1)
  let copy: Record<string, unknown> | undefined = inOrder ? undefined : {}
  for (const key of keys) {
    const one = (value as Record<string, unknown>)[key]
    const ordered = typeof one === 'object' ? canonical(one) : one
    if (copy === undefined && ordered !== one) copy = { ...value } as Record<string, unknown>
    if (copy !== undefined) copy[key] = ordered
  }
  return (copy ?? value) as Value
}

/** By rank; keys of the same kind (of modes, say) by the alphabet. */
function before(one: string, other: string): boolean {
  const difference = (ranks.get(one) ?? ranks.size) - (ranks.get(other) ?? ranks.size)
  return difference === 0 ? one < other : difference < 0
}
