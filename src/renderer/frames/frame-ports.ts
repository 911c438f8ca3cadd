/** The ports of the code that shows frames in a terminal of xterm.js. */
import type { Clock } from '../../base/clock.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { MarkedCommand, PicturePart, PlacedPicture } from '../../terminal/frames/frame.ts'
import type { XtermInside } from '../grid/xterm-inside.ts'
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
  /** Calls in a task of its own, the next one. */
  readonly soon: (act: () => void) => void
  readonly send: (
    message: WithoutSession<Extract<PageMessage, { readonly kind: SentKind }>>,
  ) => void
  /** Keeps the last picture while rows of the next one are on their way, or ends that. */
  readonly hold: (on: boolean) => void
  /** Rows of the history have come that were blank before. */
  readonly changed: () => void
  /** The user looks at the history. */
  readonly away: () => boolean
  /** Lets `change` renumber the rows: as many of them stay unread as before. */
  readonly renumber: (change: () => void) => void
  /** Rows of history that are kept. */
  readonly historyMax: () => number
  readonly commands: (commands: readonly MarkedCommand[]) => void
  /** Draws pictures over the cells. */
  readonly pictures: {
    place(placed: readonly PlacedPicture[]): void
    take(part: PicturePart, data: Uint8Array): void
    drop(): void
  }
  /** Announces to a screen reader; undefined: there is none. */
  readonly liveRegion: () => LiveRegion | undefined
  /** More is printed than can be read: it is drawn now and then only. */
  readonly flooded: () => boolean
  /** No part of the picture is still to be drawn, or the user types and must see what comes. */
  readonly whole: () => boolean
  /** A frame is in the terminal, so many bytes of output behind the one before. */
  readonly shown: (bytes: number) => void
}

/** The parts of the terminal's inside that frames use: parser, animation frames, failures. */
export type Inside = Pick<XtermInside, 'parse' | 'inNextFrame' | 'failures'>
