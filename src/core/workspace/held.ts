import type { Session } from '../session/session.ts'
import type { Workspace } from './workspace.ts'

/** A tab, and the window that it is in. */
export interface Held {
  readonly session: Session
  owner: Workspace
  /** It stays after the end of its program, whatever the option says. */
  readonly hold: boolean
}
