/** From the time lines under tabs to the places in their scrollback. */
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { Segment } from '../../../core/recorder/strip.ts'
import type { Page } from '../../page.ts'
import { Observable } from '../../state/cell.ts'

/** Rows above the place that stay in view: what led to it. */
const rowsAbove = 2

export class TimeLines {
  /** By session: each tab is drawn for its own alone. */
  readonly #all = new Map<string, Observable<readonly Segment[]>>()
  readonly #page: Page
  /** Where the user went last, and what was the newest then. */
  #last: { readonly tab: string; readonly from: number; readonly newest: number } | null = null

  constructor(page: Page) {
    this.#page = page
  }

  /** The session's, oldest first. */
  of(tab: string): Observable<readonly Segment[]> {
    const known = this.#all.get(tab)
    if (known !== undefined) return known
    const made = new Observable<readonly Segment[]>([])
    this.#all.set(tab, made)
    return made
  }

  /** Another one; those of tabs that are gone go. */
  changed({ tab, segments }: Extract<MainMessage, { kind: 'tab/time-line' }>): void {
    for (const id of this.#all.keys())
      if (this.#page.state.tab(id) === undefined) this.#all.delete(id)
    this.of(tab).set(segments)
  }

  /** Shows the tab, and where this happened. */
  goTo(tab: string, { from, place }: Segment): void {
    this.#last = { tab, from, newest: this.#newest(tab) }
    this.#page.send({ kind: 'tab/activate', tab })
    this.#page.send({ kind: 'tab/to-place', tab, place })
  }

  #newest(tab: string): number {
    return this.of(tab).value.at(-1)?.from ?? 0
  }

  /**
   * The one before where the user went last; behind the first, and when something has happened
   * since, the newest. False: there is none.
   */
  previous(): boolean {
    const tab = this.#page.state.active.value
    if (tab === null) return false
    const segments = this.of(tab).value
    const last = this.#last
    const goesOn = last !== null && last.tab === tab && last.newest === this.#newest(last.tab)
    const before = goesOn ? last.from : Number.POSITIVE_INFINITY
    const segment = segments.findLast(({ from }) => from < before) ?? segments.at(-1)
    if (segment === undefined) return false
    this.goTo(tab, segment)
    return true
  }

  /** The main process knows the row. */
  scrollTo({ tab, numbering, row }: Extract<MainMessage, { kind: 'tab/scroll-to' }>): void {
    const grid = this.#page.panes.get(tab)
    if (grid === undefined || grid.frames.numbering !== numbering) return
    grid.terminal.scrollToLine(Math.max(0, row - grid.frames.dropped - rowsAbove))
  }
}
