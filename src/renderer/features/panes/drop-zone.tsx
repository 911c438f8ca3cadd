/** The half of a pane where a dragged tab would be dropped. */
import { paneFor } from '../../../core/ids.ts'
import type { JSX } from 'preact'
import type { Direction } from '../../../core/windows/panes/tree.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'

const clips: Readonly<Record<Direction, string>> = {
  left: 'inset(0 50% 0 0)',
  right: 'inset(0 0 0 50%)',
  up: 'inset(0 0 50% 0)',
  down: 'inset(50% 0 0 0)',
}

export function DropZone(): JSX.Element | null {
  const page = usePage()
  const zone = useCell(page.state.dropZone)
  const { panes } = useCell(page.panes.view)
  const insets = panes.find(({ id }) => paneFor(id) === zone?.pane)?.insets
  if (zone === null || insets === undefined) return null
  const { top, right, bottom, left } = insets
  return (
    <div class="pane-frames">
      <div
        class="drop-zone"
        data-side={zone.side}
        style={{
          inset: [top, right, bottom, left].map((px) => `${px}px`).join(' '),
          clipPath: clips[zone.side],
        }}
      />
    </div>
  )
}
