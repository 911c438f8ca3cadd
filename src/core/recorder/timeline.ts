/**
 * Computes how long each state of a session lasted, from the items of its log. The report, the log
 * and its replay all use it. Only the log's own clock counts, so that a sleeping machine or a
 * changed clock adds nothing.
 */
import type { Millis } from '../../base/clock.ts'
import type { RecorderEvent } from './events.ts'
import type { LogItem } from './log-file.ts'

export type StateEvent = Extract<RecorderEvent, { readonly type: 'state' }>

/** The tab showed this state for `ms`, from `wall` (ms since the epoch) on. */
interface TimelinePiece {
  readonly event: StateEvent
  readonly wall: number
  readonly ms: Millis
}

export class Timeline {
  #state: StateEvent | null = null
  #mono: Millis | null = null
  #offset = 0

  /** The current state; `null` if unknown. */
  get state(): StateEvent | null {
    return this.#state
  }

  /** Returns the wall-clock time for a time of the log. */
  wallAt(mono: Millis): number {
    return mono + this.#offset
  }

  /** @returns the state up to this item; `null` if there is none or no time has passed */
  feed(item: LogItem): TimelinePiece | null {
    const before = this.#mono
    this.#mono = item.type === 'run' ? item.mono : Math.max(before ?? item.mono, item.mono)
    const ms = before === null ? 0 : this.#mono - before
    const piece =
      this.#state === null || item.type === 'run' || ms <= 0 || before === null
        ? null
        : { event: this.#state, wall: this.wallAt(before), ms }
    if (item.type === 'run') this.#state = null
    if (item.type === 'run' || item.type === 'clock') this.#offset = item.wall - item.mono
    if (item.type === 'entry' && item.event.type === 'state') this.#state = item.event
    if (item.type === 'entry' && item.event.type === 'ended') this.#state = null
    return piece
  }
}
