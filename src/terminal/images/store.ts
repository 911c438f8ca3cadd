/**
 * Images of programs and their placements: on the primary screen by row numbers
 * (`Screen.firstRow`), so that scrolling costs nothing; on the alternate screen by its rows.
 */
import type { ImagePicture, PictureFrame, ImagePlacement } from './picture.ts'
import { placementAncestors, withDescendants } from './relative.ts'
import { holesMax, picturesMax, placementsMax, terminalBytesMax } from './limits.ts'

type Fresh<Of> = Omit<Of, 'serial'>

/** Rows between the margins. */
export interface MarginRows {
  readonly alternate: boolean
  readonly top: number
  readonly bottom: number
  /** Whether its bottom row is the screen's. */
  readonly last: boolean
}

export class Pictures {
  readonly pictures = new Map<number, ImagePicture>()
  placements: ImagePlacement[] = []
  /** Changes with anything that is shown. */
  version = 0
  /** Whether a checkpoint is read, whose images are added (`KeptPictures`). */
  isContinuing = false
  #serial = 0
  #bytes = 0
  /** Number of cells covered by text. */
  #holes = 0
  /** Last id given to an image that a program named by number. */
  #nextId = 0
  /** Source of versions of images and frames: each version is sent once. */
  #changes = 1

  /** Numbers images from here on, so that viewers distinguish those of an earlier terminal. */
  numberFrom(serial: number): void {
    this.#serial = serial
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Serial of the newest image or placement, which may be gone. */
  get newest(): number {
    return this.#serial
  }

  byId(id: number): ImagePicture | undefined {
    if (id !== 0) for (const one of this.pictures.values()) if (one.id === id) return one
    return undefined
  }

  byNumber(number: number): ImagePicture | undefined {
    let newest: ImagePicture | undefined
    if (number !== 0)
      for (const one of this.pictures.values()) if (one.number === number) newest = one
    return newest
  }

  freeId(): number {
    do this.#nextId = (this.#nextId % 0x7fff_ffff) + 1
    while (this.byId(this.#nextId) !== undefined)
    return this.#nextId
  }

  /** Adds an image and replaces one with its id. Removes the oldest if there is no room. */
  add(fresh: Fresh<ImagePicture>): ImagePicture {
    const before = this.byId(fresh.id)
    if (before !== undefined) this.remove(before)
    const picture: ImagePicture = { serial: ++this.#serial, ...fresh }
    this.makeRoom(decodedBytes(picture))
    while (this.pictures.size >= picturesMax) this.#removeOldest()
    this.pictures.set(picture.serial, picture)
    this.#bytes += decodedBytes(picture)
    return picture
  }

  /** Sets an image's pixels; `null` means that they are invalid and removes it. */
  filled(picture: ImagePicture, pixels: Uint8Array | null): void {
    if (pixels === null) {
      this.remove(picture)
      return
    }
    this.#bytes -= decodedBytes(picture)
    picture.form = 'rgba'
    picture.data = pixels
    this.#bytes += decodedBytes(picture)
    this.changed(picture)
  }

  /**
   * Marks pixels of an image or frame as changed. Versions are unique, so that a new frame is
   * distinguished from a deleted one at its position.
   */
  changed(of: ImagePicture | PictureFrame): void {
    of.version = ++this.#changes
    this.version += 1
  }

  /** Counts bytes of animation frames. */
  grow(bytes: number): void {
    this.#bytes += bytes
  }

  makeRoom(bytes: number, keep?: ImagePicture): void {
    while (this.#bytes + bytes > terminalBytesMax && this.#removeOldest(keep)) {
      // until there is room, or nothing is left
    }
  }

  remove(picture: ImagePicture): void {
    if (!this.pictures.delete(picture.serial)) return
    this.#bytes -= decodedBytes(picture)
    this.takeAway((one) => one.picture === picture)
  }

  /** Adds a placement. It replaces one with its image and id and takes over the dependents. */
  place(fresh: Fresh<ImagePlacement>): ImagePlacement {
    const placement: ImagePlacement = { serial: ++this.#serial, ...fresh }
    const before = fresh.id === 0 ? undefined : this.placementOf(fresh.picture, fresh.id)
    if (before !== undefined) {
      for (const { parent } of this.placements)
        if (parent?.placement === before) parent.placement = placement
      this.takeAway((one) => one === before)
    }
    // first, so that its image is not removed with its last other placement
    this.placements.push(placement)
    this.#holes += holesOf(placement)
    this.#limitHoles()
    if (this.placements.length > placementsMax) {
      const kept = [placement, ...placementAncestors(placement)]
      const oldest = this.placements.find((one) => !kept.includes(one))
      this.takeAway((one) => one === oldest)
    }
    this.version += 1
    return placement
  }

  placementOf(picture: ImagePicture, id: number): ImagePlacement | undefined {
    return this.placements.find((one) => one.picture === picture && one.id === id)
  }

  /**
   * Removes placements and their dependents. Removes an image with its last placement if no program
   * can name it or the placement depended on another.
   */
  takeAway(which: (placement: ImagePlacement) => boolean): readonly ImagePlacement[] {
    const roots = this.placements.filter(which)
    if (roots.length === 0) return roots
    const gone = withDescendants(this.placements, roots)
    for (const one of gone) this.#holes -= holesOf(one)
    this.placements = this.placements.filter((one) => !gone.has(one))
    this.version += 1
    const shown = new Set(this.placements.map(({ picture }) => picture))
    const orphans = new Set(gone)
    for (const one of roots) orphans.delete(one)
    for (const one of gone)
      if (!shown.has(one.picture) && (one.picture.id === 0 || orphans.has(one)))
        this.remove(one.picture)
    return [...gone]
  }

  /** Removes placements whose rows have left the history or whose cells text has covered. */
  sweep(dropped: number): void {
    const goes = (one: ImagePlacement): boolean => one.cellsLeft === 0 || hasLeft(one, dropped)
    if (this.placements.some(goes)) this.takeAway(goes)
  }

  /**
   * Moves placements when rows of a region move up by `count` (down if negative), by placement row
   * numbers. Bound images are cut at the region and move with it. Others move only if they are
   * completely inside, as in kitty.
   */
  scroll({ alternate, top, bottom, last }: MarginRows, count: number): void {
    let moved = false
    for (const one of this.placements) {
      if (one.alternate !== alternate || one.virtual || one.parent !== null) continue
      const [first, end] = [one.row + one.from, one.row + one.end]
      if (end <= top || first > bottom) continue
      // what exceeds the screen belongs to a region that ends there
      const whole = first >= top && (end <= bottom + 1 || last)
      if (!one.bound && !whole) continue
      moved = true
      if (one.bound) cutTo(one, top, bottom)
      one.row -= count
      cutTo(one, top, one.bound || count < 0 || !last ? bottom : Number.POSITIVE_INFINITY)
    }
    if (!moved) return
    this.version += 1
    this.takeAway((one) => one.from >= one.end)
  }

  /** Renumbers rows from this one on, after a region above them has scrolled into history. */
  shiftBelow(row: number, by: number): void {
    for (const one of this.placements) {
      if (one.alternate || one.virtual || one.parent !== null) continue
      if (one.row + one.end <= row) continue
      // what remains is all below: rows above may have been scrolled out
      if (!one.bound || one.row + one.from >= row) one.row += by
      else one.end = Math.min(one.end, row - one.row)
      this.version += 1
    }
  }

  /** Removes cells `from` to `to` of a row from bound images. */
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

  /** Returns `false` if the placement was removed. */
  #hole(one: ImagePlacement, y: number, x: number): boolean {
    const holes = (one.holes ??= new Uint8Array(Math.ceil((one.cols * one.rows) / 8)))
    const at = y * one.cols + x
    if ((holes[at >> 3]! & (1 << (at & 7))) !== 0) return true
    holes[at >> 3] = holes[at >> 3]! | (1 << (at & 7))
    one.cellsLeft -= 1
    this.#holes += 1
    this.version += 1
    this.#limitHoles()
    return this.placements.includes(one)
  }

  #limitHoles(): void {
    while (this.#holes > holesMax) {
      const oldest = this.placements.find((one) => one.holes !== null)
      this.takeAway((one) => one === oldest)
    }
  }

  clear(): void {
    if (this.pictures.size === 0) return
    this.pictures.clear()
    this.placements = []
    this.#bytes = 0
    this.#holes = 0
    this.version += 1
  }

  #removeOldest(keep?: ImagePicture): boolean {
    const shown = new Set(this.placements.map(({ picture }) => picture))
    let oldest: ImagePicture | undefined
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

function cutTo(one: ImagePlacement, top: number, bottom: number): void {
  one.from = Math.max(one.from, top - one.row)
  one.end = Math.min(one.end, bottom + 1 - one.row)
}

const holesOf = (one: ImagePlacement): number => one.cols * one.rows - one.cellsLeft

function hasLeft(one: ImagePlacement, dropped: number): boolean {
  const standsByItself = !one.virtual && one.parent === null
  return !one.alternate && standsByItself && one.row + one.end <= dropped
}

/** Returns the memory of a decoded image, or of its file if that is larger. */
export function decodedBytes({ width, height, data, animation }: ImagePicture): number {
  const frame = width * height * 4
  return Math.max(frame, data?.length ?? 0) + frame * (animation?.frames.length ?? 0)
}

/** Returns whether text has covered this cell. */
export function isHole(one: ImagePlacement, y: number, x: number): boolean {
  const at = y * one.cols + x
  return one.holes !== null && (one.holes[at >> 3]! & (1 << (at & 7))) !== 0
}
