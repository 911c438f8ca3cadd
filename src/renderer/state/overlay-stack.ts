/** Overlays of the window: shows one at a time, queues questions, then returns the keyboard. */
import { sessionIn, type SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { Overlay, UserQuestion } from './overlay.ts'
import { isQuestion, sameQuestion } from './overlay.ts'
import type { WindowState } from './window-state.ts'

export class OverlayStack {
  readonly #state: WindowState
  readonly #focusGrid: () => void
  readonly #send: (message: PageMessage) => void
  /** Tab of the bar that had the keyboard before. */
  #returnTo: HTMLElement | null = null
  /** Runs after the last overlay has closed. */
  #afterwards: (() => void) | null = null
  /** Questions that wait. No question is queued twice, so tabs times kinds bounds them. */
  readonly #later: UserQuestion[] = []

  constructor(state: WindowState, focusGrid: () => void, send: (message: PageMessage) => void) {
    this.#state = state
    this.#focusGrid = focusGrid
    this.#send = send
  }

  questions(): readonly (Overlay | null)[] {
    return [this.#state.overlay.value, ...this.#later]
  }

  /** Opens an overlay. While a question is open, other questions wait and the rest is dropped. */
  open(overlay: Overlay): void {
    const open = this.#state.overlay.value
    if (isQuestion(open)) {
      if (
        isQuestion(overlay) &&
        ![open, ...this.#later].some((question) => sameQuestion(question, overlay))
      )
        this.#later.push(overlay)
      return
    }
    if (open === null) {
      const from = document.activeElement
      this.#returnTo =
        from instanceof HTMLElement && from.closest('[role=tablist]') !== null ? from : null
    }
    this.#state.overlay.set(overlay)
  }

  dismiss(): void {
    let next = this.#later.shift()
    while (next !== undefined && this.isGone(next)) next = this.#later.shift()
    this.#state.overlay.set(next ?? null)
  }

  /** Calls `act` when the overlay is gone and the keyboard is back. */
  dismissThen(act: () => void): void {
    this.#afterwards = act
    this.dismiss()
  }

  /**
   * Runs the action that the open question asks about.
   * @param ends ends programs or processes that would keep running
   */
  confirm(ends = false): void {
    const overlay = this.#state.overlay.value
    this.dismiss()
    const end = ends ? { end: true as const } : {}
    if (overlay?.kind === 'close') this.#send({ ...overlay.confirm, force: true, ...end })
    if (overlay?.kind === 'close-tabs')
      this.#send({ kind: 'tabs/close', tabs: overlay.tabs, force: true, ...end })
    if (overlay?.kind === 'close-window')
      this.#send(
        overlay.quit
          ? { kind: 'app/quit', force: true, ...(ends && overlay.keeps ? { stop: true } : end) }
          : { kind: 'window/close', force: true, ...end },
      )
  }

  /** Returns the keyboard after the last overlay has closed and left the document. */
  gone(): void {
    const name = document.querySelector<HTMLInputElement>('.rename') // a menu may have started it
    if (name !== null) name.focus()
    else if (this.#returnTo?.isConnected === true) this.#returnTo.focus()
    else this.#focusGrid()
    this.#returnTo = null
    const act = this.#afterwards
    this.#afterwards = null
    act?.()
  }

  isGone(question: UserQuestion): boolean {
    const isThere = (id: SessionId) => this.#state.session(id) !== undefined
    if (question.kind === 'close-window') return false
    if (question.kind === 'close-tabs')
      return question.tabs.every((tab) => this.#state.tab(tab) === undefined)
    if (question.kind === 'resume') return !question.offers.some(({ id }) => isThere(id))
    if (question.kind !== 'close') return !isThere(question.session)
    const { confirm } = question
    if (confirm.kind === 'tab/close') return this.#state.tab(confirm.tab) === undefined
    return !isThere(confirm.kind === 'pane/close' ? sessionIn(confirm.pane) : confirm.session)
  }
}
