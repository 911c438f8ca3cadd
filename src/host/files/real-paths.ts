/** Resolves script paths in the background for the poller, which must not wait for a disk. */
import type { PathProbe } from './path-probe.ts'
import { realPathsMax } from './limits.ts'

export class RealPaths {
  readonly #looks: Pick<PathProbe, 'realPath'>
  readonly #found: () => void
  /** Least recently used first. `null` if a path does not exist or is being resolved. */
  readonly #known = new Map<string, string | null>()

  /** @param found called when a path resolves to another file than before */
  constructor(looks: Pick<PathProbe, 'realPath'>, found: () => void) {
    this.#looks = looks
    this.#found = found
  }

  /**
   * Returns the known path. It also starts another check, since an update may have moved the
   * program.
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
