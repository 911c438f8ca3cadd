/**
 * Where the links of scripts lead, for the poller, which looks in main's own turn and cannot wait:
 * a script may lie on a disk that does not answer. What is not known yet is looked at aside, and
 * notified when it is found.
 */
import type { PathProbe } from './path-probe.ts'
import { realPathsMax } from './limits.ts'

export class RealPaths {
  readonly #looks: Pick<PathProbe, 'realPath'>
  readonly #found: () => void
  /** The one unused longest first. null: it leads nowhere, or is being looked at. */
  readonly #known = new Map<string, string | null>()

  /** `found`: a path leads elsewhere than was known. */
  constructor(looks: Pick<PathProbe, 'realPath'>, found: () => void) {
    this.#looks = looks
    this.#found = found
  }

  /**
   * As far as is known. It is looked at again each time, since programs are updated while we run.
   */
  at(path: string): string | null {
    const known = this.#known.get(path) ?? null
    this.#remember(path, known)
    void this.#looks.realPath(path).then((real) => {
      if (real === null || this.#known.get(path) === real) return
      this.#remember(path, real)
      this.#found()
    })
    return known
  }

  #remember(path: string, real: string | null): void {
    this.#known.delete(path)
    this.#known.set(path, real)
    const [oldest] = this.#known.keys()
    if (this.#known.size > realPathsMax && oldest !== undefined) this.#known.delete(oldest)
  }
}
