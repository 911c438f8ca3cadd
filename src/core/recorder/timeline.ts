/**
 * How long each state of a session lasted: items of its log in, pieces of time out. The one place
 * where durations are made: the report, the log and its replay all add up what comes from here.
 * Times of the log's own clock count, so a machine that slept, or a clock that was set, adds
 * nothing.
 */
import type { Millis } from '../../base/clock.ts'
import type { RecorderEvent } from './events.ts'
import type { LogItem } from './log-file.ts'

export type StateEvent = Extract<RecorderEvent, { readonly type: 'state' }>

/** The tab showed this, from `wall` (ms since the epoch) on, for so long. */
export interface TimelinePiece {
  readonly event: StateEvent
  readonly wall: number
  readonly ms: Millis
}

export class Timeline {
  #state: StateEvent | null = null
  #mono: Millis | null = null
  #offset = 0

  /** What the tab shows now; null: nothing is known. */
  get state(): StateEvent | null {
    return this.#state
  }

  /** The clock of the wall at a time of the log's. */
  wallAt(mono: Millis): number {
    return mono + this.#offset
  }

  /** @returns what went on until this item; null: nothing, or for no time */
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
