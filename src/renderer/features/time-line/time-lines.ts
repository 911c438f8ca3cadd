/** From the time lines under tabs to the places in their scrollback. */
import { paneFor, type SessionId } from '../../../core/ids.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { Segment } from '../../../core/recorder/strip.ts'
import type { Page } from '../../page.ts'
import { Observable } from '../../state/cell.ts'

/** Rows above the place that stay in view: what led to it. */
const rowsAbove = 2

export class TimeLines {
  /** By session: each tab is drawn for its own alone. */
  readonly #all = new Map<SessionId, Observable<readonly Segment[]>>()
  readonly #page: Page
  /** Where the user went last, and what was the newest then. */
  #last: { readonly session: SessionId; readonly from: number; readonly newest: number } | null =
    null

  constructor(page: Page) {
    this.#page = page
  }

  /** The session's, oldest first. */
  of(session: SessionId): Observable<readonly Segment[]> {
    const known = this.#all.get(session)
    if (known !== undefined) return known
    const made = new Observable<readonly Segment[]>([])
    this.#all.set(session, made)
    return made
  }

  /** Another one; those of tabs that are gone go. */
  changed({ session, segments }: Extract<MainMessage, { kind: 'session/time-line' }>): void {
    for (const id of this.#all.keys())
      if (this.#page.state.session(id) === undefined) this.#all.delete(id)
    this.of(session).set(segments)
  }

  /** Shows the tab, and where this happened. */
  goTo(session: SessionId, { from, place }: Segment): void {
    this.#last = { session, from, newest: this.#newest(session) }
    this.#page.send({ kind: 'pane/focus', pane: paneFor(session) })
    this.#page.send({ kind: 'session/to-place', session, place })
  }

  #newest(session: SessionId): number {
    return this.of(session).value.at(-1)?.from ?? 0
  }

  /**
   * The one before where the user went last; behind the first, and when something has happened
   * since, the newest. False: there is none.
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

  /** The main process knows the row. */
  scrollTo({ session, numbering, row }: Extract<MainMessage, { kind: 'session/scroll-to' }>): void {
    const grid = this.#page.panes.get(session)
    if (grid === undefined || grid.frames.numbering !== numbering) return
    grid.terminal.scrollToLine(Math.max(0, row - grid.frames.dropped - rowsAbove))
  }
}
