/** The search: its query, its matches, and the current one. The bar and keys drive it. */
import type { SessionId } from '../../../core/ids.ts'
import { countText, type FindMatch, type FindMatches } from './find-matches.ts'
import { FindPlace } from './find-place.ts'
import {
  excerptMax,
  highlightMax,
  listedPerTabMax,
  searchAgainMs,
  searchDelayMs,
} from './limits.ts'
import { compile, defaultSearch, type TextMatcher, type SearchOptions } from './matcher.ts'
import type { RowSource } from '../../grid/text/line.ts'
import type { FindDirection } from './walk.ts'
import type { Grid } from '../../grid/grid.ts'
import { soon } from '../../grid/next-task.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'
import { OtherTabs, type Listed } from './other-tabs.ts'
import { outputRows } from './output-rows.ts'
import { GridSearch } from './search-grid.ts'
import { Highlights } from './highlights.ts'

export interface FindView {
  readonly text: string
  readonly options: SearchOptions
  /** `output` is the output of the last command that printed anything. */
  readonly scope: 'pane' | 'tabs' | 'output'
  readonly count: string
  readonly problem: string | null
  readonly listed: readonly Listed[]
  /** Counts requests for the keyboard. */
  readonly asked: number
}

export class Find {
  readonly view = new Observable<FindView | null>(null)
  readonly #page: Page
  #last: Pick<FindView, 'text' | 'options' | 'scope'> | null = null
  #matcher: TextMatcher | null = null
  #search: GridSearch | null = null
  readonly #others: OtherTabs
  #shown: {
    readonly grid: Grid
    readonly highlights: Highlights
    readonly place: FindPlace
    readonly end: { dispose(): void }
  } | null = null
  #matches: readonly FindMatch[] = []
  #limited = false
  #current: FindMatch | null = null
  /** Row from which a search goes upwards: the user's position when the query changed. */
  #anchor = 0
  /** Match chosen in the list, in a tab that is about to become active. */
  #wanted: FindMatch | null = null
  /** Session and match of the search when it was closed. */
  #left: { readonly session: SessionId; readonly match: FindMatch | null } | null = null
  /** Timer while the user may still be typing. Results are shown when it ends. */
  #typing: number | null = null
  /** Shows the matches found while the user typed. */
  #held: (() => void) | null = null
  #again: number | null = null
  #fetching = false

  constructor(page: Page) {
    this.#page = page
    this.#others = new OtherTabs(page, (listed) => this.#show({ listed }))
    page.state.focused.subscribe(() => {
      if (this.view.value !== null) {
        this.#follow()
        this.#begin('up', true, this.#wanted !== null)
      }
    })
  }

  /** For specs and the bench. */
  get state(): {
    readonly matches: readonly FindMatch[]
    readonly current: FindMatch | null
    readonly rows: (RowSource & { indexOf(row: number): number }) | null
  } {
    return { matches: this.#matches, current: this.#current, rows: this.#shown?.grid.rows ?? null }
  }

  /** Whether the active grid has output of a command, according to prompt marks. */
  get hasOutput(): boolean {
    const grid = this.#page.panes.shown
    return grid !== null && outputRows(grid) !== null
  }

  /** Opens the bar for the last output. @returns false if there is none */
  openInOutput(): boolean {
    if (!this.hasOutput) return false
    this.open(false, 'output')
    return true
  }

  /**
   * Opens or focuses the bar. Searches for the selected text if it is within one line. Scrolls only
   * if it `goes` to a match. The default `scope` is the last one.
   */
  open(goes = false, scope?: FindView['scope']): void {
    const grid = this.#page.panes.shown
    const selected = grid?.terminal.getSelection() ?? ''
    const given =
      selected !== '' && !selected.includes('\n') && selected.length <= excerptMax ? selected : null
    const before = this.view.value
    const last = before ??
      this.#last ?? { text: '', options: defaultSearch, scope: 'pane' as const }
    this.view.set({
      count: '',
      problem: null,
      listed: [],
      ...last,
      ...(scope === undefined ? {} : { scope }),
      text: given ?? last.text,
      asked: (before?.asked ?? 0) + 1,
    })
    this.#follow()
    this.#anchorAtUser()
    this.#begin('up', true, goes)
  }

  /** Changes the query. Searches after this event, and shows results when the user stops typing. */
  change(change: Partial<Pick<FindView, 'text' | 'options' | 'scope'>>): void {
    const view = this.view.value
    if (view === null) return
    this.view.set({ ...view, ...change })
    this.#stop()
    this.#anchorAtUser()
    this.#typing = window.setTimeout(() => this.settle(), searchDelayMs)
    soon(() => {
      if (
        this.view.value !== null &&
        this.#typing !== null &&
        this.#search === null &&
        this.#held === null
      )
        this.#begin('up', true)
    })
  }

  /** Returns the current match, also of a closed search, by row of the buffer. */
  matchIn(grid: Grid): { readonly row: number; readonly column: number } | null {
    const found =
      this.#shown === null ? this.#left : { session: this.#shown.grid.id, match: this.#current }
    const row =
      found === null || found.session !== grid.id || found.match === null
        ? -1
        : grid.rows.indexOf(found.match.row)
    return row < 0 ? null : { row, column: found?.match?.column ?? 0 }
  }

  /** Closes the bar. Position and selection stay, but a search without matches scrolls back. */
  close(): void {
    const view = this.view.value
    if (view === null) return
    if (view.text !== '' && this.#matches.length === 0) this.#shown?.place.goHome()
    this.#left =
      this.#shown === null ? null : { session: this.#shown.grid.id, match: this.#current }
    this.#last = {
      text: view.text,
      options: view.options,
      // the next output is a different one
      scope: view.scope === 'output' ? 'pane' : view.scope,
    }
    this.#stop()
    this.#release()
    this.view.set(null)
    this.#page.panes.shown?.focus()
  }

  /** Shows the results for the typed text now. @returns false if they were already shown */
  settle(): boolean {
    if (this.#typing === null) return false
    window.clearTimeout(this.#typing)
    this.#typing = null
    const held = this.#held
    this.#held = null
    if (held === null) this.#begin('up', true)
    else held()
    return true
  }

  /** @returns false if nothing was searched */
  step(by: 1 | -1): boolean {
    if (this.view.value === null) {
      if (this.#last === null || this.#last.text === '') return false
      this.open(true)
      return true
    }
    if (this.settle()) return true
    if (this.#shown?.place.isAhead(this.#current, by) === true) {
      this.#go(this.#current)
      return true
    }
    const index = this.#index()
    const to = index === -1 ? (by === 1 ? 0 : this.#matches.length - 1) : index + by
    const beyond = to < 0 || to >= this.#matches.length
    // There are more matches than are stored. The search continues from there.
    if (beyond && this.#limited && this.#current !== null) {
      this.#anchor = this.#current.row + by
      this.#begin(by === 1 ? 'down' : 'up', true)
      return true
    }
    if (this.#matches.length === 0 || (beyond && !this.#page.state.options.value.search.wrap))
      return true
    this.#go(this.#matches[(to + this.#matches.length) % this.#matches.length] ?? null)
    return true
  }

  pick(session: SessionId, match: FindMatch): void {
    if (session === this.#page.state.focused.value) {
      this.#go(
        this.#matches.find((one) => one.row === match.row && one.column === match.column) ?? match,
      )
      return
    }
    this.#wanted = match
    this.#page.tabs.goTo(session)
  }

  /** Moves the start of the search to the user if the view has moved, but not by the search. */
  #anchorAtUser(): void {
    this.#anchor = this.#shown?.place.newPosition() ?? this.#anchor
  }

  /** Switches the search to the active grid. */
  #follow(): void {
    const grid = this.#page.panes.shown
    if (grid === this.#shown?.grid) return
    this.#release()
    if (grid === null) return
    const { viewportY } = grid.terminal.buffer.active
    this.#anchor = grid.rows.rowAt(viewportY + grid.terminal.rows - 1)
    const changed = (): void => this.#soonAgain()
    grid.changed.add(changed)
    const resized = grid.terminal.onResize(() => this.#soonAgain())
    this.#shown = {
      grid,
      highlights: new Highlights(grid, this.#page.looks),
      place: new FindPlace(grid),
      end: {
        dispose: () => {
          grid.changed.delete(changed)
          resized.dispose()
        },
      },
    }
  }

  /** Starts a search. If it `moves`, the first match becomes current; if it `goes`, it scrolls. */
  #begin(direction: FindDirection, moves: boolean, goes = moves): void {
    this.#end()
    const view = this.view.value
    const grid = this.#shown?.grid
    if (view === null || grid === undefined) return
    if (view.text === '') {
      this.#matcher = null
      this.#take([], false)
      this.#current = null
      this.#show({ count: '', problem: null, listed: [] })
      return
    }
    const compiled = compile(view.text, view.options)
    // The last valid result stays.
    if (!compiled.ok) {
      this.#publish(() => this.#show({ problem: compiled.problem }))
      return
    }
    this.#matcher = compiled.matcher
    const rows = view.scope === 'output' ? outputRows(grid) : grid.rows
    if (rows === null) {
      this.#publish(() => {
        this.#take([], false)
        this.#current = null
        this.#show({
          count: '',
          problem: 'There is no command output to search. Shell integration may be off.',
          listed: [],
        })
      })
      return
    }
    const whole = (): boolean => grid.frames.complete
    if (!whole()) this.#fetch(grid)
    let scrolls = goes
    const take = (matches: FindMatches): void => {
      this.#take(matches.all(), matches.limited)
      const same = this.#wanted ?? (moves ? null : this.#current)
      const kept =
        same === null
          ? undefined
          : this.#matches.find(({ row, column }) => row === same.row && column === same.column)
      this.#current = kept ?? matches.first ?? null
      if (!scrolls || this.#current === null || (this.#wanted !== null && kept === undefined))
        return
      scrolls = false
      this.#shown?.place.bringIntoView(this.#current)
    }
    // The old matches stay marked until there are new ones. A pattern is invalid half of the time
    // while it is typed.
    if (moves)
      this.#publish(() => {
        this.#current = null
        this.#show({ count: this.#count(true) })
      })
    if (view.scope !== 'tabs' && view.listed.length > 0) this.#show({ listed: [] })
    let shownAt = Number.NEGATIVE_INFINITY
    const search = new GridSearch(
      rows,
      compiled.matcher,
      { max: highlightMax, from: this.#anchor, direction },
      {
        // Shows the first matches immediately, then at intervals. When an open search is updated,
        // the old matches stay until all are known.
        found: (matches) => {
          if (!moves || performance.now() - shownAt < searchDelayMs) return
          this.#publish(() => {
            shownAt = performance.now()
            take(matches)
            this.#show({ count: this.#count(true), problem: null })
          })
        },
        done: (matches, problem) => {
          this.#search = null
          this.#publish(() => {
            take(matches)
            if (whole()) this.#wanted = null
            this.#show({ count: this.#count(false), problem })
            if (view.scope === 'tabs' && !this.#others.searching)
              this.#others.search(compiled.matcher, this.#ownListed())
          })
        },
      },
    )
    this.#search = search.over ? null : search
  }

  /** Returns the active tab's matches for the list of all tabs. */
  #ownListed(): Listed | null {
    const session = this.#page.state.focused.value
    if (session === null) return null
    const more = this.#limited || this.#matches.length > listedPerTabMax
    return { session, matches: this.#matches.slice(-listedPerTabMax), more }
  }

  /** Acts now, or when the user stops typing. Then only the newest action runs. */
  #publish(act: () => void): void {
    if (this.#typing === null) act()
    else this.#held = act
  }

  /** Requests the missing rows of the history. They are searched when they arrive. */
  #fetch(grid: Grid): void {
    if (this.#fetching) return
    this.#fetching = true
    void grid.frames.whole().then(() => {
      this.#fetching = false
    })
  }

  #go(match: FindMatch | null): void {
    this.#current = match
    if (match !== null) this.#anchor = match.row // typing continues from here
    this.#shown?.place.bringIntoView(match)
    this.#shown?.highlights.set(this.#matches, this.#current)
    this.#show({ count: this.#count(this.#search !== null) })
  }

  #take(matches: readonly FindMatch[], limited: boolean): void {
    this.#matches = matches
    this.#limited = limited
  }

  #index(): number {
    const { row, column } = this.#current ?? { row: -1, column: -1 }
    return this.#matches.findIndex((match) => match.row === row && match.column === column)
  }

  #count(searching: boolean): string {
    return countText(
      this.#index(),
      this.#matches.length,
      this.#limited,
      searching || this.#shown?.grid.frames.complete === false,
    )
  }

  #show(change: Partial<FindView>): void {
    const view = this.view.value
    if (view === null) return
    this.view.set({ ...view, ...change })
    this.#shown?.highlights.set(this.#matches, this.#matches[this.#index()] ?? null)
  }

  #soonAgain(): void {
    if (this.#again !== null || this.#matcher === null) return
    this.#again = window.setTimeout(() => {
      this.#again = null
      if (this.#search === null && this.#typing === null)
        this.#begin('up', false, this.#wanted !== null)
    }, searchAgainMs)
  }

  #stop(): void {
    if (this.#typing !== null) window.clearTimeout(this.#typing)
    this.#typing = null
    this.#end()
  }

  #end(): void {
    if (this.#again !== null) window.clearTimeout(this.#again)
    this.#again = null
    this.#held = null
    this.#search?.stop()
    this.#search = null
    this.#others.stop()
  }

  #release(): void {
    this.#shown?.end.dispose()
    this.#shown?.highlights.dispose()
    this.#shown = null
    this.#take([], false)
    this.#current = null
  }
}
