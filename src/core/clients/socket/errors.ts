/**
 * Errors sent to clients (docs/reference/session-socket.md). They never repeat data from a client.
 */

import { defined } from '../../../base/objects/defined.ts'

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
  'unknown-cmd': 'Unknown command.',
  'bad-field': 'A field is missing or has an invalid value.',
  access: 'This session is read-only: socket.access is "read".',
  'hello-first': 'Send HELLO before this message.',
  'hello-twice': 'HELLO was already sent on this connection.',
  'too-late': 'The caller no longer waits.',
  'no-window': 'This session has no window.',
  'no-shadow': "Can't send the screen: the terminal parser of this session isn't running.",
} as const

const byCode = {
  PAYLOAD_TOO_LARGE: 'The frame is too large. The connection is closed.',
  MALFORMED_FRAME: 'A frame was not completed in time. The connection is closed.',
  CONNECTION_LIMIT: 'Too many clients are connected. The connection is closed.',
  INVALID_MESSAGE_TYPE: 'Unsupported message type.',
  MESSAGE_PROCESSING_ERROR: 'Invalid message.',
  INVALID_OPERATION: 'Not possible now.',
  CONTROL_MESSAGE_FAILED: 'The system refused the command.',
  RESET_SIZE_FAILED: 'The terminal refused the size.',
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
