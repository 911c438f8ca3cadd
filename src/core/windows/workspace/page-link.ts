/** The link from one window to its page, and the notices that wait while there is no page. */
import type { MainMessage } from '../../ipc/contract.ts'

/** Sends a message to a page. */
export type Send = (message: MainMessage) => void

/** Notices that wait for a page. The oldest leave. */
const waitingNoticesMax = 4

export class PageLink {
  #page: Send | null = null
  /** A page that has not said yet that it is ready. */
  #newPage: Send | null = null
  #waitingNotices: MainMessage[] = []

  /** `true` if a page is ready, and so can ask the user. */
  get isReady(): boolean {
    return this.#page !== null
  }

  /** Links a page, which takes no message until `begin`. */
  connect(send: Send): void {
    this.#newPage = send
  }

  /** Begins to send to the new page. Returns `false` if there is none: it has begun already. */
  begin(): boolean {
    if (this.#newPage === null) return false
    this.#page = this.#newPage
    this.#newPage = null
    return true
  }

  disconnect(): void {
    this.#page = null
    this.#newPage = null
  }

  /** Sends a message to the page. Without a page it is dropped. */
  send(message: MainMessage): void {
    this.#page?.(message)
  }

  /**
   * Shows a notice to the user. Without a page it waits for the next one.
   * @param editor an editor that can open a file of the configuration
   * @param instead the text of a notice that is no longer true
   */
  notice(
    level: 'error' | 'warning' | 'notice',
    text: string,
    editor?: { readonly name: string; readonly file: string },
    instead?: string,
  ): void {
    const notice: MainMessage = {
      kind: 'page/notice',
      level,
      text,
      ...(editor === undefined ? {} : { editor }),
      ...(instead === undefined ? {} : { instead }),
    }
    if (this.isReady) this.send(notice)
    else this.#waitingNotices = [...this.#waitingNotices, notice].slice(-waitingNoticesMax)
  }

  /** Sends the notices that waited for this page. */
  sendWaitingNotices(): void {
    for (const notice of this.#waitingNotices.splice(0)) this.send(notice)
  }
}
