/**
 * The names of one tab and which of them is shown: the user's, else a given one, else the
 * program's, else an automatic one.
 */
import { tabTitle, type TitleFacts } from './title.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'

export class TabNames {
  /** Of `--title` or the session socket. */
  #given: string | null
  readonly #first: string | null
  #named: string | null = null
  /** Clean. */
  #reported: string | null = null

  constructor(given: string | undefined) {
    const clean = safeText(given ?? '', nameCharactersMax).trim()
    this.#given = this.#first = clean === '' ? null : clean
  }

  /** Typed by the user; null: none. */
  get named(): string | null {
    return this.#named
  }

  /** `name`: clean; null or '' takes the user's name back. @returns something changed */
  rename(name: string | null): boolean {
    const next = name === '' ? null : name
    if (next === this.#named) return false
    this.#named = next
    return true
  }

  /** By a client of the session's socket, clean; '' takes it back. @returns something changed */
  give(name: string): boolean {
    const next = name.trim() === '' ? this.#first : name.trim()
    if (next === this.#given) return false
    this.#given = next
    return true
  }

  /** What the program calls itself. @returns something changed */
  report(title: string | null): boolean {
    if (title === this.#reported) return false
    this.#reported = title
    return true
  }

  /** What the program calls itself; null: nothing. */
  get reported(): string | null {
    return this.#reported
  }

  /**
   * `respected`: what the program calls itself counts (`tabs.respect_osc_title`); in place of that,
   * `before` is what one called itself that can be resumed.
   */
  title(
    facts: Omit<TitleFacts, 'reported'>,
    respected = true,
    before: string | undefined = undefined,
  ): string {
    const reported = before ?? this.#reported
    return (
      this.#named ?? this.#given ?? tabTitle({ ...facts, reported: respected ? reported : null })
    )
  }
}
