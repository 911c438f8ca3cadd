/** Timelines of sessions, and going from them to the scrollback. */
import { paneFor, type SessionId } from '../../../core/ids.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { Segment } from '../../../core/recorder/strip.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'

/** Rows of context that stay visible above the event. */
const rowsAbove = 2

export class TimeLines {
  /** By session, so that a change redraws one tab. */
  readonly #all = new Map<SessionId, Observable<readonly Segment[]>>()
  readonly #page: Page
  /** The segment that the user last went to, and the newest segment at that time. */
  #last: { readonly session: SessionId; readonly from: number; readonly newest: number } | null =
    null

  constructor(page: Page) {
    this.#page = page
  }

  /** Returns a session's segments, oldest first. */
  of(session: SessionId): Observable<readonly Segment[]> {
    const known = this.#all.get(session)
    if (known !== undefined) return known
    const made = new Observable<readonly Segment[]>([])
    this.#all.set(session, made)
    return made
  }

  /** Sets a session's segments. Drops segments of closed tabs. */
  changed({ session, segments }: Extract<MainMessage, { kind: 'session/time-line' }>): void {
    for (const id of this.#all.keys())
      if (this.#page.state.session(id) === undefined) this.#all.delete(id)
    this.of(session).set(segments)
  }

  goTo(session: SessionId, { from, place }: Segment): void {
    this.#last = { session, from, newest: this.#newest(session) }
    this.#page.send({ kind: 'pane/focus', pane: paneFor(session) })
    this.#page.send({ kind: 'session/to-place', session, place })
  }

  #newest(session: SessionId): number {
    return this.of(session).value.at(-1)?.from ?? 0
  }

  /**
   * Scrolls to the event before the last one visited, or to the newest. Returns false if there is
   * none.
   */
  previous(): boolean {
    const session = this.#page.state.focused.value
    if (session === null) return false
    const segments = this.of(session).value
    const last = this.#last
    const goesOn =
      last !== null && last.session === session && last.newest === this.#newest(last.session)
    const before = goesOn ? last.from : Number.POSITIVE_INFINITY
    const segment = segments.findLast(({ from }) => from < before) ?? segments.at(-1)
    if (segment === undefined) return false
    this.goTo(session, segment)
    return true
  }

  /** Scrolls to the row, as the main process found it. */
  scrollTo({ session, numbering, row }: Extract<MainMessage, { kind: 'session/scroll-to' }>): void {
    const grid = this.#page.panes.get(session)
    if (grid === undefined || grid.frames.numbering !== numbering) return
    grid.terminal.scrollToLine(Math.max(0, row - grid.frames.dropped - rowsAbove))
  }
}
