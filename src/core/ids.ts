/**
 * The identities of the application. A session is a program and its terminal, and stays the same
 * when the program is restarted. A pane is a position in a tab, and a tab a position in a window.
 * Each kind has its own type, which only this file and the guards of messages make from text.
 */
import type { z } from 'zod'

/** Clients, commands and files outside of the app know a session by this id. */
export type SessionId = string & z.$brand<'SessionId'>
export type PaneId = string & z.$brand<'PaneId'>
/**
 * Stays the same while panes are added, removed and focused, and when the tab changes its window.
 */
export type TabId = string & z.$brand<'TabId'>

/** Reads the id of a session that was generated, stored, or given by a client. */
export function toSessionId(id: string): SessionId {
  return id as SessionId
}

/** Reads the id of a tab that was generated, or is in the document of a page. */
export function toTabId(id: string): TabId {
  return id as TabId
}

/** Returns the pane of a session: a pane shows one session as long as it exists, and has its id. */
export function paneFor(session: SessionId): PaneId {
  return session as string as PaneId
}

/** Returns the session that a pane shows. */
export function sessionIn(pane: PaneId): SessionId {
  return pane as string as SessionId
}
