/**
 * Warns once when the programs of a tab use much memory (`tabs.memory_warning_gb`). The processes
 * of a tab are read only while all programs of the machine use more than its limit.
 */
import { biggestText, memoryText } from '../../agents/process/usage.ts'
import { named } from '../../base/text/safe-text.ts'
import type { Clock } from '../../base/clock.ts'
import type { Session } from '../session/session.ts'
import type { Workspace } from './workspace/workspace.ts'

/** Time between two looks. A leak takes minutes. */
export const memoryLookMs = 30_000

export class MemoryWatch {
  readonly #clock: Clock
  readonly #windows: () => readonly Pick<Workspace, 'page' | 'strip'>[]
  readonly #inUse: () => number
  /** First process of the program that the user was warned about. */
  readonly #warned = new WeakMap<Session, number>()
  #cancel: () => void

  /** @param inUse returns the bytes that all programs of the machine use, or more */
  constructor(
    clock: Clock,
    windows: () => readonly Pick<Workspace, 'page' | 'strip'>[],
    inUse: () => number,
  ) {
    this.#clock = clock
    this.#windows = windows
    this.#inUse = inUse
    this.#cancel = clock.after(memoryLookMs, () => this.#look())
  }

  dispose(): void {
    this.#cancel()
  }

  #look(): void {
    let inUse: number | null = null
    for (const { page, strip } of this.#windows())
      for (const session of strip.sessions.all) {
        const limit = session.settings.tabs.memory_warning_gb * 1e9
        const { pid } = session.program
        if (limit === 0 || pid === null || this.#warned.get(session) === pid) continue
        inUse ??= this.#inUse()
        if (inUse < limit) continue
        const usage = session.agents.processes?.usage?.() ?? null
        if (usage === null || usage.memory < limit) continue
        this.#warned.set(session, pid)
        page.notice(
          'warning',
          `${named(session.view().title)} uses about ${memoryText(usage.memory)} of memory: ` +
            `${biggestText(usage)}.`,
        )
      }
    this.#cancel = this.#clock.after(memoryLookMs, () => this.#look())
  }
}
