/** A paste from the clipboard to the pipe: read, ask, filter, send in parts. */
import type { SessionId } from '../../../core/ids.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import { pasteMessageBytesMax } from '../../../core/ipc/limits.ts'
import {
  pasteBytesMax,
  pasteQuestion,
  preparePaste,
  utf8Length,
} from '../../../core/consent/paste.ts'
import { copyMs } from '../../../core/consent/dropped.ts'
import type { Grid } from '../../grid/grid.ts'
import type { Page } from '../../page/page.ts'
import type { PastedPicture } from '../../state/overlay.ts'

/** Pastes of one tab that wait for their text. */
const placesMax = 16

/** Time for a text to come, ms. The main process limits its own steps to 2 s each. */
const waitMsMax = 10_000

/** How a text is inserted. */
interface How {
  /** The program handles bracketed paste. */
  readonly heeded?: boolean
  /** The text is for this tab and its shell, and not for the others of a broadcast. */
  readonly alone?: boolean
  /** The image whose path is the text. */
  readonly image?: PastedPicture | undefined
}

/** The place of a paste among those into its tab, until its text is there. */
export interface Place {
  readonly session: SessionId
  readonly request: number
  readonly alone: boolean
  timer: number
  answer: (How & { readonly text: string }) | null
}

export class PasteFlow {
  readonly #page: Page
  #request = 0
  /** In the order of the user's actions, which may not be the order of their texts. */
  #places: Place[] = []

  constructor(page: Page) {
    this.#page = page
  }

  begin(session: SessionId, selection: 'clipboard' | 'primary'): void {
    const place = this.reserve(session, false)
    if (place === null) return
    this.#page.send({ kind: 'clipboard/read', session, selection, request: place.request })
  }

  /** Pastes dropped text. */
  beginText(session: SessionId, text: string): void {
    const place = this.reserve(session)
    if (place !== null) this.#answer(place, { text })
  }

  /** Pastes the quoted paths of dropped files. */
  beginPaths({ session, request }: Place, paths: string[]): void {
    this.#page.send({ kind: 'drop/files', session, request, paths })
  }

  /** Pastes the path of a file that is made for a dropped image. */
  beginImage({ session, request }: Place, bytes: Uint8Array): void {
    this.#page.send({ kind: 'drop/image', session, request, bytes })
  }

  /** Returns the place of a paste whose text comes later; `null` with a notice if it can't be. */
  reserve(session: SessionId, alone = true): Place | null {
    const before = this.#places.filter((place) => place.session === session).length
    if (this.#refused(session, before >= placesMax || this.#isBusy(session))) return null
    this.#request = (this.#request + 1) % 1_000_000
    const place: Place = {
      session,
      request: this.#request,
      alone,
      timer: 0,
      answer: null,
    }
    this.#wait(place, waitMsMax)
    this.#places.push(place)
    return place
  }

  #wait(place: Place, ms: number): void {
    window.clearTimeout(place.timer)
    place.timer = window.setTimeout(() => {
      const seconds = ms / 1_000
      this.#page.notices.add(
        'notice',
        `Can't paste: the content didn't arrive within ${seconds} s.`,
      )
      this.release(place)
    }, ms)
  }

  /** Waits longer for a place whose file is copied first. */
  waits({ request, text }: Extract<MainMessage, { kind: 'clipboard/waits' }>): void {
    const place = this.#places.find((one) => one.request === request && one.answer === null)
    if (place === undefined) return
    this.#wait(place, copyMs + waitMsMax)
    this.#page.notices.say(text)
  }

  /** Ends a place without a text. */
  release(place: Place): void {
    this.#answer(place, { text: '' })
  }

  /** Handles the text of a place, which may be empty. */
  received({
    request,
    text,
    heeded,
    image,
  }: Extract<MainMessage, { kind: 'clipboard/text' }>): void {
    const place = this.#places.find((one) => one.request === request)
    if (place !== undefined) this.#answer(place, { text, heeded, image })
  }

  /** Inserts the text, and those after it in the same tab that are there already. */
  #answer(place: Place, answer: How & { readonly text: string }): void {
    window.clearTimeout(place.timer)
    place.answer ??= answer // a late answer has no effect
    const { session } = place
    for (;;) {
      const first = this.#places.find((one) => one.session === session)
      if (first === undefined || first.answer === null) return
      const { text, ...how } = first.answer
      this.#places = this.#places.filter((one) => one !== first)
      this.insert(session, text, { ...how, alone: first.alone || how.image !== undefined })
    }
  }

  /** Pastes a text, after a question if needed. */
  insert(session: SessionId, text: string, how: How = {}): void {
    const grid = this.#page.panes.get(session)
    if (grid === undefined || text === '' || this.#refused(session)) return
    if (utf8Length(text) > pasteBytesMax) {
      this.#page.notices.add(
        'notice',
        "Can't paste more than 16 MiB. Save the text to a file instead.",
      )
      return
    }
    const receivers = this.#receivers(session, how)
    const question = pasteQuestion(text, {
      ...this.#page.state.options.value.clipboard,
      // unknown for the other receivers
      bracketed: how.heeded === true && bracketed(grid) && receivers.length === 1,
      isImage: how.image !== undefined,
    })
    if (question === null) {
      this.#send(session, text, how)
      return
    }
    this.#page.overlays.open({
      kind: 'paste',
      session,
      question,
      into: receivers.length,
      image: how.image,
      paste: ({ text: approved }) => {
        if (this.#refused(session)) return
        // Bracketed paste was turned off while the question was open, and the question did not warn
        // that lines run.
        const runsNow = !bracketed(grid) && /[\r\n]/.test(approved)
        if (runsNow && !question.runs) this.insert(session, approved, { ...how, heeded: false })
        else this.#send(session, approved, how)
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
  #refused(session: SessionId, busy = this.#isBusy(session)): boolean {
    if (this.#page.tabs.isOver(session)) {
      this.#page.notices.add('notice', "Can't paste: the program in this tab has exited.")
      return true
    }
    if (busy)
      this.#page.notices.add(
        'notice',
        'A paste is still in progress in this tab. Wait for it to finish or cancel it.',
      )
    return busy
  }

  /** Sends all parts in one task, so that no key can come between them. */
  #send(session: SessionId, text: string, how: How): void {
    for (const receiver of this.#receivers(session, how))
      if (receiver === session || !this.#isBusy(receiver)) this.#sendTo(receiver, text)
    if (how.image !== undefined) this.#page.notices.say(`Pasted the path of a ${how.image.words}`)
  }

  #receivers(session: SessionId, { alone }: How): readonly SessionId[] {
    return alone === true ? [session] : this.#page.state.broadcast.of(session)
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
