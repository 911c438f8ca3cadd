/**
 * The clients that are sent what has changed: each is known by the revision that it has. Revisions
 * go on over programs and terminals, so that none is given twice.
 */
import type { Clock } from '../../base/clock.ts'
import { isEmptyDelta } from '../../terminal/snapshot/delta.ts'
import { encode, type MessagePackCodec } from '../../terminal/snapshot/encoding.ts'
import { Viewer } from '../../terminal/snapshot/viewer.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { viewerCellsMax, viewersMax } from './limits.ts'
import type { DeltaAnswer, DeltaQuestion, DirtyAnswer } from './messages.ts'

export class Viewers {
  readonly #clock: Clock
  readonly #codec: MessagePackCodec
  #terminal: Terminal
  #epoch = 0
  /** By the revision that each knows, the one used longest ago first. */
  readonly #known = new Map<number, Viewer>()
  #rev = 0

  constructor(clock: Clock, codec: MessagePackCodec, terminal: Terminal) {
    this.#clock = clock
    this.#codec = codec
    this.#terminal = terminal
  }

  /** Another terminal, or another program in it: no viewer of before is known any more. */
  begin(terminal: Terminal, epoch: number): void {
    this.forget()
    this.#terminal = terminal
    this.#epoch = epoch
  }

  /** The next delta that each asks for is `unknown`. */
  forget(): void {
    this.#known.clear()
  }

  /** The newest that was given. */
  get revision(): number {
    return this.#rev
  }

  /** One who is sent all that is there. @returns its revision */
  add(): number {
    const viewer = new Viewer(this.#terminal, this.#epoch, () => ++this.#rev)
    viewer.markSynced(this.#clock.now())
    this.#keep(viewer)
    return viewer.revision
  }

  /**
   * A client asks for the next delta against what it has: the viewer goes on from there. What only
   * a snapshot can show is `unknown`.
   */
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

  /** How much a delta would hold. */
  dirty(since: number): DirtyAnswer {
    const viewer = this.#known.get(since) ?? new Viewer(this.#terminal, this.#epoch)
    const { cells, rectangles, full, lastSync } = viewer.dirty()
    return { kind: 'dirty', cells, rectangles, full, lastSync }
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
