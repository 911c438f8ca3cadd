/** Searches the other tabs one after the other, for the list of all tabs. */
import type { SessionId } from '../../../core/ids.ts'
import type { Page } from '../../page/page.ts'
import type { FindMatch } from './find-matches.ts'
import { listedPerTabMax } from './limits.ts'
import type { TextMatcher } from './matcher.ts'
import { GridSearch } from './search-grid.ts'

/** Listed matches of one tab. */
export interface Listed {
  readonly session: SessionId
  readonly matches: readonly FindMatch[]
  readonly more: boolean
}

export class OtherTabs {
  readonly #page: Page
  readonly #show: (listed: readonly Listed[]) => void
  /** Identifies the current run through the tabs; `null` if there is none. */
  #run: object | null = null
  #search: GridSearch | null = null

  /** @param show called with all matches so far, after each tab */
  constructor(page: Page, show: (listed: readonly Listed[]) => void) {
    this.#page = page
    this.#show = show
  }

  get searching(): boolean {
    return this.#run !== null
  }

  /** Searches all panes but `own`, whose matches are first in the list. */
  search(matcher: TextMatcher, own: Listed | null): void {
    const listed = own === null ? [] : [own]
    const publish = (): void => this.#show(listed.filter(({ matches }) => matches.length > 0))
    const tabs = this.#page.state.sessions().filter((id) => id !== own?.session)
    const run = (this.#run = {})
    const next = async (): Promise<void> => {
      const session = tabs.shift()
      const grid = session === undefined ? undefined : this.#page.panes.get(session)
      if (session === undefined) {
        this.#run = null
        publish()
        return
      }
      const whole = await grid?.frames.whole()
      if (this.#run !== run) return
      if (grid === undefined) {
        void next()
        return
      }
      const search = new GridSearch(
        grid.rows,
        matcher,
        { max: listedPerTabMax, from: grid.rows.end - 1, direction: 'up' },
        {
          found: () => undefined,
          done: (matches) => {
            this.#search = null
            listed.push({
              session,
              matches: matches.all(),
              more: matches.limited || whole === false,
            })
            grid.frames.dropHidden()
            publish()
            void next()
          },
        },
      )
      if (!search.over) this.#search = search
    }
    publish()
    void next()
  }

  stop(): void {
    this.#search?.stop()
    this.#search = this.#run = null
  }
}
