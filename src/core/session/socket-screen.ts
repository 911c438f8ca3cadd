/**
 * Takes snapshots for a session's socket, limited to one packet (docs/reference/session-socket.md).
 */
import type { CopyRules } from '../../agents/rules/rules.ts'
import { cleanCopy } from './copy/clean.ts'
import type { TextSnapshot } from '../clients/socket/messages.ts'
import type { RecentOutput } from './flow/recent-output.ts'
import type { Shadow } from '../worker/shadow.ts'
import { goesOnAt } from '../worker/text-snapshot.ts'
import type { Refusal } from '../clients/socket/errors.ts'
import type { SocketEncoding, SnapshotRequest } from '../clients/socket/extensions.ts'
import { snapshotBytesMax } from '../clients/socket/limits.ts'
import type { SentSnapshot } from '../clients/socket/ports.ts'

/** Returns a snapshot, or why there is none. The shadow answers between two chunks. */
export async function screenOf(
  { format, scrollback, clean }: SnapshotRequest,
  { shadow, history }: { readonly shadow: Shadow; readonly history: RecentOutput },
  encoding: SocketEncoding,
  copyRules: CopyRules | null,
): Promise<SentSnapshot | Refusal> {
  // An `ansi` snapshot may end mid-sequence, since more bytes follow. Screens and texts are for
  // viewing and must not be half drawn.
  const ask = async () => {
    const ringStart = history.start
    const taken = await shadow.questions.snapshot({
      scrollback,
      hold: format !== 'ansi',
      bytesMax: snapshotBytesMax,
      ...(format === 'screen'
        ? { form: encoding, viewer: true }
        : { form: format, wrap: { ringStart } }),
    })
    return taken === null
      ? null
      : { ...taken, at: format === 'ansi' ? goesOnAt(taken, ringStart).at : taken.at }
  }
  let taken = await ask()
  // its worker died; a new one has the screen
  if (taken === null && shadow.on) taken = await ask()
  if (taken === null) return { code: 'INVALID_OPERATION', reason: 'no-shadow' }
  const { epoch, rev, at } = taken
  const payload =
    clean && format === 'text' && copyRules !== null
      ? cleanPayload(taken.payload, copyRules)
      : taken.payload
  // a million cells, each in a style of its own
  if (payload.length > snapshotBytesMax)
    return { code: 'PAYLOAD_TOO_LARGE', limit: snapshotBytesMax }
  return { payload, revision: { epoch, rev }, at }
}

/** Cleans the text of an encoded `text` snapshot. */
function cleanPayload(payload: Uint8Array, rules: CopyRules): Uint8Array {
  const snapshot = JSON.parse(new TextDecoder().decode(payload)) as TextSnapshot
  const place = { before: '', columns: snapshot.cols }
  const { text } = cleanCopy(snapshot.text ?? '', place, rules)
  return new TextEncoder().encode(JSON.stringify({ ...snapshot, text }))
}
