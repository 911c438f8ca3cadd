/** One window as the desktop has it, and the windows that are open. */
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import type { SessionId } from '../ids.ts'
import type { ContentBounds } from './workspace/drop-place.ts'
import type { Workspace } from './workspace/workspace.ts'

export interface OpenWindow {
  readonly workspace: Workspace
  /** Shows it in front, with the keyboard. */
  readonly raise: () => void
  readonly flash: () => void
  /** Returns where its content stands on the screen. */
  readonly frame: () => ContentBounds
  /** Returns where an ordinary one stands when it is neither maximized nor full-screen. */
  readonly bounds?: () => ContentBounds
  /** Shows and hides the drop-down by turns. */
  readonly toggle?: () => void
}

/** The drop-down has tabs of its own, is no place for others, and there is one at most. */
export type WindowKind = 'ordinary' | 'drop-down'

export interface NamedWindow extends OpenWindow {
  readonly name: string
  readonly kind: WindowKind
}

/** The windows that are open, for the parts of `Windows`. */
export interface OpenWindows {
  /** In the order of opening. */
  readonly windows: readonly NamedWindow[]
  window(id: string): NamedWindow | undefined
  /** Returns the window that has this session. */
  windowOf(session: SessionId): NamedWindow | undefined
}

/** Why nothing was done. `unknown`: there is no such session. */
export interface NotDone {
  readonly problem: string
  readonly unknown?: true
}

export function unknownSession(id: SessionId): NotDone {
  return {
    problem:
      `No window of this vibeflow has the session ${safeText(id, nameCharactersMax)}. ` +
      'vibeflow ls lists those that there are.',
    unknown: true,
  }
}
