/**
 * The name of a tab's work while its program does not say: looked up once a directory, never waited
 * for.
 */
import { projectName } from './title.ts'

/**
 * Name of the folder at the root of the repository that a directory belongs to, or null. Output
 * names directories, so that the answer may take for ever.
 */
export type FindRepository = (directory: string) => Promise<string | null>

export class Project {
  readonly #home: string
  readonly #find: FindRepository | undefined
  readonly #found: () => void
  #directory: string | null = null
  #repository: string | null = null
  #looking = false

  /** `found`: the name has become another. */
  constructor(home: string, find: FindRepository | undefined, found: () => void) {
    this.#home = home
    this.#find = find
    this.#found = found
  }

  /** The folder's name at first, the repository's once it is known. */
  at(directory: string): string {
    if (this.#directory !== directory) this.#lookUp(directory)
    return projectName({ directory, home: this.#home, repository: this.#repository })
  }

  #lookUp(directory: string): void {
    this.#directory = directory
    this.#repository = null
    if (this.#find !== undefined && !this.#looking) void this.#look(this.#find)
  }

  /** One question at a time, however often the directory changes: the last one counts. */
  async #look(find: FindRepository): Promise<void> {
    this.#looking = true
    let asked: string
    let name: string | null
    do {
      asked = this.#directory ?? ''
      name = await find(asked)
    } while (asked !== this.#directory)
    this.#looking = false
    if (name === null) return
    this.#repository = name
    this.#found()
  }
}
