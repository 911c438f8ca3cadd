/** What the program of the marked row asks, and the choices that answer it from the list. */
import { useEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import type { Row } from '../../../core/attention/queue.ts'
import type { Dialog, TabView } from '../../../core/tabs/tab-view.ts'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AttentionState } from './attention-state.ts'

/** So often it is looked at while it is shown, ms. */
const readMs = 500

/** A key so soon after another dialog came into view was meant for the one before, ms. */
const meantMs = 500

export interface Asked {
  readonly dialog: Dialog
  /** What became of the last answer, or why there can be none; '': nothing to say. */
  readonly said: string
  /** False: there is no such choice. */
  readonly choose: (number: number) => boolean
}

/** null: it asks nothing, or is not known yet. @param rows read anew whenever they are others */
export function useDialog(view: TabView | undefined, rows: readonly Row[]): Asked | null {
  const page = usePage()
  const attention = page.get(AttentionState)
  const known = useCell(attention.dialog)
  const answered = useCell(attention.answered)
  const shown = useRef({ token: '', at: 0 })
  const kind = view?.state === 'waiting' ? view.agent?.kind : undefined
  const tab = kind === undefined || kind === 'other' ? undefined : view?.id

  useEffect(() => {
    if (tab === undefined) return undefined
    const read = (): void => page.send({ kind: 'attention/dialog', tab })
    read()
    const timer = window.setInterval(read, readMs)
    return () => window.clearInterval(timer)
  }, [tab, rows])

  const dialog = known !== null && known.tab === tab ? known.dialog : null
  const token = dialog?.token ?? ''
  if (`${tab} ${token}` !== shown.current.token)
    shown.current = { token: `${tab} ${token}`, at: performance.now() }
  if (dialog === null || tab === undefined) return null

  const refused = answered?.tab === tab ? answered.why : null
  return {
    dialog,
    said: refused ?? dialog.why ?? '',
    choose: (number) => {
      if (!dialog.choices.some((one) => one.number === number)) return false
      if (performance.now() - shown.current.at < meantMs)
        attention.heardOf(tab, 'It has just come: nothing was sent. Press again.')
      else page.send({ kind: 'attention/answer', tab, token, choice: number })
      return true
    },
  }
}

export function DialogView({ asked: { dialog, said, choose } }: { asked: Asked }): JSX.Element {
  return (
    <div
      class="attention-dialog"
      role="group"
      aria-label="What it asks"
      onMouseDown={(event) => event.preventDefault()}
    >
      {dialog.lines.length > 0 && (
        <pre class="attention-lines" dir="auto">
          {dialog.lines.join('\n')}
        </pre>
      )}
      {dialog.choices.length > 0 && (
        <div class="attention-choices">
          {dialog.choices.map(({ number, label }) => (
            <button key={number} class="button" tabIndex={-1} onClick={() => choose(number)}>
              <span>{label}</span>
              <kbd>{number}</kbd>
            </button>
          ))}
        </div>
      )}
      <div class="attention-said note" role="status">
        {said}
      </div>
    </div>
  )
}
