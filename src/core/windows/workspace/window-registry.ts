/**
 * What one window may ask of the others, and what it reports about its tabs. `Windows` is the real
 * one.
 */
import type { MainMessage } from '../../ipc/contract.ts'
import type { SessionId, TabId } from '../../ids.ts'
import type { TabView } from '../tabs/tab-view.ts'
import type { SessionEvent } from '../../session/session-ports.ts'
import type { Attended } from './messages/handlers.ts'
import type { TabOptions, TabRules } from './tab-options.ts'
import type { ClosedTabs } from './closed-tabs.ts'
import type { ScreenPoint } from './drop-place.ts'

export interface WindowRegistry {
  readonly rules: TabRules
  /** Makes the id of a tab: a tab keeps it when it moves to another window. */
  readonly newTabId: () => TabId
  /** A session of any window, or a session of tmux that none shows. */
  readonly find: (session: SessionId) => Attended | undefined
  /**
   * All windows close; without `force` the one that asks is asked first, if there is anything to
   * lose.
   */
  readonly quit: (force: boolean) => void
  /** This window is the last one, and the next start brings it back. */
  readonly comesBack: () => boolean
  readonly newWindow: (tab: Pick<TabOptions, 'directory' | 'instead'>) => void
  /** To another window by its id, or, with null, to a new one. */
  readonly moveTab: (tab: TabId, to: string | null) => void
  /**
   * A tab is dragged outside of its window: to `at`, px of that window's content; null: back
   * inside, or called off. `drop`: it is let go there.
   */
  readonly drag: (tab: TabId, at: ScreenPoint | null, drop: boolean) => void
  /** Brings a session's window to the front with its pane. */
  readonly goTo: (session: SessionId) => void
  readonly closed: Pick<ClosedTabs, 'add' | 'take' | 'cameBack'>
  /** The user wants no more questions before closing. */
  readonly neverAsk: () => void
  readonly changed: (tab: TabView) => void
  readonly happened: (session: SessionId, event: SessionEvent) => void
  /** The user looks at this session of the window, or at none. */
  readonly front: (session: SessionId | null) => void
  readonly gone: (session: SessionId) => void
  /** All windows and who needs the user, for a page. */
  readonly overview: () => Extract<MainMessage, { kind: 'windows/state' }>
  readonly history: () => Extract<MainMessage, { kind: 'attention/history' }>['notifications']
}
