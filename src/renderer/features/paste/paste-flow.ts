/** A paste from the clipboard to the pipe: read, ask, filter, send in parts. */
import type { SessionId } from '../../../core/ids.ts'
import type { MainMessage, PageMessage } from '../../../core/ipc/contract.ts'
import { pasteMessageBytesMax } from '../../../core/ipc/limits.ts'
import {
  pasteBytesMax,
  pasteQuestion,
  preparePaste,
  utf8Length,
} from '../../../core/consent/paste.ts'
import type { Grid } from '../../grid/grid.ts'
import type { Page } from '../../page/page.ts'

export class PasteFlow {
  readonly #page: Page
  #request = 0
  /** The tab that waits for the clipboard. A newer request replaces it. */
  #waiting: { readonly request: number; readonly session: SessionId } | null = null

  constructor(page: Page) {
    this.#page = page
  }

  begin(session: SessionId, selection: 'clipboard' | 'primary'): void {
    this.#ask(session, (request) => ({ kind: 'clipboard/read', session, selection, request }))
  }

  /** Pastes the quoted paths of dropped files. */
  beginPaths(session: SessionId, paths: string[]): void {
    this.#ask(session, (request) => ({ kind: 'drop/files', session, request, paths }))
  }

  /** Pastes the path of a file that is made for a dropped image. */
  beginImage(session: SessionId, bytes: Uint8Array): void {
    this.#ask(session, (request) => ({ kind: 'drop/image', session, request, bytes }))
  }

  #ask(session: SessionId, message: (request: number) => PageMessage): void {
    if (this.#refused(session)) return
    this.#request = (this.#request + 1) % 1_000_000
    this.#waiting = { request: this.#request, session }
    this.#page.send(message(this.#request))
  }

  /** Handles the clipboard's text, which may be empty. */
  received({ request, text, heeded }: Extract<MainMessage, { kind: 'clipboard/text' }>): void {
    if (this.#waiting?.request !== request) return
    const { session } = this.#waiting
    this.#waiting = null
    this.insert(session, text, heeded)
  }

  /** Pastes a text, after a question if needed. @param heeded program handles bracketed paste */
  insert(session: SessionId, text: string, heeded = false): void {
    const grid = this.#page.panes.get(session)
    if (grid === undefined || text === '' || this.#refused(session)) return
    if (utf8Length(text) > pasteBytesMax) {
      this.#page.notices.add(
        'error',
        "Can't paste more than 16 MiB. Save the text to a file instead.",
      )
      return
    }
    const receivers = this.#page.state.broadcast.of(session)
    const question = pasteQuestion(text, {
      ...this.#page.state.options.value.clipboard,
      // unknown for the other receivers
      bracketed: heeded && bracketed(grid) && receivers.length === 1,
    })
    if (question === null) {
      this.#send(session, text)
      return
    }
    this.#page.overlays.open({
      kind: 'paste',
      session,
      question,
      into: receivers.length,
      paste: ({ text: approved }) => {
        if (this.#refused(session)) return
        // Bracketed paste was turned off while the question was open, and the question did not warn
        // that lines run.
        const runsNow = !bracketed(grid) && /[\r\n]/.test(approved)
        if (runsNow && !question.runs) this.insert(session, approved)
        else this.#send(session, approved)
      },
    })
  }

  /** Returns whether a paste into this tab is asked about or in progress. */
  #isBusy(session: SessionId): boolean {
    return (
      this.#page.state.pastes.value.some((paste) => paste.session === session) ||
      this.#page.overlays
        .questions()
        .some((overlay) => overlay?.kind === 'paste' && overlay.session === session)
    )
  }

  /** Refuses a paste if the program has ended or another paste is not finished. */
  #refused(session: SessionId): boolean {
    if (this.#page.tabs.isOver(session)) {
      this.#page.notices.add('notice', "Can't paste: the program in this tab has exited.")
      return true
    }
    const busy = this.#isBusy(session)
    if (busy)
      this.#page.notices.add(
        'notice',
        'A paste is still in progress in this tab. Wait for it to finish or cancel it.',
      )
    return busy
  }

  /** Sends all parts in one task, so that no key can come between them. */
  #send(session: SessionId, text: string): void {
    for (const receiver of this.#page.state.broadcast.of(session))
      if (receiver === session || !this.#isBusy(receiver)) this.#sendTo(receiver, text)
  }

  #sendTo(session: SessionId, text: string): void {
    const grid = this.#page.panes.get(session)
    if (grid === undefined) return
    const bytes = preparePaste(text, { bracketed: bracketed(grid) })
    for (let from = 0; from < bytes.length; from += pasteMessageBytesMax) {
      const to = Math.min(from + pasteMessageBytesMax, bytes.length)
      this.#page.send({
        kind: 'session/paste',
        session,
        bytes: bytes.slice(from, to),
        total: bytes.length,
        last: to === bytes.length,
      })
    }
    grid.terminal.clearSelection()
    grid.terminal.scrollToBottom()
  }
}

function bracketed(grid: Grid): boolean {
  return grid.terminal.modes.bracketedPasteMode
}
