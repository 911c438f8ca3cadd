/** Toasts: short messages such as "Copied", and pastes in progress with a Cancel button. */
import { AttentionState } from './attention-state.ts'
import type { JSX } from 'preact'
import { quoted } from '../../../base/text/safe-text.ts'
import { sizeText } from '../../../core/consent/dropped.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AttentionToasts, useClearOfCursor } from './attention-toasts.tsx'

/** Smaller pastes end before anyone could read the toast, bytes. */
const progressFrom = 65_536

export function Toasts(): JSX.Element {
  const page = usePage()
  const toast = useCell(page.notices.toast)
  const pastes = useCell(page.state.pastes)
  const notifications = useCell(page.get(AttentionState).toasts)
  const high = useClearOfCursor(notifications.length > 0 || toast !== null || pastes.length > 0)
  return (
    <div
      class={`toasts${high ? ' toasts-high' : ''}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      {pastes
        .filter(({ total }) => total >= progressFrom)
        .map(({ session, done, total }) => (
          <div key={session} class="toast" role="group" aria-label="Paste">
            <progress max={total} value={done} aria-label="Pasted" />
            <span>
              Pasting {sizeText(done)} of {sizeText(total)} into{' '}
              {quoted(page.state.session(session)?.value.title ?? 'a tab')}
            </span>
            <button
              class="button"
              onClick={() => {
                page.send({ kind: 'session/paste-cancel', session })
                page.panes.shown?.focus()
              }}
            >
              Cancel
            </button>
          </div>
        ))}
      <AttentionToasts toasts={notifications} />
      <div role="status">
        {toast !== null && (
          <div class="toast">
            {toast.text}
            {toast.offer && (
              <button class="button" onClick={toast.offer.run}>
                {toast.offer.label}
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
