/**
 * The line under a tab that shows when it worked, waited and failed. It is redrawn when the main
 * process reports a change. Mouse only: the keyboard has `previous_event`. A click needs Ctrl,
 * because the line is next to the terminal's first row.
 */
import type { SessionId } from '../../core/ids.ts'
import type { JSX } from 'preact'
import { span } from '../../base/text/span.ts'
import { TimeLines } from '../features/time-line/time-lines.ts'
import { mainNow, wallClock } from '../page/clock.ts'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import { memo } from './memo.ts'

const width = 1_000
/** Least width of a segment, of `width`. */
const leastWidth = 4

const words = { worked: 'Working', waited: 'Waiting for you', failed: 'Failed' } as const

export const TimelineBar = memo(function TimeLine({
  id,
}: {
  readonly id: SessionId
}): JSX.Element | null {
  const page = usePage()
  const segments = useCell(page.get(TimeLines).of(id))
  const [first] = segments
  if (first === undefined) return null
  const now = mainNow()
  const length = Math.max(1, now - first.from)
  const x = (at: number) => ((at - first.from) / length) * width
  /** Returns the last segment that starts before the pointer. */
  const under = (event: MouseEvent & { readonly currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = ((event.clientX - box.left) / Math.max(1, box.width)) * width
    return segments.findLast(({ from }) => x(from) <= at + leastWidth) ?? first
  }
  return (
    <div
      class="time-line"
      aria-hidden="true"
      title="" // set where the pointer is
      onPointerDown={(event) => {
        if (event.ctrlKey) event.stopPropagation() // a press of the tab otherwise
      }}
      onPointerMove={(event) => {
        const { as, from, to } = under(event)
        const lasted = span((to ?? mainNow()) - from)
        event.currentTarget.title =
          `${words[as]}: ${wallClock(from)}, ${lasted}. ` + 'Ctrl+click to scroll to its output.'
      }}
      onClick={(event) => {
        if (event.ctrlKey) page.get(TimeLines).goTo(id, under(event))
      }}
    >
      <svg viewBox={`0 0 ${width} 2`} preserveAspectRatio="none" aria-hidden="true">
        {segments.map(({ as, from, to }) => (
          <rect
            key={from}
            data-as={as}
            x={x(from)}
            y="0"
            width={Math.max(leastWidth, x(to ?? now) - x(from))}
            height="2"
          />
        ))}
      </svg>
    </div>
  )
})
