/** The inbox: tabs that need the user, the most urgent first, then earlier notifications. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { QueuedTab } from '../../../core/windows/attention/queue.ts'
import { answeredWords } from '../../../core/windows/attention/messages.ts'
import { snoozeMsMax } from '../../../core/ipc/limits.ts'
import type { PageMessage } from '../../../core/ipc/contract.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import { scrollByKey } from '../../overlay/consent/scroll-by-key.ts'
import { ListDialog, useMarked } from '../../overlay/list-dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AttentionRow, lookOf, NotificationRow, type InboxItem } from './attention-rows.tsx'
import { AttentionState } from './attention-state.ts'
import { DialogView, useDialog } from './dialog.tsx'

export function InboxPanel(): JSX.Element {
  const page = usePage()
  const attention = page.get(AttentionState)
  const rows = useCell(attention.rows)
  const history = useCell(attention.history)
  const [snoozing, setSnoozing] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const dialogBox = useRef<HTMLDivElement>(null)
  const asking = rows.map((row): InboxItem => ({ id: `tab-${row.view.id}`, row }))
  const earlier = history.map((past): InboxItem => ({ id: `notification-${past.id}`, past }))
  const { item, mark } = useMarked([...asking, ...earlier])
  const row = item?.row
  useEffect(() => attention.askHistory(), [rows]) // a row that came or went may be in the history

  const endSnoozing = (): void => {
    setSnoozing(false)
    list.current?.focus()
  }
  const spans = snoozeSpans((forMs) => {
    if (row !== undefined) page.send({ kind: 'session/snooze', session: row.view.id, forMs })
    endSnoozing()
  })
  const asked = useDialog(row?.view, rows)
  const act = (letter: string): boolean => {
    const action = row === undefined ? undefined : rowActions[letter]
    if (row === undefined || action === undefined) return false
    if (action === 'snooze') setSnoozing(row.view.state === 'waiting')
    else if (action === 'queue') page.overlays.open({ kind: 'prompt-queue', session: row.view.id })
    else page.send(action(row))
    return true
  }
  const ownKey = (event: KeyboardEvent): boolean => {
    const { key } = event
    if (snoozing) {
      const run = key === 'Escape' ? endSnoozing : spans[Number(key) - 1]?.run
      if (run !== undefined) event.preventDefault()
      run?.()
      return true
    }
    if (scrollsDialog(event, dialogBox.current)) return true
    if (event.ctrlKey || event.altKey || event.metaKey) return false
    const acted = /^[1-9]$/.test(key) ? asked?.choose(Number(key)) === true : act(key.toLowerCase())
    if (acted) event.preventDefault()
    return acted
  }
  return (
    <ListDialog
      name="Inbox"
      look="attention"
      rowsName="Inbox"
      rows={list}
      groups={[
        { items: asking },
        ...(earlier.length > 0 ? [{ heading: 'Earlier', items: earlier }] : []),
      ]}
      marked={{
        item,
        mark: (id) => {
          if (snoozing) return
          mark(id)
          attention.answered.set(null) // it was about the row before
        },
      }}
      draw={(one) =>
        one.row === undefined ? <NotificationRow {...one} /> : <AttentionRow {...one} />
      }
      lookOf={lookOf}
      choose={(one) => {
        page.overlays.dismiss()
        if (one.row === undefined) attention.goTo('', one.past.session)
        else attention.goTo(one.row.window, one.row.view.id)
      }}
      ownKey={ownKey}
      head={
        rows.length === 0 && (
          <div class="attention-empty soft" role="status">
            Nothing needs you right now.
          </div>
        )
      }
      below={asked !== null && <DialogView asked={asked} box={dialogBox} />}
    >
      <Answered />
      {snoozing ? <Spans spans={spans} /> : <Keys view={row?.view} any={item !== undefined} />}
    </ListDialog>
  )
}

/** Scrolls the dialog under the list by a page. Returns false if it fits or there is none. */
function scrollsDialog(event: KeyboardEvent, box: HTMLElement | null): boolean {
  if (box === null || !/^Page(?:Up|Down)$/.test(event.key)) return false
  if (scrollByKey(event, box)) return true
  const scrolls = box.scrollHeight > box.clientHeight
  if (scrolls) event.preventDefault()
  return scrolls // at its end the key must not leave it
}

/** Confirms an answer, because the row of its question is removed immediately. */
function Answered(): JSX.Element {
  const answered = useCell(usePage().get(AttentionState).answered)
  return (
    <div class="attention-answered note" role="status">
      {answered !== null && answered.why === null && answeredWords(answered.row, answered.choice)}
    </div>
  )
}

/** Action of each letter on the selected row. */
const rowActions: Readonly<Record<string, 'snooze' | 'queue' | ((row: QueuedTab) => PageMessage)>> =
  {
    a: ({ view }) => ({ kind: 'session/acknowledge', session: view.id }),
    d: ({ view }) => ({ kind: 'session/seen', session: view.id }),
    s: 'snooze',
    q: 'queue',
    m: ({ view }) => ({ kind: 'session/mute', session: view.id, muted: view.muted !== true }),
  }

interface Span {
  readonly label: string
  readonly run: () => void
}

const snoozeSpans = (snooze: (forMs: number) => void): readonly Span[] => [
  { label: '10 min', run: () => snooze(600_000) },
  { label: '1 h', run: () => snooze(3_600_000) },
  { label: 'Until the next message', run: () => snooze(snoozeMsMax) },
]

function Spans({ spans }: { readonly spans: readonly Span[] }): JSX.Element {
  return (
    <div class="attention-foot" role="group" aria-label="Snooze for">
      <span>Snooze for</span>
      {spans.map(({ label, run }, place) => (
        <button key={label} class="button" ref={place === 0 ? focusOnce : null} onClick={run}>
          {label}
          <kbd>{place + 1}</kbd>
        </button>
      ))}
    </div>
  )
}

/** Keys that have an effect. @param any whether any row is selected */
function Keys({
  view,
  any,
}: {
  readonly view: TabView | undefined
  readonly any: boolean
}): JSX.Element {
  return (
    <div class="attention-foot attention-keys note" aria-hidden="true">
      {any && <Key name="Enter" does="open tab" />}
      {view !== undefined && (
        <>
          <Key name="a" does="acknowledge" />
          {(view.call !== undefined || view.agent?.seen === false) && (
            <Key name="d" does="mark as seen" />
          )}
          {view.state === 'waiting' && <Key name="s" does="snooze" />}
          <Key name="q" does="queue prompt" />
          <Key name="m" does={view.muted === true ? 'unmute' : 'mute'} />
        </>
      )}
      <Key name="Esc" does="close" />
    </div>
  )
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}

function Key({ name, does }: { readonly name: string; readonly does: string }): JSX.Element {
  return (
    <span>
      <kbd>{name}</kbd> {does}
    </span>
  )
}
