/**
 * Warns once when the programs of a tab use much memory (`tabs.memory_warning_gb`). The processes
 * of a tab are read only while all programs of the machine use more than its limit.
 */
import { biggestText, usedText } from '../../agents/process/usage.ts'
import { named } from '../../base/text/safe-text.ts'
import type { Clock } from '../../base/clock.ts'
import type { Session } from '../session/session.ts'
import type { Workspace } from './workspace/workspace.ts'

/** Time between two looks. A leak takes minutes. */
export const memoryLookMs = 30_000

/** Time between two tabs of a look. */
export const memoryStepMs = 100

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

  /** Looks at each tab in its own turn: the processes of many tabs take long to read. */
  #look(): void {
    const waiting = this.#windows().flatMap(({ strip }) => [...strip.sessions.all])
    let inUse: number | null = null
    const next = (): void => {
      for (let session = waiting.shift(); session !== undefined; session = waiting.shift()) {
        const limit = session.settings.tabs.memory_warning_gb * 1e9
        const { pid } = session.program
        if (limit === 0 || pid === null || this.#warned.get(session) === pid) continue
        inUse ??= this.#inUse()
        if (inUse < limit) continue
        this.#read(session, pid, limit)
        this.#cancel = this.#clock.after(memoryStepMs, next)
        return
      }
      this.#cancel = this.#clock.after(memoryLookMs, () => this.#look())
    }
    next()
  }

  #read(session: Session, pid: number, limit: number): void {
    const usage = session.agents.processes?.usage?.(false) ?? null
    if (usage === null || usage.memory < limit) return
    const window = this.#windows().find(({ strip }) => strip.sessions.all.includes(session))
    if (window === undefined) return
    this.#warned.set(session, pid)
    window.page.notice(
      'warning',
      `${named(session.view().title)} uses ${usedText(usage)} of memory: ` +
        `${biggestText(usage)}.`,
    )
  }
}
