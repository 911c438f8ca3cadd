/**
 * Deltas of the screen for one client (docs/socket.md): the first after the
 * first acknowledgement, at most one in flight, each against what the client has. One that is late
 * or does not read gets a snapshot instead of the next.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { SocketEncoding, Revision } from './extensions.ts'
import { acknowledgeMs, deltaIntervalMs } from './limits.ts'
import type { SentSnapshot, SessionPort } from './ports.ts'

export interface FeedPorts {
  readonly clock: Clock
  readonly session: Pick<SessionPort, 'snapshot' | 'delta'>
  readonly encoding: SocketEncoding
  /** More than may wait is waiting for the client. */
  readonly full: () => boolean
  readonly sendSnapshot: (snapshot: SentSnapshot) => void
  readonly sendDelta: (payload: Uint8Array) => void
}

export class ScreenFeed {
  readonly #ports: FeedPorts
  /** What the client has; null: it has not said. */
  #has: Revision | null = null
  /** Sent, and not acknowledged. */
  #awaited: Revision
  #late = false
  /** Of what came between the snapshot and the first report of a change nothing is sent. */
  #dirty = true
  #asking = false
  /**
   * Counts what the client was sent unasked for by this feed: an answer of an earlier turn does not
   * fit any more.
   */
  #turn = 0
  #over = false
  #sentAt: Millis
  #cancel: (() => void) | null = null
  #cancelLate: (() => void) | null = null

  /** `first`: the revision of the snapshot that was just sent. */
  constructor(ports: FeedPorts, first: Revision) {
    this.#ports = ports
    this.#awaited = first
    this.#sentAt = ports.clock.now()
  }

  /** The screen is another than before. */
  changed(): void {
    this.#dirty = true
    this.#plan()
  }

  /** What was never sent, and what is older, is ignored. */
  acknowledge(revision: Revision): void {
    if (revision.epoch !== this.#awaited.epoch || revision.rev !== this.#awaited.rev) return
    this.#has = revision
    this.#late = false
    this.#cancelLate?.()
    this.#cancelLate = null
    this.#plan()
  }

  /**
   * The client was sent another screen, which it had asked for: that is what it is to acknowledge.
   */
  replaced(revision: Revision): void {
    this.#turn += 1
    this.#asking = this.#late = false
    this.#has = null
    this.#cancelLate?.()
    this.#cancelLate = null
    this.#sent(revision)
  }

  /** The client reads again. */
  drained(): void {
    this.#plan()
  }

  dispose(): void {
    this.#over = true
    this.#cancel?.()
    this.#cancelLate?.()
    this.#cancel = this.#cancelLate = null
  }

  get #owed(): boolean {
    return (
      this.#dirty &&
      !this.#asking &&
      !this.#over &&
      (this.#late ||
        (this.#has !== null &&
          this.#has.rev === this.#awaited.rev &&
          this.#has.epoch === this.#awaited.epoch))
    )
  }

  #plan(): void {
    if (!this.#owed || this.#cancel !== null) return
    const { clock } = this.#ports
    this.#cancel = clock.after(Math.max(0, this.#sentAt + deltaIntervalMs - clock.now()), () => {
      this.#cancel = null
      this.#go()
    })
  }

  #go(): void {
    if (!this.#owed) return
    if (this.#ports.full()) {
      this.#late = true
      return
    } // `drained` goes on
    this.#dirty = false
    this.#asking = true
    if (this.#late || this.#has === null) {
      this.#snapshot()
      return
    }
    const turn = this.#turn
    this.#ports.session.delta(this.#has, this.#ports.encoding, (delta) => {
      if (this.#over) return
      if (turn !== this.#turn) {
        this.#dirty = true
        this.#plan()
        return
      }
      if (delta === 'unknown') {
        this.#snapshot()
        return
      }
      this.#asking = false
      if (delta !== 'same') {
        this.#ports.sendDelta(delta.payload)
        this.#sent(delta.revision)
        this.#cancelLate = this.#ports.clock.after(acknowledgeMs, () => {
          this.#cancelLate = null
          this.#late = true
          this.#plan()
        })
      }
      this.#plan()
    })
  }

  #snapshot(): void {
    const turn = this.#turn
    this.#ports.session.snapshot(
      { format: 'screen', scrollback: 0 },
      this.#ports.encoding,
      (snapshot) => {
        if (turn !== this.#turn) return
        this.#asking = false
        if (this.#over || 'code' in snapshot) return // the next change tries again
        this.#late = false
        this.#has = null
        this.#ports.sendSnapshot(snapshot)
        this.#sent(snapshot.revision)
      },
    )
  }

  #sent(revision: Revision): void {
    this.#awaited = revision
    this.#sentAt = this.#ports.clock.now()
  }
}
