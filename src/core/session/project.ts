/** The name of a tab's work while its program does not say: looked up once a directory. */
import { projectName } from './title.ts'

export class Project {
  readonly #home: string
  readonly #repository: ((directory: string) => string | null) | undefined
  #found: { readonly directory: string; readonly name: string } | null = null

  constructor(home: string, repository: ((directory: string) => string | null) | undefined) {
    this.#home = home
    this.#repository = repository
  }

  at(directory: string): string {
    if (this.#found?.directory !== directory) {
      this.#found = { directory, name: projectName({ directory, home: this.#home, repository: this.#repository?.(directory) ?? null }) }
    }
    return this.#found.name
  }
}
