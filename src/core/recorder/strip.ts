/** Segments of the timeline under a tab: active, waiting and failed times. */
import type { Millis } from '../../base/clock.ts'
import type { RecordedEvent } from './events.ts'
import { segmentsMax } from '../ipc/limits.ts'
import { countsAs } from './log-rows.ts'

export interface Segment {
  readonly as: 'worked' | 'waited' | 'failed'
  /** Time of the main process's clock. */
  readonly from: Millis
  /** `null` if it continues. */
  readonly to: Millis | null
  /** Bytes of output before it. */
  readonly place: number
}

/**
 * Returns the newest segments, oldest first. A failed command is where it ended. Commands alone
 * have no timeline: it shows what agents did.
 */
export function segmentsOf(entries: readonly RecordedEvent[]): readonly Segment[] {
  const segments: Segment[] = []
  let open: Segment | null = null
  const close = (to: Millis) => {
    if (open !== null) segments.push({ ...open, to })
    open = null
  }
  for (const { at, place, event } of entries) {
    if (event.type === 'ended' || event.type === 'state') close(at)
    const as = countsAs(event)
    if (as === null) continue
    if (event.type === 'state') open = { as, from: at, to: null, place }
    else segments.push({ as, from: at, to: at, place })
  }
  if (open !== null) segments.push(open)
  if (!entries.some(({ event }) => event.type === 'state' && countsAs(event) !== null)) return []
  return segments.sort((one, other) => one.from - other.from).slice(-segmentsMax)
}
