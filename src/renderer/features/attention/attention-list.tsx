/**
 * Who needs the user, the most urgent first, and beneath it earlier notifications.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX, RefObject } from 'preact'
import { beganAt, type Row } from '../../../core/windows/attention/queue.ts'
import { wordsInList } from '../../../core/windows/attention/words.ts'
import type { Options } from '../../../core/config/table.ts'
import type { PageMessage } from '../../../core/ipc/contract.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import { snoozeMsMax } from '../../../core/ipc/limits.ts'
import { agentName } from '../../../core/windows/tabs/agent-names.ts'
import { named, quoted } from '../../../base/text/safe-text.ts'
import { sinceText } from '../../../base/text/since.ts'
import { nameOf, stateWord } from '../../../core/windows/tabs/state-words.ts'
import { useSince } from '../../bar/since-clock.ts'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { wallClock } from '../../clock.ts'
import { Icon } from '../../overlay/icon.tsx'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { scrollByKey } from '../../consent/scroll-by-key.ts'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AgentSign } from '../../bar/agent-sign.tsx'
import { AttentionState, type PastNotification } from './attention-state.ts'
import { DialogView, useDialog } from './dialog.tsx'
import { whenMoved } from '../../overlay/when-moved.ts'

const minuteMs = 60_000

/** Rows by which a key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -Infinity,
  End: Infinity,
}

export function AttentionList(): JSX.Element {
  const page = usePage()
  const attention = page.get(AttentionState)
  const rows = useCell(attention.rows)
  const windows = useCell(attention.windows)
  const history = useCell(attention.history)
  const { include, snooze_min } = useCell(page.state.options).attention
  const [snoozing, setSnoozing] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const dialogBox = useRef<HTMLDivElement>(null)
  const keys = [
    ...rows.map(({ view }) => `tab-${view.id}`),
    ...history.map(({ id }) => `notification-${id}`),
  ]
  const { index, pick } = useMarked(keys, attention)
  const [row, notification] = [rows[index], history[index - rows.length]]
  useFocusAndView(list, keys[index])
  useEffect(() => attention.askHistory(), [rows]) // what has come, or gone, may be in it

  const go = (window: string | undefined, tab: string): void => {
    page.dismiss()
    attention.goTo(window ?? '', tab)
  }
  const endSnoozing = (): void => {
    setSnoozing(false)
    list.current?.focus()
  }
  const snooze = (forMs: number): void => {
    if (row !== undefined) page.send({ kind: 'tab/snooze', tab: row.view.id, forMs })
    endSnoozing()
  }
  const mark = (key: string): void => {
    if (!snoozing) pick(key)
  }
  const spans = snoozeSpans(snooze_min, snooze)
  const asked = useDialog(row?.view, rows)
  const key = keyHandler({
    scroll: (event) => scrollsDialog(event, dialogBox.current),
    choose: (number) => asked?.choose(number) ?? false,
    spans: snoozing ? spans : null,
    cancel: () => (snoozing ? endSnoozing() : page.dismiss()),
    open: () => {
      if (row !== undefined) go(row.window, row.view.id)
      else if (notification !== undefined) go(undefined, notification.tab)
      else page.dismiss()
    },
    move: (step) => pick(keys[Math.max(0, Math.min(keys.length - 1, index + step))]),
    act: (letter) => {
      const action = row === undefined ? undefined : rowActions[letter]
      if (row === undefined || action === undefined) return false
      if (action === 'snooze') setSnoozing(row.view.state === 'waiting')
      else page.send(action(row))
      return true
    },
  })
  return (
    <Backdrop>
      <div class="list attention panel" role="dialog" aria-label="What needs you" onKeyDown={key}>
        {rows.length === 0 && <Empty />}
        <div
          class="list-rows"
          role="listbox"
          tabIndex={0}
          ref={list}
          aria-label="What needs you"
          onMouseDown={(event) => event.preventDefault()}
          aria-activedescendant={keys[index] === undefined ? undefined : `attention-${keys[index]}`}
        >
          <AskingRows
            rows={rows}
            marked={index}
            include={include}
            nameOfWindow={(id) => windowName(windows, id)}
            pick={(id) => mark(`tab-${id}`)}
            go={(one) => go(one.window, one.view.id)}
          />
          <History
            history={history}
            go={(tab) => go(undefined, tab)}
            marked={index - rows.length}
            pick={(id) => mark(`notification-${id}`)}
          />
        </div>
        {asked !== null && <DialogView asked={asked} box={dialogBox} />}
        <Answered />
        {snoozing ? <Spans spans={spans} /> : <Keys view={row?.view} any={keys.length > 0} />}
      </div>
    </Backdrop>
  )
}

/** Scrolls the dialog under the list by a page. False: it is all in view, or there is none. */
function scrollsDialog(event: KeyboardEvent, box: HTMLElement | null): boolean {
  if (box === null || !/^Page(?:Up|Down)$/.test(event.key)) return false
  if (scrollByKey(event, box)) return true
  const scrolls = box.scrollHeight > box.clientHeight
  if (scrolls) event.preventDefault()
  return scrolls // at its end the key does not leave it
}

/** The row that is marked, by its place, and what marks another one by its key. */
function useMarked(
  keys: readonly string[],
  attention: AttentionState,
): { readonly index: number; readonly pick: (key: string | undefined) => void } {
  const [picked, setPicked] = useState<string | undefined>(undefined)
  const pick = (key: string | undefined): void => {
    setPicked(key)
    attention.answered.set(null) // it was about the one before
  }
  return { index: Math.max(0, keys.indexOf(picked ?? '')), pick }
}

/** '' with a single window. */
function windowName(windows: AttentionState['windows']['value'], id: string): string {
  return windows.length > 1 ? (windows.find((one) => one.id === id)?.name ?? '') : ''
}

const Empty = (): JSX.Element => (
  <div class="attention-empty soft" role="status">
    Nothing needs you.
  </div>
)

/** Whose question was answered: its row goes at once. */
function Answered(): JSX.Element {
  const answered = useCell(usePage().get(AttentionState).answered)
  return (
    <div class="attention-answered note" role="status">
      {answered !== null &&
        answered.why === null &&
        `Sent ${quoted(answered.choice)} to ${named(answered.title)}.`}
    </div>
  )
}

/** The list has the keyboard, and the row that is marked is in view. */
function useFocusAndView(list: RefObject<HTMLElement | null>, marked: string | undefined): void {
  useLayoutEffect(() => list.current?.focus(), [])
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [marked])
}

/** What a letter does with the row that is marked. */
const rowActions: Readonly<Record<string, 'snooze' | ((row: Row) => PageMessage)>> = {
  a: ({ view }) => ({ kind: 'tab/acknowledge', tab: view.id }),
  d: ({ view }) => ({ kind: 'tab/seen', tab: view.id }),
  s: 'snooze',
  m: ({ view }) => ({ kind: 'tab/mute', tab: view.id, muted: view.muted !== true }),
}

interface KeyActions {
  /** What digits choose; null: the list itself has the keys. */
  readonly spans: readonly Span[] | null
  readonly cancel: () => void
  readonly open: () => void
  /** Scrolls the dialog. False: it is all in view, or the key is not for it. */
  readonly scroll: (event: KeyboardEvent) => boolean
  readonly move: (step: number) => void
  /** Of what is asked. False: there is no such choice. */
  readonly choose: (number: number) => boolean
  /** False: the letter means nothing. */
  readonly act: (letter: string) => boolean
}

const keyHandler =
  ({ spans, cancel, open, scroll, move, choose, act }: KeyActions) =>
  (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey
    if (event.key === 'Escape') cancel()
    else if (spans !== null) {
      const span = /^[123]$/.test(event.key) ? spans[Number(event.key) - 1] : undefined
      if (span === undefined) return
      span.run()
    } else if (scroll(event)) return
    else if (event.key === 'Enter') open()
    else if (step !== undefined) move(step)
    else if (!plain) return
    else if (/^[1-9]$/.test(event.key) ? !choose(Number(event.key)) : !act(event.key.toLowerCase()))
      return
    event.preventDefault()
    event.stopPropagation()
  }

interface AskingRowsProps {
  readonly rows: readonly Row[]
  /** Index of the row that is marked, if it is one of these. */
  readonly marked: number
  readonly include: Options['attention']['include']
  /** Empty where there is only one. */
  readonly nameOfWindow: (id: string) => string
  readonly pick: (tab: string) => void
  readonly go: (row: Row) => void
}

const AskingRows = (props: AskingRowsProps): JSX.Element => (
  <>
    {props.rows.map((row, place) => (
      <AttentionRow
        key={row.view.id}
        row={row}
        selected={place === props.marked}
        window={props.nameOfWindow(row.window)}
        since={beganAt(row.view, props.include)}
        pick={() => props.pick(row.view.id)}
        go={() => props.go(row)}
      />
    ))}
  </>
)

interface HistoryProps {
  readonly history: readonly PastNotification[]
  /** Index of the row that is marked, if it is one of these. */
  readonly marked: number
  readonly pick: (id: PastNotification['id']) => void
  readonly go: (tab: string) => void
}

function History({ history, marked, pick, go }: HistoryProps): JSX.Element | null {
  if (history.length === 0) return null
  return (
    <>
      <div class="attention-head note" role="presentation">
        Earlier notifications
      </div>
      {history.map((one, place) => (
        <NotificationRow
          key={one.id}
          notification={one}
          selected={place === marked}
          pick={() => pick(one.id)}
          go={() => go(one.tab)}
        />
      ))}
    </>
  )
}

interface Span {
  readonly label: string
  readonly run: () => void
}

const snoozeSpans = (usualMin: number, snooze: (forMs: number) => void): readonly Span[] => [
  { label: `${usualMin} min`, run: () => snooze(usualMin * minuteMs) },
  { label: '1 h', run: () => snooze(60 * minuteMs) },
  { label: 'Until a new message', run: () => snooze(snoozeMsMax) },
]

/** How long to snooze. */
function Spans({ spans }: { readonly spans: readonly Span[] }): JSX.Element {
  return (
    <div class="attention-foot" role="group" aria-label="Snooze for how long">
      <span>Snooze</span>
      {spans.map(({ label, run }, place) => (
        <button key={label} class="button" ref={place === 0 ? focusOnce : null} onClick={run}>
          {label}
          <kbd>{place + 1}</kbd>
        </button>
      ))}
    </div>
  )
}

/** Those that do something. @param view of the row that is marked @param any row at all */
function Keys({
  view,
  any,
}: {
  readonly view: TabView | undefined
  readonly any: boolean
}): JSX.Element {
  return (
    <div class="attention-foot attention-keys note" aria-hidden="true">
      {any && <Key name="Enter" does="go to tab" />}
      {view !== undefined && (
        <>
          <Key name="a" does="acknowledge" />
          {(view.call !== undefined || view.agent?.seen === false) && (
            <Key name="d" does="mark as seen" />
          )}
          {view.state === 'waiting' && <Key name="s" does="snooze" />}
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

interface RowProps {
  readonly row: Row
  readonly selected: boolean
  /** '' with a single window. */
  readonly window: string
  readonly since: number
  readonly pick: () => void
  readonly go: () => void
}

function AttentionRow({ row: { view }, selected, window, since, pick, go }: RowProps): JSX.Element {
  const page = usePage()
  useSince(since)
  const { title, project, agent, call, muted } = view
  const word = stateWord(view, wallClock)
  const called = call === undefined ? '' : call.kind === 'bell' ? 'bell' : 'notification'
  const parts = [
    project === title ? '' : project,
    agent === undefined || agent.tool === '' ? '' : agentName(agent.tool),
    [word, called].filter((text) => text !== '').join(', '),
  ].filter((text) => text !== '')
  const message = wordsInList(view)
  return (
    <div
      class={
        'list-row attention-row' +
        `${agent?.seen === true && call === undefined ? ' attention-seen' : ''}`
      }
      role="option"
      id={`attention-tab-${view.id}`}
      data-tab={view.id}
      aria-selected={selected}
      onPointerMove={whenMoved(pick)}
      onClick={go}
    >
      <Stripe view={view} />
      <span class="for-ears">
        {[nameOf(view, page.mainNow(), wallClock), message, window]
          .filter((text) => text !== '')
          .join(', ')}
      </span>
      <div class="attention-line" aria-hidden="true">
        <AgentSign tool={agent?.tool} />
        <span class="list-title cut">{title}</span>
        {muted === true && (
          <span class="tab-mark soft" title="Muted">
            <Icon name="muted" />
          </span>
        )}
        <span class="attention-when note">
          {[window, sinceText(page.mainNow() - since)].filter((text) => text !== '').join(' · ')}
        </span>
      </div>
      <div class="attention-line attention-what note" aria-hidden="true" data-state={view.state}>
        <StateGlyph view={view} />
        <span>{parts.join(' · ')}</span>
      </div>
      {message !== '' && (
        <div class="attention-message" aria-hidden="true">
          {message}
        </div>
      )}
    </div>
  )
}

function NotificationRow({
  notification,
  selected,
  pick,
  go,
}: {
  readonly notification: PastNotification
  readonly selected: boolean
  readonly pick: () => void
  readonly go: () => void
}): JSX.Element {
  return (
    <div
      class="list-row notification-row note"
      role="option"
      id={`attention-notification-${notification.id}`}
      aria-selected={selected}
      onPointerMove={whenMoved(pick)}
      onClick={go}
    >
      <span class="notification-when">{wallClock(notification.at)}</span>
      <span class="notification-who cut">{notification.title}</span>
      <span class="notification-what cut">{notification.text}</span>
      {notification.muted === true && (
        <span class="tab-mark soft" title="The tab was muted: shown here only">
          <Icon name="muted" />
          <span class="for-ears">muted, shown here only</span>
        </span>
      )}
    </div>
  )
}
