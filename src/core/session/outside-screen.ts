/** A session's screen as its socket sends it (protocols/session-socket.md 12): asked of the shadow, wrapped, and kept to the size of a frame. */
import type { History } from '../flow/history.ts'
import type { Taken } from '../shadow/messages.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Refusal } from '../socket/errors.ts'
import type { Encoding, SnapshotRequest } from '../socket/extensions.ts'
import { snapshotBytesMax } from '../socket/limits.ts'
import type { TextSnapshot } from '../socket/messages.ts'
import type { Snapshot } from '../socket/ports.ts'

export interface ScreenPorts {
  readonly shadow: Shadow
  readonly history: History
  readonly encoding: Encoding
}

/** So often a text is asked for again with less, since JSON made it too long; then without history. */
const triesMax = 3

/** Later, since the shadow answers between two chunks; or why there is none. */
export async function screenOf({ format, scrollback }: SnapshotRequest, { shadow, history, encoding }: ScreenPorts): Promise<Snapshot | Refusal> {
  let bytesMax = snapshotBytesMax
  for (let tries = 0; ; tries += 1) {
    const rows = tries < triesMax ? scrollback : 0
    // Bytes follow an `ansi`, whatever they are in the middle of; a screen or a text is looked at, and is not to be half drawn.
    const ask = () => shadow.snapshot({ form: format === 'screen' ? encoding : format, scrollback: rows, viewer: format === 'screen', hold: format !== 'ansi', bytesMax })
    let taken = await ask()
    if (taken === null && shadow.on) taken = await ask() // its worker died meanwhile, and another has it
    if (taken === null) return { code: 'INVALID_OPERATION', reason: 'no-shadow' }
    const snapshot = format === 'screen' ? whole(taken) : wrapped(taken, format, history, rows < scrollback)
    if (snapshot.payload.length <= snapshotBytesMax) return snapshot
    if (rows === 0) return { code: 'PAYLOAD_TOO_LARGE', limit: snapshotBytesMax } // a million cells, each in a style of its own
    bytesMax = Math.floor(bytesMax * 0.95 * (snapshotBytesMax / snapshot.payload.length))
  }
}

function whole({ payload, epoch, rev, at }: Taken): Snapshot {
  return { payload, revision: { epoch, rev }, at }
}

function wrapped(taken: Taken, format: 'text' | 'ansi', history: History, cut: boolean): Snapshot {
  const { epoch, rev, cols, rows, shortened, partial } = taken
  const text = new TextDecoder().decode(taken.payload)
  const { at, opened } = format === 'ansi' ? goesOnAt(taken, history) : { at: taken.at, opened: '' }
  const value: TextSnapshot = { v: 1, format, epoch, rev, at, cols, rows, [format]: text + opened, ...(shortened || cut ? { cut: true } : {}), ...(partial ? { partial } : {}) }
  return { payload: new TextEncoder().encode(JSON.stringify(value)), revision: { epoch, rev }, at }
}

/**
 * Where output goes on behind the screen: at a clean cut, the start of a sequence or character that has changed nothing yet. If the ring has lost
 * that (a string without an end), behind it, with the rest of the string to be swallowed by one that nobody knows (shadow-terminal.md 7).
 */
function goesOnAt({ at, cut, open }: Taken, history: History): { readonly at: number; readonly opened: string } {
  if (cut >= history.start) return { at: cut, opened: '' }
  return { at, opened: open === null ? '' : open === 'osc' ? '\x1b]0000;' : '\x1b_' }
}
