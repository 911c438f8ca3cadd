/** Shows that a socket client has set the active grid's size. A click restores the window's. */
import type { JSX } from 'preact'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'

export function HeldSize(): JSX.Element | null {
  const page = usePage()
  const session = useCell(page.state.focused)
  const sizes = useCell(page.state.heldSizes)
  const size = session === null ? undefined : sizes.get(session)
  if (session === null || size === undefined) return null
  return (
    <button
      class="held-size soft"
      title="Resize to window"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => page.send({ kind: 'session/take-size', session })}
    >
      {`${size.cols}x${size.rows}, set by another client`}
    </button>
  )
}
