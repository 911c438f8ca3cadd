/** Covers the window below an overlay. A press outside the overlay closes it. */
import type { ComponentChildren, JSX } from 'preact'
import { usePage } from '../page/page-context.ts'

interface Props {
  readonly children: ComponentChildren
  readonly onContextMenu?: (event: MouseEvent) => void
}

export function Backdrop({ children, ...events }: Props): JSX.Element {
  const page = usePage()
  return (
    <div
      class="screen"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) {
          event.preventDefault()
          page.overlays.dismiss()
        }
      }}
      {...events}
    >
      {children}
    </div>
  )
}
