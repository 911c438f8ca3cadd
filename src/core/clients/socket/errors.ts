/**
 * Errors sent to clients (docs/reference/session-socket.md). They never repeat what a client sent.
 */

import { defined } from '../../../base/defined.ts'

type ErrorCode = keyof typeof byCode
type Reason = keyof typeof byReason

export interface Refusal {
  readonly code: ErrorCode
  readonly reason?: Reason
  readonly field?: string
  readonly limit?: number
}

/** A value, or why it was refused. */
export type Validated<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

export function accept<Value>(value: Value): Validated<Value> {
  return { ok: true, value }
}

export function refuse(
  code: ErrorCode,
  reason?: Reason,
  more: Pick<Refusal, 'field' | 'limit'> = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, ...(reason === undefined ? {} : { reason }), ...more } }
}

export function badField(field: string): { readonly ok: false; readonly refusal: Refusal } {
  return refuse('MESSAGE_PROCESSING_ERROR', 'bad-field', { field })
}

const byReason = {
  'json-too-long': 'The JSON of this message is too long.',
  'not-utf8': 'The payload is not UTF-8.',
  'not-json': 'The payload is not JSON.',
  'not-an-object': 'The payload is not a JSON object.',
  'too-deep': 'The JSON is nested too deeply.',
  'unknown-cmd': 'There is no such command.',
  'bad-field': 'A field is missing or has a value that is not allowed.',
  access: 'This session can be watched only: socket.access is "read".',
  'hello-first': 'This message needs a HELLO before it.',
  'hello-twice': 'HELLO was said before on this connection.',
  'no-window': 'This session has no window.',
  'no-shadow': 'The terminal of this session does not run: its screen cannot be sent.',
} as const

const byCode = {
  PAYLOAD_TOO_LARGE: 'The frame is larger than a frame may be; the connection ends.',
  MALFORMED_FRAME: 'A frame was begun and not finished in time; the connection ends.',
  CONNECTION_LIMIT: 'Too many clients are connected; the connection ends.',
  INVALID_MESSAGE_TYPE: 'This type of message is not served.',
  MESSAGE_PROCESSING_ERROR: 'The message could not be understood.',
  INVALID_OPERATION: 'This cannot be done now.',
  CONTROL_MESSAGE_FAILED: 'The system refused what the command asks for.',
  RESET_SIZE_FAILED: 'The terminal refused its size.',
  SESSION_NOT_FOUND: 'The session has ended.',
} as const

/** Returns the payload of an ERROR. `messageType`: type of the refused frame. */
export function errorPayload(
  { code, reason, field, limit }: Refusal,
  messageType?: number,
): Readonly<Record<string, unknown>> {
  const details = defined({ messageType, reason, field, limit })
  const message =
    reason === undefined
      ? byCode[code]
      : `${byReason[reason]}${field === undefined ? '' : ` (${field})`}`
  return { code, message, ...(Object.keys(details).length === 0 ? {} : { details }) }
}
