/** What a grid needs of its window, and what may take its keyboard. */
import type { SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { KeyPress } from '../../core/config/keys/chords.ts'
import type { GridOptions } from '../../core/config/grid-options.ts'
import type { WindowColors } from '../../core/config/theme/looks.ts'
import type { Contexts } from './draw/contexts.ts'
import type { FittedSize } from './fit.ts'
import type { LinkTarget } from './text/link-hover.ts'

/** Has the keyboard of a grid while it is on. */
export interface GridMode {
  /** @returns false for a key that it has no use for. No key reaches the program meanwhile */
  readonly key: (press: KeyPress) => boolean
  /** Takes everything of it away. */
  readonly end: () => void
}

export interface GridPorts {
  readonly send: (message: PageMessage) => void
  readonly contexts: Contexts
  /** `keyboard.kitty_protocol` */
  readonly kittyProtocol: () => boolean
  /** The user has typed into the grid. */
  readonly typed: () => void
  /** The user types into it now. */
  readonly typing: () => boolean
  /**
   * Milliseconds that its next picture, after one at `drawnAt`, waits for what the user types in
   * another pane.
   */
  readonly typingWaitMs: (drawnAt: number) => number
  /** Keys wait for another tab: this one's program need not run for them. */
  readonly keysHeld: () => boolean
  readonly options: () => GridOptions
  /** The colours that it is drawn in. */
  readonly looks: () => WindowColors
  /** Which of these paths are files, seen from the tab's directory? */
  readonly checkPaths: (session: SessionId, paths: readonly string[]) => Promise<readonly boolean[]>
  /** May images move by themselves? */
  readonly moves: () => boolean
  readonly showLink: (target: LinkTarget | null) => void
  /** The tab's first frame has been laid out. */
  readonly laidOut: () => void
}

/** What a grid that was given up is made anew from. */
export interface Parked {
  /** All of the screen, in the size that it had. */
  readonly frame: Uint8Array
  /** What the window had room for. */
  readonly size: FittedSize
  /** As `BufferRows.left`: rows keep their numbers. */
  readonly left: number
}
