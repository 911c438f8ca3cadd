/** From "paste" to bytes on the pipe: read the clipboard, ask, filter, send in parts. */
import type { MainMessage } from '../../../core/ipc/contract.ts'
import { pasteMessageBytesMax } from '../../../core/ipc/limits.ts'
import {
  pasteBytesMax,
  pasteQuestion,
  preparePaste,
  utf8Length,
} from '../../../core/consent/paste.ts'
import type { Grid } from '../../grid/grid.ts'
import type { Page } from '../../page.ts'

export class PasteFlow {
  readonly #page: Page
  #request = 0
  /** The tab that waits for the clipboard's text. A newer request takes its place. */
  #waiting: { readonly request: number; readonly tab: string } | null = null

  constructor(page: Page) {
    this.#page = page
  }

  begin(tab: string, selection: 'clipboard' | 'primary'): void {
    if (this.#refused(tab)) return
    this.#request = (this.#request + 1) % 1_000_000
    this.#waiting = { request: this.#request, tab }
    this.#page.send({ kind: 'clipboard/read', tab, selection, request: this.#request })
  }

  /** The clipboard's text has come; empty when there is none. */
  received({ request, text, heeded }: Extract<MainMessage, { kind: 'clipboard/text' }>): void {
    if (this.#waiting?.request !== request) return
    const { tab } = this.#waiting
    this.#waiting = null
    this.insert(tab, text, heeded)
  }

  /**
   * Pastes this text, after the question that it calls for. `heeded`: the program is known to heed
   * bracketed paste.
   */
  insert(tab: string, text: string, heeded = false): void {
    const grid = this.#page.panes.get(tab)
    if (grid === undefined || text === '' || this.#refused(tab)) return
    if (utf8Length(text) > pasteBytesMax) {
      this.#page.notices.add(
        'error',
        'Nothing was pasted: the text is larger than 16 MiB. Put it in a file and let the ' +
          'program read that.',
      )
      return
    }
    const receivers = this.#page.state.broadcast.of(tab)
    const question = pasteQuestion(text, {
      ...this.#page.state.options.value.clipboard,
      // what heeds it in others is not known here
      bracketed: heeded && bracketed(grid) && receivers.length === 1,
    })
    if (question === null) {
      this.#send(tab, text)
      return
    }
    this.#page.overlays.open({
      kind: 'paste',
      tab,
      question,
      into: receivers.length,
      paste: ({ text: approved }) => {
        if (this.#refused(tab)) return
        // The program has turned its brackets off since: the question did not say that lines run.
        const runsNow = !bracketed(grid) && /[\r\n]/.test(approved)
        if (runsNow && !question.runs) this.insert(tab, approved)
        else this.#send(tab, approved)
      },
    })
  }

  /** A paste into this tab is asked about or under way. */
  #isBusy(tab: string): boolean {
    return (
      this.#page.state.pastes.value.some((paste) => paste.tab === tab) ||
      this.#page.overlays
        .questions()
        .some((overlay) => overlay?.kind === 'paste' && overlay.tab === tab)
    )
  }

  /** Nothing receives it; or two pastes would mix: the main process looks at that too. */
  #refused(tab: string): boolean {
    if (this.#page.tabs.isOver(tab)) {
      this.#page.notices.add('notice', 'Nothing was pasted: the program of this tab has ended.')
      return true
    }
    const busy = this.#isBusy(tab)
    if (busy)
      this.#page.notices.add(
        'notice',
        'Nothing was pasted: the previous paste is not finished in this tab. Wait for it, or ' +
          'cancel it.',
      )
    return busy
  }

  /** All parts in one task, so that no key can come between them. */
  #send(tab: string, text: string): void {
    for (const receiver of this.#page.state.broadcast.of(tab))
      if (receiver === tab || !this.#isBusy(receiver)) this.#sendTo(receiver, text)
  }

  #sendTo(tab: string, text: string): void {
    const grid = this.#page.panes.get(tab)
    if (grid === undefined) return
    const bytes = preparePaste(text, { bracketed: bracketed(grid) })
    for (let from = 0; from < bytes.length; from += pasteMessageBytesMax) {
      const to = Math.min(from + pasteMessageBytesMax, bytes.length)
      this.#page.send({
        kind: 'tab/paste',
        tab,
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
