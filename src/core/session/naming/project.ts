/**
 * The name of a tab's work while its program does not say, and its branch: looked up for a
 * directory, and again when either may have changed; never waited for.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { branchAgainMs, branchSettleMs } from '../limits.ts'
import { projectName } from './title.ts'

export interface Repository {
  /** Of the folder at its root. */
  readonly name: string
  /** Or the short name of a commit; null: unknown. */
  readonly branch: string | null
}

/**
 * The repository that a directory belongs to, or null. Output names directories, so that the answer
 * may take for ever.
 */
export type FindRepository = (directory: string) => Promise<Repository | null>

export class Project {
  readonly #clock: Clock
  readonly #home: string
  readonly #find: FindRepository | undefined
  readonly #found: () => void
  #directory: string | null = null
  #repository: Repository | null = null
  #looking = false
  #lookedAt: Millis = Number.NEGATIVE_INFINITY
  #cancelAgain: (() => void) | null = null

  /** `found`: name or branch is another now. */
  constructor(clock: Clock, home: string, find: FindRepository | undefined, found: () => void) {
    this.#clock = clock
    this.#home = home
    this.#find = find
    this.#found = found
  }

  /** The folder's name at first, the repository's once it is known. */
  at(directory: string): string {
    if (this.#directory !== directory) {
      this.#directory = directory
      this.#repository = null
      this.#lookUp()
    }
    return projectName({
      directory,
      home: this.#home,
      repository: this.#repository?.name ?? null,
    })
  }

  /** Of the directory asked for last; null: unknown. */
  get branch(): string | null {
    const branch = this.#repository?.branch ?? null
    return branch === null ? null : safeText(branch, nameCharactersMax)
  }

  /** The branch may be another soon. Looked up once in `branchAgainMs` at most. */
  recheck(): void {
    if (this.#directory === null || this.#cancelAgain !== null) return
    const wait = this.#lookedAt + branchAgainMs - this.#clock.now()
    this.#cancelAgain = this.#clock.after(Math.max(wait, branchSettleMs), () => {
      this.#cancelAgain = null
      this.#lookUp()
    })
  }

  dispose(): void {
    this.#cancelAgain?.()
    this.#cancelAgain = null
  }

  #lookUp(): void {
    if (this.#find !== undefined && !this.#looking) void this.#look(this.#find)
  }

  /** One question at a time, however often the directory changes: the last one counts. */
  async #look(find: FindRepository): Promise<void> {
    this.#looking = true
    let asked: string
    let found: Repository | null
    do {
      asked = this.#directory ?? ''
      this.#lookedAt = this.#clock.now()
      found = await find(asked)
    } while (asked !== this.#directory)
    this.#looking = false
    const before = this.#repository
    if (found?.name === before?.name && found?.branch === before?.branch) return
    this.#repository = found
    this.#found()
  }
}
