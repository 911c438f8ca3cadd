/**
 * Pictures that programs have sent, and where they stand: by numbers of rows on the primary screen
 * (`Screen.firstRow`), so that scrolling costs nothing; by rows of the screen on the alternate one.
 */
import type { Encoded } from './header.ts'
import { holesMax, picturesMax, placementsMax, terminalBytesMax } from './limits.ts'

/** A further frame of an animation: the whole picture, RGBA. */
export interface PictureFrame {
  pixels: Uint8Array
  /** Another one whenever the pixels are. */
  version: number
  /** ms until the next one. */
  gap: number
}

export interface Animation {
  /** Of the picture's own pixels, which are frame 1. */
  gap: number
  readonly frames: PictureFrame[]
  /** `loops`: times that it still runs; 0: for ever. */
  runs: boolean
  loops: number
  /** Frame that is shown while it stands, from 1. */
  current: number
}

export interface Picture {
  /** Never used again. */
  readonly serial: number
  /** As the program has named it; 0: it has not. */
  readonly id: number
  readonly number: number
  width: number
  height: number
  readonly form: 'rgba' | Encoded
  /** null: it is being inflated. */
  data: Uint8Array | null
  /** Another one whenever the data is. */
  version: number
  animation: Animation | null
}

/** Where a picture stands. Lengths are in cells, with fractions. */
export interface Placement {
  readonly serial: number
  readonly picture: Picture
  /** As the program has named it; 0: it has not. */
  readonly id: number
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
  readonly source: Rectangle
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

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Fresh<Of> = Omit<Of, 'serial'>

export class Pictures {
  readonly pictures = new Map<number, Picture>()
  placements: Placement[] = []
  /** Another one whenever what is to be shown is. */
  version = 0
  #serial = 0
  #bytes = 0
  /** Cells that text has taken. */
  #holes = 0
  /** Numbers given to pictures that a program named by a number of its own. */
  #nextId = 0

  /** Decoded bytes of all of them. */
  get bytes(): number {
    return this.#bytes
  }

  byId(id: number): Picture | undefined {
    if (id !== 0) for (const one of this.pictures.values()) if (one.id === id) return one
    return undefined
  }

  /** The newest one of this number. */
  byNumber(number: number): Picture | undefined {
    let newest: Picture | undefined
    if (number !== 0)
      for (const one of this.pictures.values()) if (one.number === number) newest = one
    return newest
  }

  /** An id that no picture has. */
  freeId(): number {
    do this.#nextId = (this.#nextId % 0x7fff_ffff) + 1
    while (this.byId(this.#nextId) !== undefined)
    return this.#nextId
  }

  /** What had this id goes, with its placements. Room is made at the cost of the oldest. */
  add(fresh: Fresh<Picture>): Picture {
    const before = this.byId(fresh.id)
    if (before !== undefined) this.remove(before)
    const picture: Picture = { serial: ++this.#serial, ...fresh }
    this.makeRoom(decodedBytes(picture))
    while (this.pictures.size >= picturesMax) this.#removeOldest()
    this.pictures.set(picture.serial, picture)
    this.#bytes += decodedBytes(picture)
    return picture
  }

  /** So many bytes more are taken: by the frame of an animation. */
  grow(bytes: number): void {
    this.#bytes += bytes
  }

  /** The oldest go until so many bytes fit. */
  makeRoom(bytes: number, keep?: Picture): void {
    while (this.#bytes + bytes > terminalBytesMax && this.#removeOldest(keep)) {
      // until there is room, or nothing is left
    }
  }

  remove(picture: Picture): void {
    if (!this.pictures.delete(picture.serial)) return
    this.#bytes -= decodedBytes(picture)
    this.takeAway((one) => one.picture === picture)
  }

  /**
   * Where a program's placement of this picture and id stands it goes. The oldest goes where there
   * are too many.
   */
  place(fresh: Fresh<Placement>): Placement {
    if (fresh.id !== 0) this.takeAway((one) => one.picture === fresh.picture && one.id === fresh.id)
    if (this.placements.length >= placementsMax) {
      const oldest = this.placements.shift()!
      this.#holes -= holesOf(oldest)
      if (!this.placements.some(({ picture }) => picture === oldest.picture))
        this.#forgetNameless(oldest.picture)
    }
    const placement: Placement = { serial: ++this.#serial, ...fresh }
    this.placements.push(placement)
    this.version += 1
    return placement
  }

  /** Placements go; a picture that no program can name goes with its last one. */
  takeAway(which: (placement: Placement) => boolean): Placement[] {
    const gone = this.placements.filter(which)
    if (gone.length === 0) return gone
    const kept = new Set(this.placements)
    for (const one of gone) {
      kept.delete(one)
      this.#holes -= holesOf(one)
    }
    this.placements = [...kept]
    this.version += 1
    const shown = new Set(this.placements.map(({ picture }) => picture))
    for (const { picture } of gone) if (!shown.has(picture)) this.#forgetNameless(picture)
    return gone
  }

  #forgetNameless(picture: Picture): void {
    if (picture.id === 0) this.remove(picture)
  }

  /** Those go whose rows have all left the history, and those that text has taken. */
  sweep(dropped: number): void {
    const goes = (one: Placement): boolean => one.cellsLeft === 0 || hasLeft(one, dropped)
    if (this.placements.some(goes)) this.takeAway(goes)
  }

  /**
   * Rows [top, bottom] of a screen have moved up by `count` (down, if negative), by the numbers
   * that placements have.
   */
  scroll(alternate: boolean, top: number, bottom: number, count: number): void {
    let moved = false
    for (const one of this.placements) {
      if (one.alternate !== alternate || one.virtual) continue
      const [first, end] = [one.row + one.from, one.row + one.end]
      if (end <= top || first > bottom) continue
      moved = true
      // what stands out of the region is cut off: it stays, and the rest moves
      one.from = Math.max(one.from, top - one.row)
      one.end = Math.min(one.end, bottom + 1 - one.row)
      one.row -= count
      one.from = Math.max(one.from, top - one.row)
      one.end = Math.min(one.end, bottom + 1 - one.row)
    }
    if (!moved) return
    this.version += 1
    this.takeAway((one) => one.from >= one.end)
  }

  /** Rows from this one on have other numbers: a region above them has scrolled into history. */
  shiftBelow(row: number, by: number): void {
    for (const one of this.placements) {
      if (one.alternate || one.virtual || one.row + one.end <= row) continue
      // what is left of it is all below: rows above may have been scrolled out of it
      if (one.row + one.from >= row) one.row += by
      else one.end = Math.min(one.end, row - one.row)
      this.version += 1
    }
  }

  /** Cells [from, to) of these rows are blank or text now: pictures that are bound lose them. */
  erase(alternate: boolean, row: number, from: number, to: number): void {
    for (const one of this.placements) {
      if (!one.bound || one.alternate !== alternate) continue
      const y = row - one.row
      if (y < one.from || y >= one.end || to <= one.column || from >= one.column + one.cols)
        continue
      const end = Math.min(one.cols, to - one.column)
      for (let x = Math.max(0, from - one.column); x < end; x += 1)
        if (!this.#hole(one, y, x)) break
    }
  }

  /** false: it is no more. */
  #hole(one: Placement, y: number, x: number): boolean {
    const holes = (one.holes ??= new Uint8Array(Math.ceil((one.cols * one.rows) / 8)))
    const at = y * one.cols + x
    if ((holes[at >> 3]! & (1 << (at & 7))) !== 0) return true
    holes[at >> 3] = holes[at >> 3]! | (1 << (at & 7))
    one.cellsLeft -= 1
    this.#holes += 1
    this.version += 1
    if (this.#holes <= holesMax) return true
    const oldest = this.placements.find((other) => other.holes !== null)
    this.takeAway((other) => other === oldest)
    return oldest !== one
  }

  /** Everything goes. */
  clear(): void {
    if (this.pictures.size === 0) return
    this.pictures.clear()
    this.placements = []
    this.#bytes = 0
    this.#holes = 0
    this.version += 1
  }

  #removeOldest(keep?: Picture): boolean {
    const shown = new Set(this.placements.map(({ picture }) => picture))
    let oldest: Picture | undefined
    for (const one of this.pictures.values()) {
      if (one === keep) continue
      oldest ??= one
      if (shown.has(one)) continue
      oldest = one
      break
    }
    if (oldest !== undefined) this.remove(oldest)
    return oldest !== undefined
  }
}

const holesOf = (one: Placement): number => one.cols * one.rows - one.cellsLeft

function hasLeft(one: Placement, dropped: number): boolean {
  return !one.alternate && !one.virtual && one.row + one.end <= dropped
}

/** What a picture takes in memory once it is decoded. */
export function decodedBytes({ width, height, animation }: Picture): number {
  return width * height * 4 * (1 + (animation?.frames.length ?? 0))
}

/** Has text taken this cell of it? */
export function isHole(one: Placement, y: number, x: number): boolean {
  const at = y * one.cols + x
  return one.holes !== null && (one.holes[at >> 3]! & (1 << (at & 7))) !== 0
}
