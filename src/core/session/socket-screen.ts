/**
 * A session's screen as its socket sends it (docs/socket.md): asked of the shadow,
 * which writes the very bytes, and kept to the size of a frame.
 */
import type { RecentOutput } from './flow/recent-output.ts'
import type { Shadow } from '../worker/shadow.ts'
import { goesOnAt } from '../worker/text-snapshot.ts'
import type { Refusal } from '../clients/socket/errors.ts'
import type { SocketEncoding, SnapshotRequest } from '../clients/socket/extensions.ts'
import { snapshotBytesMax } from '../clients/socket/limits.ts'
import type { SentSnapshot } from '../clients/socket/ports.ts'

export interface ScreenPorts {
  readonly shadow: Shadow
  readonly history: RecentOutput
  readonly encoding: SocketEncoding
}

/** Later, since the shadow answers between two chunks; or why there is none. */
export async function screenOf(
  { format, scrollback }: SnapshotRequest,
  { shadow, history, encoding }: ScreenPorts,
): Promise<SentSnapshot | Refusal> {
  // Bytes follow an `ansi`, whatever they are in the middle of; a screen or a text is looked at,
  // and is not to be half drawn.
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
  // its worker died meanwhile, and another has it
  if (taken === null && shadow.on) taken = await ask()
  if (taken === null) return { code: 'INVALID_OPERATION', reason: 'no-shadow' }
  const { payload, epoch, rev, at } = taken
  if (payload.length > snapshotBytesMax)
    // a million cells, each in a style of its own
    return { code: 'PAYLOAD_TOO_LARGE', limit: snapshotBytesMax }
  return { payload, revision: { epoch, rev }, at }
}
