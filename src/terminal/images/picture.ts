/** Images that programs have sent, and their placements. */
import type { Encoded } from './header.ts'

/** A further frame of an animation: a complete RGBA image. */
export interface PictureFrame {
  /** `null` while it is being made. */
  data: Uint8Array | null
  /** Changes with the pixels. */
  version: number
  /** Time to the next frame in ms; 0 skips this one. */
  gap: number
}

export interface Animation {
  /** Gap of frame 1, the image itself; 0 skips it. */
  gap: number
  readonly frames: PictureFrame[]
  /** `loading`: waits at the last frame. `loops`: number of runs; 0 for endless. */
  state: 'stopped' | 'loading' | 'running'
  loops: number
  /** Frame shown while stopped, from 1. */
  current: number
}

export interface ImagePicture {
  /** Never reused. */
  readonly serial: number
  /** Id from the program, or 0. */
  readonly id: number
  readonly number: number
  width: number
  height: number
  form: 'rgba' | Encoded
  /** `null` while it is being inflated. */
  data: Uint8Array | null
  /** Changes with the data. */
  version: number
  animation: Animation | null
}

/** The placement that another is relative to, and the offset from its upper left cell. */
export interface Parent {
  placement: ImagePlacement
  readonly right: number
  readonly down: number
}

/** Position of an image. Lengths are in cells, with fractions. */
export interface ImagePlacement {
  readonly serial: number
  readonly picture: ImagePicture
  /** Id from the program, or 0. */
  readonly id: number
  /** If set, `positionOf` (relative.ts) returns the position. */
  readonly parent: Parent | null
  readonly alternate: boolean
  row: number
  column: number
  /** Covered cells. */
  readonly cols: number
  readonly rows: number
  /** Drawn area within these cells, from the upper left corner. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Drawn part of the image, px. */
  readonly source: ImageRectangle
  readonly z: number
  /** Its cells belong to text, which can cover them: sixels and inline files. */
  readonly bound: boolean
  /** Shown only by placeholder characters. */
  readonly virtual: boolean
  /** Rows `from` to `end`, exclusive, that a scrolled region has left. */
  from: number
  end: number
  /** Cells covered by text, one bit each, and the number of others. */
  holes: Uint8Array | null
  cellsLeft: number
  /** Rows with later stamps, and rows that left the screen since then, must be checked. */
  seen: number
  seenTop: number
}

export interface ImageRectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
