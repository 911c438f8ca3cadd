/** Reads a JSON payload, checked in the order of docs/reference/session-socket.md. */
import { accept, refuse, type Validated } from './errors.ts'
import { jsonBytesMax, jsonDepthMax } from './limits.ts'

/** Read properties with `own`. */
export type JsonObject = Readonly<Record<string, unknown>>

export function readObject(payload: Uint8Array): Validated<JsonObject> {
  if (payload.length > jsonBytesMax)
    return refuse('PAYLOAD_TOO_LARGE', 'json-too-long', { limit: jsonBytesMax })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload)
  } catch {
    return refuse('MESSAGE_PROCESSING_ERROR', 'not-utf8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('MESSAGE_PROCESSING_ERROR', 'not-json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('MESSAGE_PROCESSING_ERROR', 'not-an-object')
  if (deeper(value, jsonDepthMax))
    return refuse('MESSAGE_PROCESSING_ERROR', 'too-deep', { limit: jsonDepthMax })
  return accept(value as JsonObject) // checked above
}

/** Returns an own property: `__proto__` and `toString` are ordinary keys. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Whether a value has more than `levels` levels of objects and arrays, including itself. */
function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => deeper(one, levels - 1))
}
