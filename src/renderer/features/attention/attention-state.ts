/** Attention in all windows: tabs that need the user, earlier notifications, toasts. */
import type { SessionId } from '../../../core/ids.ts'
import type { AnsweredRow } from '../../../core/windows/attention/messages.ts'
import { nextInQueue, type QueuedTab } from '../../../core/windows/attention/queue.ts'
import { assert } from '../../../base/assert.ts'
import type { Approval } from '../../../core/consent/consent.ts'
import type { MainMessage, PageMessage } from '../../../core/ipc/contract.ts'
import type { AgentDialog } from '../../../core/windows/tabs/tab-view.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'

export type ListedNotification = Extract<
  MainMessage,
  { kind: 'attention/history' }
>['notifications'][number]

export interface ToastShown
  extends Omit<Extract<MainMessage, { kind: 'attention/toast' }>, 'kind'> {
  readonly id: number
}

/** Visible toasts; the oldest are removed. More would cover the window. */
const toastsMax = 4
const toastMs = 5_000

export class AttentionState {
  /** Tabs of all windows, as the main process ranks them. */
  readonly rows = new Observable<readonly QueuedTab[]>([])
  readonly windows = new Observable<readonly { readonly id: string; readonly name: string }[]>([])
  readonly reopenable = new Observable(0)
  /** The last dialog read from a tab's screen. */
  readonly dialog = new Observable<{
    readonly session: SessionId
    readonly dialog: AgentDialog
  } | null>(null)
  /** Result of the last answer. `why` is the reason if it was not sent. */
  readonly answered = new Observable<{
    readonly session: SessionId
    readonly row: AnsweredRow
    readonly choice: string
    readonly why: string | null
  } | null>(null)
  /** Newest first. */
  readonly history = new Observable<readonly ListedNotification[]>([])
  readonly toasts = new Observable<readonly ToastShown[]>([])
  readonly #page: Page
  readonly #timers = new Map<number, number>()
  #nextToast = 1
  #sent = ''

  constructor(page: Page) {
    this.#page = page
  }

  update({ rows, windows, reopenable }: Extract<MainMessage, { kind: 'windows/state' }>): void {
    this.windows.set(windows)
    this.reopenable.set(reopenable)
    this.rows.set(rows)
  }

  /**
   * Activates the next tab that needs the user, in any window. If only the active tab does, and in
   * a tmux pane, shows that pane.
   * @returns false if no other tab or pane needs the user
   */
  go(by: 1 | -1): boolean {
    const { focused } = this.#page.state
    const rows = this.rows.value
    const own = rows.find(
      ({ view }) => view.id === focused.value && view.agent?.where !== undefined,
    )
    const next = nextInQueue(rows, focused.value, by) ?? own ?? null
    if (next !== null) this.goTo(next.window, next.view.id)
    return next !== null
  }

  goTo(window: string, session: SessionId): void {
    const own = window === this.#page.state.window ? this.#page.state.session(session) : undefined
    if (own !== undefined) this.#page.tabs.goTo(session)
    // the main process finds the tmux pane
    if (own === undefined || own.value.agent?.where !== undefined)
      this.#page.send({ kind: 'attention/go', session })
  }

  /** Sends a choice of a completely visible dialog. The token is bound to its text. */
  answer(
    { texts }: Approval,
    choice: Omit<PageMessage & { kind: 'attention/answer' }, 'kind'>,
    label: string,
  ): void {
    assert(texts.includes(label), 'the user has seen the choice')
    this.#sent = label
    this.#page.send({ kind: 'attention/answer', ...choice })
  }

  /** Records the result of an answer. @param why it was not sent, or null */
  onAnswer(session: SessionId, why: string | null): void {
    const view = this.rows.value.find((row) => row.view.id === session)?.view
    const row = {
      tool: view?.agent?.tool ?? '',
      project: view?.project ?? '',
      title: view?.title ?? '',
    }
    this.answered.set({ session, row, why, choice: this.#sent })
  }

  openList(): void {
    this.askHistory()
    this.answered.set(null)
    this.#page.overlays.open({ kind: 'attention' })
  }

  askHistory(): void {
    this.#page.send({ kind: 'attention/history' })
  }

  /** Shows a toast. It replaces the tab's previous one. */
  toast(said: Omit<ToastShown, 'id'>): void {
    const before = this.toasts.value.find(({ session }) => session === said.session)
    if (before !== undefined) this.dropToast(before.id)
    const id = this.#nextToast++
    this.toasts.set([...this.toasts.value, { ...said, id }].slice(-toastsMax))
    this.runToast(id)
  }

  /** Removes the toast after 5 s, unless the pointer rests on it. */
  runToast(id: number): void {
    this.holdToast(id)
    this.#timers.set(
      id,
      window.setTimeout(() => this.dropToast(id), toastMs),
    )
  }

  holdToast(id: number): void {
    window.clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  dropToast(id: number): void {
    this.holdToast(id)
    this.toasts.set(this.toasts.value.filter((toast) => toast.id !== id))
  }
}
