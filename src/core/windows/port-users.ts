/** Finds the tab that uses a port which a failed command of another tab needed. */
import type { PortUse } from '../../agents/state/why.ts'
import { named } from '../../base/text/safe-text.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import type { Session } from '../session/session.ts'
import { allPaneEntries, type OpenWindows } from './open-window.ts'
import { shownPlace } from './workspace/listed-pane.ts'

/**
 * Time between two searches, which read the processes of all tabs. Output can name another port for
 * each request of the user.
 */
export const portSearchMs = 3_000

export class PortUsers {
  readonly #open: OpenWindows
  readonly #clock: Clock
  #last = { at: Number.NEGATIVE_INFINITY as Millis, of: '', found: null as PortUse | null }

  constructor(open: OpenWindows, clock: Clock) {
    this.#open = open
    this.#clock = clock
  }

  /** Returns the tab that uses a port which the session's failed command needed, or `null`. */
  find(session: Session): PortUse | null {
    const ports = session.busyPorts()
    if (ports.length === 0) return null
    const of = `${session.id} ${ports.join(' ')}`
    const now = this.#clock.now()
    if (now - this.#last.at < portSearchMs) return this.#last.of === of ? this.#last.found : null
    this.#last = { at: now, of, found: this.#search(session, ports) }
    return this.#last.found
  }

  #search(asking: Session, ports: readonly number[]): PortUse | null {
    for (const { workspace } of this.#open.windows)
      for (const session of workspace.strip.sessions.all) {
        if (session === asking) continue
        const own = session.agents.processes?.usage?.()?.ports
        const port = ports.find((one) => own?.includes(one))
        if (port !== undefined) return { port, session: session.id, tab: this.#nameOf(session) }
      }
    return null
  }

  #nameOf({ id }: Session): string {
    const entry = allPaneEntries(this.#open).find((one) => one.id === id)
    return entry === undefined ? '' : `${named(entry.title)} (${shownPlace(entry)})`
  }
}
