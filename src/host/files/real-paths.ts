/** Resolves script paths in the background for the poller, which must not wait for a disk. */
import type { PathProbe } from './path-probe.ts'
import { realPathsMax } from './limits.ts'

export class RealPaths {
  readonly #looks: Pick<PathProbe, 'realPath'>
  readonly #found: () => void
  /** Least recently used first. `null` if a path leads nowhere or is being resolved. */
  readonly #known = new Map<string, string | null>()

  /** @param found called when a path leads elsewhere than was known */
  constructor(looks: Pick<PathProbe, 'realPath'>, found: () => void) {
    this.#looks = looks
    this.#found = found
  }

  /** Returns the known path and checks it again, since programs are updated meanwhile. */
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
