/** Looks up the project and branch of a tab's directory, and again when they may change. */
import type { Clock, Millis } from '../../../base/clock.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { branchAgainMs, branchSettleMs } from '../limits.ts'
import { projectName } from './title.ts'

export interface Repository {
  /** Name of its root directory. */
  readonly name: string
  /** Name of the repository whose worktree it is; `null` if it is not one. */
  readonly worktreeOf: string | null
  /** The branch, or the short name of a commit; `null` if unknown. */
  readonly branch: string | null
}

/** Finds a directory's repository. Output chooses the directory, so it may never answer. */
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

  /** @param found called when name or branch changed */
  constructor(clock: Clock, home: string, find: FindRepository | undefined, found: () => void) {
    this.#clock = clock
    this.#home = home
    this.#find = find
    this.#found = found
  }

  /** Returns the directory's name, or the repository's once it is known. */
  at(directory: string): string {
    if (this.#directory !== directory) {
      this.#directory = directory
      this.#repository = null
      this.#lookUp()
    }
    return projectName(directory, this.#home, this.#repository?.name ?? null)
  }

  /** Branch of the last directory; `null` if unknown. */
  get branch(): string | null {
    const branch = this.#repository?.branch ?? null
    return branch === null ? null : safeText(branch, nameCharactersMax)
  }

  /** Name of the repository whose worktree the last directory is in; `null` if unknown. */
  get worktreeOf(): string | null {
    return this.#repository?.worktreeOf ?? null
  }

  /** Schedules a lookup, up to one per `branchAgainMs`: the branch may change soon. */
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

  /** Runs one lookup at a time; after changes of the directory, the last one counts. */
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
    const parts = ['name', 'branch', 'worktreeOf'] as const
    if (parts.every((part) => found?.[part] === before?.[part])) return
    this.#repository = found
    this.#found()
  }
}
