/** The names of a tab: the user's, else a given one, the program's, or an automatic one. */
import { tabTitle, type TitleFacts } from './title.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'

export class TabNames {
  /** Name from `--title` or the session socket. */
  #given: string | null
  readonly #first: string | null
  #named: string | null = null
  /** Sanitized. */
  #reported: string | null = null

  constructor(given: string | undefined) {
    const clean = safeText(given ?? '', nameCharactersMax).trim()
    this.#given = this.#first = clean === '' ? null : clean
  }

  get named(): string | null {
    return this.#named
  }

  /** Sets the user's sanitized name; empty removes it. Returns whether it changed. */
  rename(name: string | null): boolean {
    const next = name === '' ? null : name
    if (next === this.#named) return false
    this.#named = next
    return true
  }

  /** Sets a client's sanitized name; empty removes it. Returns whether it changed. */
  give(name: string): boolean {
    const next = name.trim() === '' ? this.#first : name.trim()
    if (next === this.#given) return false
    this.#given = next
    return true
  }

  /** Sets the program's title. Returns whether it changed. */
  report(title: string | null): boolean {
    if (title === this.#reported) return false
    this.#reported = title
    return true
  }

  get reported(): string | null {
    return this.#reported
  }

  /**
   * Returns the title.
   * @param respected whether the program's title counts (`tabs.respect_osc_title`)
   * @param before title of a resumable program, used instead of the current program's
   */
  title(
    facts: Omit<TitleFacts, 'reported'>,
    respected: boolean,
    before: string | undefined,
  ): string {
    const reported = before ?? this.#reported
    return (
      this.#named ?? this.#given ?? tabTitle({ ...facts, reported: respected ? reported : null })
    )
  }
}
