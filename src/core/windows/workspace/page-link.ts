/** The link between a window and its page, with notices that wait for one. */
import type { MainMessage } from '../../ipc/contract.ts'

export type Send = (message: MainMessage) => void

/** Notices that wait for a page; older ones are dropped. */
const waitingNoticesMax = 4

export class PageLink {
  #page: Send | null = null
  /** A page that is not ready yet. */
  #newPage: Send | null = null
  #waitingNotices: MainMessage[] = []

  /** Whether a page is ready and can ask the user. */
  get isReady(): boolean {
    return this.#page !== null
  }

  /** Links a page, which gets no messages until `begin`. */
  connect(send: Send): void {
    this.#newPage = send
  }

  /** Starts sending to the new page. Returns `false` if it has already started. */
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

  /** Sends a message, which is dropped without a page. */
  send(message: MainMessage): void {
    this.#page?.(message)
  }

  /**
   * Shows a notice, or keeps it for the next page.
   * @param editor an editor that can open the configuration
   * @param instead text of an outdated notice to remove
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

  sendWaitingNotices(): void {
    for (const notice of this.#waitingNotices.splice(0)) this.send(notice)
  }
}
