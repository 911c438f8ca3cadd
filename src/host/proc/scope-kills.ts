/**
 * Reports kills for memory in scopes. The kernel counts them also in the group above. A scope may
 * be gone when its last process was killed.
 */
import { watch, type FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'
import { tryOr } from '../files/try-or.ts'
import { TabScope } from './scope.ts'

/** `sure`: counted for the scope. Otherwise the scope is gone, and something was killed. */
type Report = (sure: boolean) => void

export class ScopeKills {
  /** By the folder of the group above. */
  readonly #above = new Map<string, { killed: number; readonly watcher: FSWatcher | null }>()
  readonly #scopes = new Map<TabScope, { killed: number; readonly report: Report }>()

  add(scope: TabScope, report: Report): void {
    for (const above of this.#above.keys()) this.#changed(new TabScope(above)) // not yet reported
    for (const one of this.#scopes.keys()) if (one.killed === null) this.#scopes.delete(one)
    const folder = dirname(scope.folder)
    // Without a scope in it, the group may have been removed and made again.
    const isHeld = [...this.#scopes.keys()].some((one) => dirname(one.folder) === folder)
    this.#scopes.set(scope, { killed: scope.killed ?? 0, report })
    const watched = this.#above.get(folder)?.watcher ?? null
    if (isHeld && watched !== null) return
    watched?.close()
    const group = new TabScope(folder)
    const watcher = tryOr(
      () => watch(join(folder, 'memory.events'), { persistent: false }),
      null, // the scope has ended, or there is no memory controller
    )
    this.#above.set(folder, { killed: group.killed ?? 0, watcher })
    watcher?.on('error', () => watcher.close())
    watcher?.on('change', () => this.#changed(group))
  }

  dispose(): void {
    for (const { watcher } of this.#above.values()) watcher?.close()
    this.#scopes.clear()
  }

  #changed(group: TabScope): void {
    const above = this.#above.get(group.folder)
    const killed = group.killed ?? 0
    if (above === undefined || killed <= above.killed) return
    above.killed = killed
    for (const [scope, one] of this.#scopes) {
      const now = scope.killed
      if (now === null) this.#scopes.delete(scope)
      if (now === null || now > one.killed) one.report(now !== null)
      one.killed = now ?? 0
    }
  }
}
