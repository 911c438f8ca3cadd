import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import type { SessionId } from '../ids.ts'
import type { ContentBounds } from './workspace/drop-place.ts'
import { windowFrames, type WindowFrame } from './window-frame.ts'
import type { PaneEntry } from './workspace/listed-pane.ts'
import type { Workspace } from './workspace/workspace.ts'

export interface OpenWindow {
  readonly workspace: Workspace
  /** Shows and focuses it. */
  readonly raise: () => void
  readonly flash: () => void
  /** Returns the bounds of its content on the screen. */
  readonly frame: () => ContentBounds
  /** Returns the bounds of an ordinary window when neither maximized nor full-screen. */
  readonly bounds?: () => ContentBounds
  /** Shows or hides the drop-down. */
  readonly toggle?: () => void
}

/**
 * The drop-down has its own tabs, accepts no others, and there is at most one. The tabs of
 * `detached` are sessions without a window.
 */
export type WindowKind = 'ordinary' | 'drop-down' | 'detached'

export interface NamedWindow extends OpenWindow {
  readonly name: string
  readonly kind: WindowKind
}

/** The open windows, for parts of `Windows`. */
export interface OpenWindows {
  /** In the order of opening. */
  readonly windows: readonly NamedWindow[]
  window(id: string): NamedWindow | undefined
  /** Returns the window that has this session. */
  windowOf(session: SessionId): NamedWindow | undefined
}

/** Returns every pane of every window as text. */
export function allPaneEntries({ windows }: OpenWindows): PaneEntry[] {
  return windows.flatMap(({ workspace, name, kind }) => workspace.listed(name, kind !== 'detached'))
}

/** Returns the bounds of the windows of a kind, in the order of opening. */
export function framesOf(
  { windows }: OpenWindows,
  kind: WindowKind,
): readonly (WindowFrame | undefined)[] {
  return windowFrames(
    windows.filter((one) => one.kind === kind).map(({ bounds }) => bounds?.() ?? null),
  )
}

/** Why nothing was done. `unknown`: there is no such session. */
export interface NotDone {
  readonly problem: string
  readonly unknown?: true
  /** The request is right, but not possible. */
  readonly failed?: true
}

/** Answer to requests about the tab of a session that has none. */
export const noTab: NotDone = {
  problem: 'This session has no window. Open it with `vibeflow open`.',
  failed: true,
}

export function unknownSession(id: SessionId): NotDone {
  return {
    problem:
      `No window of this vibeflow has the session ${safeText(id, nameCharactersMax)}. ` +
      'Run `vibeflow ls` to list sessions.',
    unknown: true,
  }
}
