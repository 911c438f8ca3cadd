/** The clients that get deltas, by revision. Revision numbers are never reused. */
import type { Clock } from '../../base/clock.ts'
import { isEmptyDelta } from '../../terminal/snapshot/delta.ts'
import { encode, type MessagePackCodec } from '../../terminal/snapshot/encoding.ts'
import { Viewer } from '../../terminal/snapshot/viewer.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { viewerCellsMax, viewersMax } from './limits.ts'
import type { DeltaAnswer, DeltaQuestion } from './messages.ts'

export class Viewers {
  readonly #clock: Clock
  readonly #codec: MessagePackCodec
  #terminal: Terminal
  #epoch = 0
  /** By revision, the least recently used first. */
  readonly #known = new Map<number, Viewer>()
  #rev = 0

  constructor(clock: Clock, codec: MessagePackCodec, terminal: Terminal) {
    this.#clock = clock
    this.#codec = codec
    this.#terminal = terminal
  }

  /** Starts with another terminal or program; earlier viewers are forgotten. */
  begin(terminal: Terminal, epoch: number): void {
    this.forget()
    this.#terminal = terminal
    this.#epoch = epoch
  }

  /** Makes the next delta of each client `unknown`. */
  forget(): void {
    this.#known.clear()
  }

  /** The newest revision. */
  get revision(): number {
    return this.#rev
  }

  /** Adds a viewer that is sent everything. Returns its revision. */
  add(): number {
    const viewer = new Viewer(this.#terminal, this.#epoch, () => ++this.#rev)
    viewer.markSynced(this.#clock.now())
    this.#keep(viewer)
    return viewer.revision
  }

  /** Returns a client's next delta; `unknown` if only a snapshot can show it. */
  delta({ since, encoding }: DeltaQuestion): DeltaAnswer {
    const viewer = this.#known.get(since)
    if (viewer === undefined) return { kind: 'unknown' }
    this.#known.delete(since)
    const delta = viewer.delta(since, this.#clock.now())
    if (!('from' in delta)) return { kind: 'unknown' }
    const same = isEmptyDelta(delta)
    if (same) viewer.unchangedSince(since)
    this.#keep(viewer)
    return same
      ? { kind: 'same' }
      : {
          kind: 'delta',
          payload: encode(delta, encoding, this.#codec),
          epoch: this.#epoch,
          rev: delta.rev,
        }
  }

  #keep(viewer: Viewer): void {
    this.#known.set(viewer.revision, viewer)
    const { cols, rows } = this.#terminal.screen
    const most = Math.max(1, Math.min(viewersMax, Math.floor(viewerCellsMax / (cols * rows))))
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= most) return
      this.#known.delete(oldest)
    }
  }
}
