/** The panes that receive the input of any one of them, until the page reloads. */
import type { SessionId } from '../../core/ids.ts'
import { Observable } from './cell.ts'

const nobody: ReadonlySet<SessionId> = new Set()

export class Broadcast {
  /** Sessions; none: it is off. Two at least otherwise. */
  readonly receivers = new Observable(nobody)

  get on(): boolean {
    return this.receivers.value.size > 0
  }

  /** Starts broadcasting. @returns false if there are fewer than two panes */
  begin(sessions: readonly SessionId[]): boolean {
    const receivers = new Set(sessions)
    if (receivers.size > 1) this.receivers.set(receivers)
    return receivers.size > 1
  }

  end(): void {
    this.receivers.set(nobody)
  }

  /**
   * Returns the sessions that get the input of this session. A session outside the broadcast only
   * gets its own.
   */
  of(session: SessionId): readonly SessionId[] {
    const receivers = this.receivers.value
    return receivers.has(session) ? [...receivers] : [session]
  }

  /** Removes sessions that are no longer in the window. */
  keep(known: ReadonlySet<SessionId>): void {
    if (!this.on) return
    const left = [...this.receivers.value].filter((session) => known.has(session))
    if (left.length === this.receivers.value.size) return
    if (!this.begin(left)) this.end()
  }
}
