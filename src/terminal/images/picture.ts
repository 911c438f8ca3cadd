/** A picture that a program has sent, and a place where it stands. */
import type { Encoded } from './header.ts'

/** A further frame of an animation: the whole picture, RGBA. */
export interface PictureFrame {
  /** null: it is being made. */
  data: Uint8Array | null
  /** Another one whenever the pixels are. */
  version: number
  /** ms until the next one; 0: it is passed over. */
  gap: number
}

export interface Animation {
  /** Of the picture's own pixels, which are frame 1; 0: it is passed over. */
  gap: number
  readonly frames: PictureFrame[]
  /** `loading`: waits at the last frame. `loops`: times that it runs; 0: for ever. */
  state: 'stopped' | 'loading' | 'running'
  loops: number
  /** Frame that is shown while it stands, from 1. */
  current: number
}

export interface ImagePicture {
  /** Never used again. */
  readonly serial: number
  /** As the program has named it; 0: it has not. */
  readonly id: number
  readonly number: number
  width: number
  height: number
  form: 'rgba' | Encoded
  /** null: it is being inflated. */
  data: Uint8Array | null
  /** Another one whenever the data is. */
  version: number
  animation: Animation | null
}

/** What a placement stands relative to, and how far right of and below its upper left cell. */
export interface Parent {
  placement: ImagePlacement
  readonly right: number
  readonly down: number
}

/** Where a picture stands. Lengths are in cells, with fractions. */
export interface ImagePlacement {
  readonly serial: number
  readonly picture: ImagePicture
  /** As the program has named it; 0: it has not. */
  readonly id: number
  /** null: it stands by itself. Else its place is `positionOf` (relative.ts). */
  readonly parent: Parent | null
  readonly alternate: boolean
  row: number
  column: number
  /** Cells that it covers. */
  readonly cols: number
  readonly rows: number
  /** What is drawn within these: from the upper left cell's corner. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The part of the picture that is drawn, px. */
  readonly source: ImageRectangle
  readonly z: number
  /** Its cells are text's, which takes them away: sixels and inline files. */
  readonly bound: boolean
  /** Only characters that stand for its cells show it. */
  readonly virtual: boolean
  /** Rows [from, end) of it are left: a region has scrolled the others out. */
  from: number
  end: number
  /** Cells that text has taken, a bit each, and how many others there are. */
  holes: Uint8Array | null
  cellsLeft: number
  /** Rows with later stamps have not been looked at, nor those that left the screen since then. */
  seen: number
  seenTop: number
}

export interface ImageRectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
