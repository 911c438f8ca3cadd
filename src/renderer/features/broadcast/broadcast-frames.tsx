/** Red frames around the panes that receive input, and a button to stop if the bar has none. */
import type { JSX } from 'preact'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { endBroadcast } from './broadcasting.ts'

export function BroadcastFrames(): JSX.Element | null {
  const page = usePage()
  const receivers = useCell(page.state.broadcast.receivers)
  const { panes } = useCell(page.panes.view)
  const { tabs } = useCell(page.state.options)
  const { length } = useCell(page.state.order)
  // otherwise the bar has the button
  const barHidden = tabs.show_bar === 'multiple' && length < 2
  if (receivers.size === 0) return null
  return (
    <div class="broadcast">
      {panes
        .filter(({ id }) => receivers.has(id))
        .map(({ id, insets: { top, right, bottom, left } }) => (
          <div
            key={id}
            class="broadcast-frame"
            style={{ inset: `${top}px ${right}px ${bottom}px ${left}px` }}
          />
        ))}
      {barHidden && (
        <button
          class="broadcast-end"
          aria-label={`Broadcasting to ${receivers.size} terminals. Click to stop.`}
          title={`Broadcasting to ${receivers.size} terminals. Click to stop.`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => endBroadcast(page)}
        >
          {receivers.size} ×
        </button>
      )}
    </div>
  )
}
