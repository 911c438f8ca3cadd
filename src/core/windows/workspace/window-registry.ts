/** A window's requests to others, and reports about its tabs. `Windows` implements it. */
import type { PortUse } from '../../../agents/state/why.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import type { SessionId, TabId } from '../../ids.ts'
import type { TabView } from '../tabs/tab-view.ts'
import type { Session } from '../../session/session.ts'
import type { SessionEvent } from '../../session/session-ports.ts'
import type { WorktreeCalls } from '../worktrees/worktree-calls.ts'
import type { Attended } from './messages/handlers.ts'
import type { TabOptions, TabRules } from './tab-options.ts'
import type { ClosedTabs } from './closed-tabs.ts'
import type { ScreenPoint } from './drop-place.ts'

/**
 * `force`: the user has confirmed. `stop`: programs end that would keep running. `end`: the
 * processes that the question named end too.
 */
export interface QuitAnswer {
  readonly force: boolean
  readonly stop?: boolean | undefined
  readonly end?: true | undefined
}

export interface WindowRegistry {
  readonly rules: TabRules
  /** Makes the id of a tab: a tab keeps it when it moves to another window. */
  readonly newTabId: () => TabId
  /** A session of any window, or a session of tmux that none shows. */
  readonly find: (session: SessionId) => Attended | undefined
  /** Closes all windows; without `force`, this one asks first if something is lost. */
  readonly quit: (answer: QuitAnswer) => void
  /** Whether this is the last window and the next start restores it. */
  readonly comesBack: () => boolean
  /** Whether this is the last window and its programs keep running after it has closed. */
  readonly keepsPrograms: () => boolean
  readonly newWindow: (tab: Pick<TabOptions, 'directory' | 'instead'>) => void
  /** Moves a tab to a window; `null` for a new one. */
  readonly moveTab: (tab: TabId, to: string | null) => void
  /**
   * Handles a tab dragged outside its window to `at`, px of that window's content; `null` if it
   * returned or was canceled. `drop`: it is dropped there.
   */
  readonly drag: (tab: TabId, at: ScreenPoint | null, drop: boolean) => void
  /** Brings a session's window to the front with its pane. Returns false if that can't be shown. */
  readonly goTo: (session: SessionId) => boolean
  /** Returns the tab that uses a port which the session's failed command needed, or `null`. */
  readonly portUse: (session: Session) => PortUse | null
  /** Returns the session in which an agent has a conversation; `null` without one. */
  readonly withConversation: (agent: string, conversation: string) => SessionId | null
  readonly worktrees: WorktreeCalls
  readonly closed: Pick<ClosedTabs, 'add' | 'take' | 'cameBack'>
  /** Turns questions before closing off. */
  readonly neverAsk: () => void
  readonly changed: (tab: TabView) => void
  readonly happened: (session: SessionId, event: SessionEvent) => void
  /** The user sees this session of the window, or none. */
  readonly front: (session: SessionId | null) => void
  readonly gone: (session: SessionId) => void
  /** Returns the state of all windows and the inbox, for a page. */
  readonly overview: () => Extract<MainMessage, { kind: 'windows/state' }>
  readonly history: () => Extract<MainMessage, { kind: 'attention/history' }>['notifications']
}
