/** Ports of the code that shows frames in an xterm.js terminal. */
import type { CursorState } from '../../../terminal/screen/cursors/extra-cursors.ts'
import type { Clock } from '../../../base/clock.ts'
import type { PageMessage } from '../../../core/ipc/contract.ts'
import type { MarkedCommand, PicturePart, PlacedPicture } from '../../../terminal/frames/frame.ts'
import type { XtermInside } from '../xterm-inside.ts'
import type { LiveRegion } from './announcer.ts'

type SentKind =
  | 'session/frames'
  | 'session/drawn'
  | 'session/rows-taken'
  | 'session/want-rows'
  | 'session/view'
type WithoutSession<M> = M extends unknown ? Omit<M, 'session'> : never

export interface FrameViewPorts {
  readonly clock: Clock
  /** Calls in the next task. */
  readonly soon: (act: () => void) => void
  readonly send: (
    message: WithoutSession<Extract<PageMessage, { readonly kind: SentKind }>>,
  ) => void
  /** Keeps the last image while rows of the next one are missing, or ends that. */
  readonly hold: (on: boolean) => void
  /** Called when blank rows of the history have arrived. */
  readonly changed: () => void
  /** Whether the user looks at the history. */
  readonly away: () => boolean
  /** Runs `change`, which renumbers the rows, and keeps the number of unread rows. */
  readonly renumber: (change: () => void) => void
  /** Limit of history rows. */
  readonly historyMax: () => number
  readonly commands: (commands: readonly MarkedCommand[]) => void
  /** Draws images over the cells. */
  readonly pictures: {
    place(placed: readonly PlacedPicture[]): void
    take(part: PicturePart, data: Uint8Array): void
  }
  readonly cursors: (state: CursorState) => void
  readonly liveRegion: () => LiveRegion | undefined
  /** Whether there is more output than anyone can read, so that it is only drawn now and then. */
  readonly flooded: () => boolean
  /** Whether everything is drawn. */
  readonly whole: () => boolean
  /** Whether the user types and must see the result. */
  readonly typing: () => boolean
  /** Called when a frame is in the terminal. @param bytes of output since the frame before */
  readonly shown: (bytes: number) => void
}

/** The used inner parts of xterm.js: parser, animation frames, failures. */
export type Inside = Pick<XtermInside, 'parse' | 'inNextFrame' | 'failures'>
