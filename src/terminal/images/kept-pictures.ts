/**
 * Writes images with their data and places as sequences, for a terminal that continues this one.
 * Only the VT core reads them, from `picturesStart` to `picturesEnd`: `APC V`, with the control
 * data of kitty's protocol. Pixels are compressed in another thread, so an image may be pending at
 * first. Rows count from the primary screen's first one, or (`B=1`) as they are numbered.
 */
import { joinBytes } from '../../base/objects/join-bytes.ts'
import { toBase64 } from './base64.ts'
import { settlePictures, topRow } from './place.ts'
import type { PictureHost } from './host.ts'
import type { KittyCommand } from './kitty-command.ts'
import {
  deflatingBytesMax,
  keptFramesBytesMax,
  keptPicturesBytesMax,
  keptMisfitsMax,
  picturesMax,
  placementsMax,
} from './limits.ts'
import type { ImagePicture, ImagePlacement, ImageRectangle, PictureFrame } from './picture.ts'
import { placementAncestors, positionOf, refusal } from './relative.ts'
import { rowsMax } from '../limits.ts'
import type { Screen } from '../screen/screen.ts'

/** Lengths of placements are written in this part of a cell. */
const part = 1_000_000

const states = ['stopped', 'loading', 'running'] as const

export interface WrittenPictures {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Some are missing that will be ready soon. */
  readonly isPending: boolean
}

/** The string of an image or frame. */
interface Kept {
  readonly version: number
  readonly facts: string
  /** `null` while it is compressed, and if it did not fit. */
  text: string | null
  /** 0 while it is compressed. */
  length: number
}

type Strings = ReadonlyMap<ImagePicture | PictureFrame, Kept>

export class KeptPictures {
  readonly #screen: Screen
  readonly #host: PictureHost | undefined
  #kept = new Map<ImagePicture | PictureFrame, Kept>()
  /** Bytes that are being compressed. */
  #deflating = 0
  #isPending = false
  /** Images that did not fit this time. */
  #misfits = 0

  constructor(screen: Screen, host: PictureHost | undefined) {
    this.#screen = screen
    this.#host = host
  }

  /**
   * Writes images that fit, those on the screen first and then the newest. An animation that does
   * not fit becomes a still image.
   * @param rows how places are counted
   */
  write(bytesMax: number, rows: 'relative' | 'numbered'): WrittenPictures {
    const { pictures, facts } = this.#screen
    if (pictures.pictures.size === 0 || !facts.pictures) return nothing
    settlePictures(this.#screen)
    const before = this.#kept
    this.#kept = new Map()
    this.#isPending = false
    this.#misfits = 0
    const chosen: { readonly picture: ImagePicture; readonly text: string }[] = []
    let room = bytesMax
    for (const picture of this.#byNeed()) {
      const still = this.#still(picture, before, room)
      if (this.#misfits > keptMisfitsMax) break
      if (still === null) continue
      const frames = this.#frames(picture, before, room - still.length)
      const text = frames === null ? still : still + frames
      room -= text.length
      chosen.push({ picture, text })
    }
    chosen.sort((a, b) => a.picture.serial - b.picture.serial)
    const texts = chosen.map(({ text }) => text)
    const all = chosen.map(({ picture }) => picture)
    for (const text of placementTexts(this.#screen, all, rows)) {
      if (text.length > room) break
      room -= text.length
      texts.push(text)
    }
    return { bytes: new TextEncoder().encode(texts.join('')), isPending: this.#isPending }
  }

  /** Returns images in the order in which they are kept. */
  #byNeed(): ImagePicture[] {
    const { pictures, isAlternate, rows } = this.#screen
    const top = topRow(this.#screen)
    const need = new Map<ImagePicture, number>()
    for (const one of pictures.placements) {
      const { root, row } = positionOf(one)
      const isShown = root.virtual || (row + one.end > top && row < top + rows)
      const isThere = root.alternate === isAlternate && isShown
      need.set(one.picture, Math.max(need.get(one.picture) ?? 0, isThere ? 2 : 1))
    }
    return [...pictures.pictures.values()].sort(
      (a, b) => (need.get(b) ?? 0) - (need.get(a) ?? 0) || b.serial - a.serial,
    )
  }

  /** Returns the image without its animation; `null` if it is pending or does not fit. */
  #still(picture: ImagePicture, before: Strings, room: number): string | null {
    const { id, number, width, height, form, data, version } = picture
    const facts = `a=t,i=${id},I=${number},s=${width},v=${height}`
    if (form === 'rgba') return this.#pixels(picture, facts, before, room)
    if (data === null || data.length > room) {
      this.#misfits += 1
      return null
    }
    const known = before.get(picture)
    const text = (known?.version === version && known.text) || command(`${facts},f=100`, data)
    return this.#fitting(picture, { version, facts, text, length: text.length }, room)
  }

  /** Returns the frames, and how they are shown; `null` if they are pending or do not fit. */
  #frames(picture: ImagePicture, before: Strings, room: number): string | null {
    const { animation, width, height } = picture
    if (animation === null) return null
    const { frames, gap, state, loops, current } = animation
    if (frames.length * width * height * 4 > keptFramesBytesMax) return null
    const control = `s=${states.indexOf(state) + 1},v=${loops + 1},c=${current}`
    const end = command(`a=a,r=1,z=${gap || -1},${control}`)
    const texts: string[] = []
    let left = room - end.length
    for (const frame of frames) {
      const facts = `a=f,s=${width},v=${height},X=1,z=${frame.gap || -1}`
      const misfits = this.#misfits
      const text = this.#pixels(frame, facts, before, left)
      if (this.#misfits > misfits) return null
      left -= text?.length ?? 0
      if (text !== null) texts.push(text)
    }
    return texts.length < frames.length || left < 0 ? null : texts.join('') + end
  }

  /** Returns the string of pixels; `null` if it is pending or does not fit. */
  #pixels(
    of: ImagePicture | PictureFrame,
    facts: string,
    before: Strings,
    room: number,
  ): string | null {
    const { data, version } = of
    let kept = before.get(of) ?? null
    const isKnown = kept?.version === version && kept.facts === facts
    const isReleased = kept !== null && kept.text === null && kept.length > 0 && kept.length <= room
    if (!isKnown || isReleased) kept = data === null ? null : this.#deflated(data, version, facts)
    if (kept !== null && kept.length > 0) return this.#fitting(of, kept, room)
    if (kept !== null) this.#kept.set(of, kept)
    this.#isPending ||= this.#host !== undefined
    return null
  }

  /** Returns a string if it fits. Otherwise releases it. */
  #fitting(of: ImagePicture | PictureFrame, kept: Kept, room: number): string | null {
    this.#kept.set(of, kept)
    if (kept.length <= room) return kept.text
    kept.text = null
    this.#misfits += 1
    return null
  }

  /** Starts to compress pixels. Returns `null` if too many are being compressed. */
  #deflated(data: Uint8Array, version: number, facts: string): Kept | null {
    if (this.#host === undefined) return null
    if (this.#deflating > 0 && this.#deflating + data.length > deflatingBytesMax) return null
    const kept: Kept = { version, facts, text: null, length: 0 }
    this.#deflating += data.length
    this.#host.deflateLater(data, (deflated) => {
      this.#deflating -= data.length
      kept.length = deflated.length
      if (deflated.length > keptPicturesBytesMax) return
      kept.text = command(`${facts},f=32,o=z`, deflated)
      kept.length = kept.text.length
    })
    return kept
  }
}

const nothing: WrittenPictures = { bytes: new Uint8Array(0), isPending: false }

function command(control: string, data: Uint8Array = nothing.bytes): string {
  return `\x1b_V${control};${toBase64(data)}\x1b\\`
}

/** Starts a checkpoint with images, and ends it. Output of programs follows the end. */
export const [picturesStart, picturesEnd] = ['a=b', 'a=d'].map((control) =>
  new TextEncoder().encode(command(control)),
) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]

/** Whether a fresh terminal would take the images of these bytes. */
export function startsPictures(parts: readonly Uint8Array[]): boolean {
  const { length } = picturesStart
  const first = joinBytes(parts.slice(0, length).map((part) => part.subarray(0, length)))
  return picturesStart.every((byte, at) => first[at] === byte)
}

/** Writes places in drawing order, each after its parent. */
function* placementTexts(
  screen: Screen,
  pictures: readonly ImagePicture[],
  rows: 'relative' | 'numbered',
): Generator<string> {
  const base = rows === 'relative' ? screen.firstRow : 0
  const written: ImagePlacement[] = []
  for (const placement of screen.pictures.placements)
    for (const one of [...placementAncestors(placement).toReversed(), placement]) {
      const index = pictures.indexOf(one.picture)
      const parent = one.parent === null ? 0 : written.indexOf(one.parent.placement) + 1
      if (index < 0 || written.includes(one) || (one.parent !== null && parent === 0)) continue
      written.push(one)
      const { source, alternate, holes } = one
      const numbers = {
        ...{ i: index + 1, p: one.id, P: parent, H: one.parent?.right, V: one.parent?.down },
        ...{ A: Number(alternate), B: Number(rows === 'numbered') },
        ...{ x: one.column, y: alternate ? one.row : one.row - base },
        ...{ c: one.cols, r: one.rows, X: parts(one.left), Y: parts(one.top) },
        ...{ w: parts(one.width), h: parts(one.height) },
        ...{ j: source.x, k: source.y, l: source.width, m: source.height, z: one.z },
        ...{ b: Number(one.bound), U: Number(one.virtual), f: one.from, e: one.end },
      }
      const control = Object.entries(numbers).flatMap(([key, number = 0]) =>
        number === 0 ? [] : [`${key}=${number}`],
      )
      yield command(['a=p', ...control].join(','), holes ?? undefined)
    }
}

const parts = (length: number): number => Math.round(length * part)

/** Reads the places of images that `KeptPictures` has written. */
export class PlacementReader {
  #pictures: (ImagePicture | undefined)[] = []
  #placements: (ImagePlacement | undefined)[] = []

  /** Returns the last image. */
  get picture(): ImagePicture | undefined {
    return this.#pictures.at(-1)
  }

  /** Takes the next image; undefined if it is invalid. */
  add(picture: ImagePicture | undefined): void {
    if (this.#pictures.length < picturesMax) this.#pictures.push(picture)
  }

  forget(): void {
    this.#pictures = []
    this.#placements = []
  }

  /** Places an image as written. Wrong numbers place nothing. */
  place(screen: Screen, control: KittyCommand, holes: Uint8Array): void {
    if (this.#placements.length < placementsMax)
      this.#placements.push(this.#placed(screen, control, holes))
  }

  #placed(screen: Screen, control: KittyCommand, holes: Uint8Array): ImagePlacement | undefined {
    const { pictures, firstRow } = screen
    const picture = this.#pictures[control.number('i') - 1]
    if (picture === undefined || !pictures.pictures.has(picture.serial)) return undefined
    const parent = this.#parentOf(screen, picture, control)
    if (parent === undefined) return undefined
    const flag = (key: string) => control.number(key) === 1
    const length = (key: string, most: number) => Math.min(most, control.number(key) / part)
    const alternate = flag('A')
    const row = (alternate || flag('B') ? 0 : firstRow) + control.signed('y')
    const [cols, rows] = [control.number('c'), control.number('r')]
    const source = {
      ...{ x: control.number('j'), y: control.number('k') },
      ...{ width: control.number('l'), height: control.number('m') },
    }
    const [from, end] = [control.number('f'), Math.min(rows, control.number('e'))]
    const isWithin = isPart(source, picture) && row < (alternate ? 0 : firstRow) + rowsMax
    const hasCells = from < end && cols > 0 && cols <= 1_000 && rows <= rowsMax
    const hasHoles = holes.length > 0
    if (!isWithin || !hasCells || (hasHoles && holes.length !== Math.ceil((cols * rows) / 8)))
      return undefined
    return pictures.place({
      ...{ picture, id: control.number('p'), parent, alternate, row, from, end, source },
      ...{ column: control.number('x'), z: control.signed('z'), cols, rows },
      ...{ left: length('X', 1), top: length('Y', 1) },
      ...{ width: length('w', 1_000), height: length('h', rowsMax) },
      ...{ bound: flag('b'), virtual: flag('U') },
      holes: hasHoles ? holes : null,
      cellsLeft: cols * rows - (hasHoles ? setBits(holes, cols * rows) : 0),
      // the cells of a row that is on the screen are compared with its text
      ...{ seen: -1, seenTop: alternate ? 0 : firstRow },
    })
  }

  /** Returns `null` for a place of its own, and undefined if it is invalid. */
  #parentOf(
    { pictures }: Screen,
    picture: ImagePicture,
    control: KittyCommand,
  ): ImagePlacement['parent'] | undefined {
    if (control.number('P') === 0) return null
    const placement = this.#placements[control.number('P') - 1]
    if (placement === undefined || !pictures.placements.includes(placement)) return undefined
    const id = control.number('p')
    const before = id === 0 ? undefined : pictures.placementOf(picture, id)
    if (refusal(pictures.placements, placement, before) !== null) return undefined
    return { placement, right: control.signed('H'), down: control.signed('V') }
  }
}

function isPart({ x, y, width, height }: ImageRectangle, whole: ImagePicture): boolean {
  return width > 0 && height > 0 && x + width <= whole.width && y + height <= whole.height
}

function setBits(bytes: Uint8Array, count: number): number {
  let sum = 0
  for (let at = 0; at < count; at += 1) sum += (bytes[at >> 3]! >> (at & 7)) & 1
  return sum
}
