/**
 * Screen deltas for one client (docs/reference/session-socket.md): the first after the first
 * acknowledgement, one in flight, each against the client's revision. A late or blocked client gets
 * a snapshot instead.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { SocketEncoding, Revision } from './extensions.ts'
import { acknowledgeMs, deltaIntervalMs } from './limits.ts'
import type { SentSnapshot, SessionPort } from './ports.ts'

interface FeedPorts {
  readonly clock: Clock
  readonly session: Pick<SessionPort, 'snapshot' | 'delta'>
  readonly encoding: SocketEncoding
  /** Whether too much is unsent. */
  readonly full: () => boolean
  readonly sendSnapshot: (snapshot: SentSnapshot) => void
  readonly sendDelta: (payload: Uint8Array) => void
}

export class ScreenFeed {
  readonly #ports: FeedPorts
  /** The client's revision; `null` before its first acknowledgement. */
  #has: Revision | null = null
  /** Sent and not acknowledged. */
  #awaited: Revision
  #late = false
  /** Starts true: changes between the snapshot and the first report were not sent. */
  #dirty = true
  #asking = false
  /** Counts the client's own snapshots; answers of an earlier turn no longer apply. */
  #turn = 0
  #over = false
  #sentAt: Millis
  #cancel: (() => void) | null = null
  #cancelLate: (() => void) | null = null

  /** @param first revision of the snapshot that was just sent */
  constructor(ports: FeedPorts, first: Revision) {
    this.#ports = ports
    this.#awaited = first
    this.#sentAt = ports.clock.now()
  }

  changed(): void {
    this.#dirty = true
    this.#plan()
  }

  /** Takes an acknowledgement, unless it is for an older or unknown revision. */
  acknowledge(revision: Revision): void {
    if (revision.epoch !== this.#awaited.epoch || revision.rev !== this.#awaited.rev) return
    this.#has = revision
    this.#late = false
    this.#cancelLate?.()
    this.#cancelLate = null
    this.#plan()
  }

  /** Notes a screen that the client requested itself and will acknowledge. */
  replaced(revision: Revision): void {
    this.#turn += 1
    this.#asking = this.#late = false
    this.#has = null
    this.#cancelLate?.()
    this.#cancelLate = null
    this.#sent(revision)
  }

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
      // `drained` continues
      this.#late = true
      return
    }
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
      { format: 'screen', scrollback: 0, clean: false },
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
