/** The dialog of the selected row's program, and its choices. */
import { useEffect } from 'preact/hooks'
import type { JSX, RefObject } from 'preact'
import type { QueuedTab } from '../../../core/windows/attention/queue.ts'
import type { AgentDialog, TabAgent, TabView } from '../../../core/windows/tabs/tab-view.ts'
import { ConsentText } from '../../overlay/consent/consent-text.tsx'
import { UnreadHint } from '../../overlay/consent/unread-hint.tsx'
import { useConsent, type ConsentState } from '../../overlay/consent/use-consent.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AttentionState } from './attention-state.ts'

/** An ordinary program's question is answered in its tab; its line is the row's message. */
const dialogKinds: ReadonlySet<NonNullable<TabAgent['kind']>> = new Set([
  'permission',
  'question',
  'auth',
])

/** Interval of reading the dialog while it is shown, ms. */
const readMs = 500

interface AskedDialog {
  readonly dialog: AgentDialog
  readonly asking: ConsentState
  /** Result of the last answer, or why it cannot be answered; '' if there is nothing to report. */
  readonly said: string
  readonly choose: (number: number) => boolean
}

/** Returns the dialog of a tab, or null if there is none or it is unknown. */
export function useDialog(
  view: TabView | undefined,
  rows: readonly QueuedTab[],
): AskedDialog | null {
  const page = usePage()
  const attention = page.get(AttentionState)
  const known = useCell(attention.dialog)
  const answered = useCell(attention.answered)
  const kind = view?.state === 'waiting' ? view.agent?.kind : undefined
  const session = kind !== undefined && dialogKinds.has(kind) ? view?.id : undefined

  useEffect(() => {
    if (session === undefined) return undefined
    const read = (): void => page.send({ kind: 'attention/dialog', session })
    read()
    const timer = window.setInterval(read, readMs)
    return () => window.clearInterval(timer)
  }, [session, rows])

  const dialog = known !== null && known.session === session ? known.dialog : null
  const token = dialog?.token ?? ''
  const asking = useConsent(
    [dialog?.lines.join('\n') ?? '', ...(dialog?.choices.map(({ label }) => label) ?? [])],
    `${session} ${token}`,
  )
  if (dialog === null || session === undefined) return null

  const refused = answered?.session === session ? answered.why : null
  return {
    dialog,
    asking,
    said: refused ?? dialog.why ?? '',
    choose: (number) => {
      const choice = dialog.choices.find((one) => one.number === number)
      if (choice === undefined) return false
      const approval = asking.approve()
      if (approval !== null)
        attention.answer(approval, { session, token, choice: number }, choice.label)
      else attention.onAnswer(session, asking.consent.unread ? notRead : justCame)
      return true
    },
  }
}

const justCame = 'This question just appeared. Press the key again to answer it.'
const notRead = 'Not sent: you have not seen the whole question. Scroll to its end with Page Down.'

export function DialogView({
  asked: { dialog, asking, said, choose },
  box,
}: {
  readonly asked: AskedDialog
  readonly box: RefObject<HTMLDivElement | null>
}): JSX.Element {
  return (
    <div
      class="attention-dialog"
      ref={box}
      role="group"
      aria-label="Question"
      onMouseDown={(event) => event.preventDefault()}
    >
      {dialog.choices.length > 0 && <UnreadHint asking={asking} />}
      <ConsentText asking={asking} label="Question" rows />
      {dialog.changes !== undefined && (
        <div class="attention-changes note">This turn: {dialog.changes}</div>
      )}
      {dialog.choices.length > 0 && (
        <div class="attention-choices">
          {dialog.choices.map(({ number }, at) => (
            <button
              key={number}
              class="button"
              tabIndex={-1}
              disabled={!asking.ready}
              onClick={() => choose(number)}
            >
              <ConsentText asking={asking} index={at + 1} label={`Choice ${number}`} inline />
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
