/** Segments of the timeline under a tab: active, waiting and failed times. */
import type { Millis } from '../../base/clock.ts'
import { inBandDialects } from '../../agents/state/evidence.ts'
import type { RecordedEvent } from './events.ts'
import type { StateEvent } from './timeline.ts'
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
 * Returns the newest segments, oldest first. A failed command is where it ended. A tab's states
 * without an agent, such as a running command, are not part of it: it shows what agents did.
 */
export function segmentsOf(entries: readonly RecordedEvent[]): readonly Segment[] {
  const segments: Segment[] = []
  let open: Segment | null = null
  let hasAgent = false
  const close = (to: Millis) => {
    if (open !== null) segments.push({ ...open, to })
    open = null
  }
  for (const { at, place, event } of entries) {
    if (event.type === 'ended' || event.type === 'state') close(at)
    const as = event.type === 'state' && !isOfAgent(event) ? null : countsAs(event)
    if (as === null) continue
    hasAgent ||= event.type === 'state'
    if (event.type === 'state') open = { as, from: at, to: null, place }
    else segments.push({ as, from: at, to: at, place })
  }
  if (open !== null) segments.push(open)
  if (!hasAgent) return []
  return segments.sort((one, other) => one.from - other.from).slice(-segmentsMax)
}

/** Includes a program that reports states without a name. */
function isOfAgent({ tool, source }: StateEvent): boolean {
  return tool !== '' || ['socket', ...inBandDialects].some((one) => one === source)
}
