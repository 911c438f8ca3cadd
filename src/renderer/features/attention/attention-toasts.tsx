/** Toasts of notifications, for 5 s or while under the pointer. Never over the cursor's row. */
import { AttentionState } from './attention-state.ts'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../../page/page-context.ts'
import type { ToastShown } from './attention-state.ts'

/** Height of toasts at the bottom of the window, px, and interval of cursor checks, ms. */
const roomPx = 160
const lookMs = 200

export function AttentionToasts({
  toasts,
}: {
  readonly toasts: readonly ToastShown[]
}): JSX.Element {
  const page = usePage()
  return (
    <>
      {toasts.map(({ id, session, category, title, text }) => (
        <div
          key={id}
          class="toast toast-notification"
          data-category={category}
          role="status"
          onPointerEnter={() => page.get(AttentionState).holdToast(id)}
          onPointerLeave={() => page.get(AttentionState).runToast(id)}
        >
          <button
            class="toast-go"
            onClick={() => {
              page.get(AttentionState).dropToast(id)
              page.get(AttentionState).goTo(page.state.window, session)
            }}
          >
            <strong>{title}</strong>
            <span>{text}</span>
          </button>
        </div>
      ))}
    </>
  )
}

/** Returns whether the cursor is where toasts would be, so that they move to the top. */
export function useClearOfCursor(any: boolean): boolean {
  const page = usePage()
  const [high, setHigh] = useState(false)
  useEffect(() => {
    if (!any) return
    const look = (): void => {
      const point = page.panes.shown?.cursorPoint()
      setHigh(point !== undefined && point.y > window.innerHeight - roomPx)
    }
    look()
    const timer = window.setInterval(look, lookMs)
    return () => window.clearInterval(timer)
  }, [any])
  return any && high
}
