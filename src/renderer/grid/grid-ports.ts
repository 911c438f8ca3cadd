/** Ports of a grid, and the modes that take its keyboard. */
import type { SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { KeyPress } from '../../core/config/keys/chords.ts'
import type { GridOptions } from '../../core/config/grid-options.ts'
import type { WindowColors } from '../../core/config/theme/looks.ts'
import type { Contexts } from './draw/contexts.ts'
import type { FittedSize } from './fit.ts'
import type { LinkTarget } from './text/link-hover.ts'

/** Receives a grid's keys while it is active. */
export interface GridMode {
  /** @returns false for a key without a meaning in the mode. No key reaches the program. */
  readonly key: (press: KeyPress) => boolean
  /** Ends the mode and removes all its elements. */
  readonly end: () => void
}

export interface GridPorts {
  readonly send: (message: PageMessage) => void
  readonly contexts: Contexts
  readonly kittyProtocol: () => boolean
  readonly typed: () => void
  readonly typing: () => boolean
  /** Returns how long a draw after `drawnAt` must wait for typing in another pane, ms. */
  readonly typingWaitMs: (drawnAt: number) => number
  /** Keys are held for another tab, so that this one's program need not run. */
  readonly keysHeld: () => boolean
  readonly options: () => GridOptions
  readonly looks: () => WindowColors
  /** Returns which paths are files, relative to the tab's directory. */
  readonly checkPaths: (session: SessionId, paths: readonly string[]) => Promise<readonly boolean[]>
  /** Whether images may be animated. */
  readonly moves: () => boolean
  readonly showLink: (target: LinkTarget | null) => void
  /** Called when the tab's first frame has been laid out. */
  readonly laidOut: () => void
}

/** State of a grid that was given up, to make it again. */
export interface Parked {
  /** The complete screen in its size. */
  readonly frame: Uint8Array
  /** Size that fits the window. */
  readonly size: FittedSize
  /** As `BufferRows.left`, so that rows keep their numbers. */
  readonly left: number
}
