/**
 * Toasts of the channel of that name: bottom right, 5 s, held by the pointer, never over the
 * cursor's row.
 */
import { AttentionState } from './attention-state.ts'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../../page-context.ts'
import type { Page } from '../../page.ts'
import type { ToastShown } from './attention-state.ts'

/**
 * Room that toasts take at the foot of the window, px, and how often the cursor is looked for while
 * one is there.
 */
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

/** The cursor is where toasts would stand: they go to the top instead. */
export function useClearOfCursor(any: boolean): boolean {
  const page = usePage()
  const [high, setHigh] = useState(false)
  useEffect(() => {
    if (!any) return
    const look = (): void => setHigh(cursorIsLow(page))
    look()
    const timer = window.setInterval(look, lookMs)
    return () => window.clearInterval(timer)
  }, [any])
  return any && high
}

function cursorIsLow(page: Page): boolean {
  const point = page.panes.shown?.cursorPoint()
  return point !== undefined && point.y > window.innerHeight - roomPx
}
