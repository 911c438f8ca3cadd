/**
 * `OSC 1337 ; File =` images (iterm2.com/documentation-images), in one string or as
 * `MultipartFile=`, `FilePart=` and `FileEnd`. Shows only `inline=1` and never saves anything. Also
 * handles `ReportCellSize`.
 */
import { Base64Bytes } from './base64.ts'
import { controlBytesMax, encodedBytesMax } from './limits.ts'
import { cellSizeQuery } from '../screen/queries.ts'
import type { Screen } from '../screen/screen.ts'
import { encoded } from './kitty-data.ts'
import { cellOf, placeBound } from './place.ts'

type Attributes = ReadonlyMap<string, string>

export class InlineFile {
  readonly #screen: Screen
  #head = ''
  /** Receives this string's data; `null` before it starts, or if ignored. */
  #data: Base64Bytes | null = null
  #state: 'head' | 'data' | 'ignored' = 'head'
  #attributes: Attributes | null = null
  #parts: { readonly attributes: Attributes; readonly data: Base64Bytes } | null = null

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /** Starts a string, after `1337;`. */
  begin(): void {
    this.#head = ''
    this.#data = null
    this.#attributes = null
    this.#state = 'head'
  }

  add(bytes: Uint8Array, from: number, end: number): void {
    let at = from
    while (at < end && this.#state === 'head') {
      const character = String.fromCharCode(bytes[at]!)
      at += 1
      this.#head += character
      if (this.#head.length > controlBytesMax) this.#state = 'ignored'
      else if (this.#head === 'FilePart=') {
        this.#data = this.#parts?.data ?? null
        this.#state = this.#data === null ? 'ignored' : 'data'
      } else if (character === ':' && this.#head.startsWith('File=')) {
        this.#attributes = attributesOf(this.#head.slice('File='.length, -1))
        this.#data = new Base64Bytes(encodedBytesMax)
        this.#state = 'data'
      }
    }
    if (this.#state === 'data') this.#data?.add(bytes, at, end)
  }

  end(whole: boolean): void {
    const [attributes, data] = [this.#attributes, this.#data]
    this.#attributes = null
    this.#data = null
    if (!whole) {
      if (data !== null) this.#parts = null
      return
    }
    if (attributes !== null && data !== null) this.#show(attributes, data)
    else if (this.#state !== 'head') return
    else if (this.#head === 'ReportCellSize') cellSizeQuery(this.#screen)
    else if (this.#head.startsWith('MultipartFile='))
      this.#parts = {
        attributes: attributesOf(this.#head.slice('MultipartFile='.length)),
        data: new Base64Bytes(encodedBytesMax),
      }
    else if (this.#head === 'FileEnd' && this.#parts !== null) {
      const parts = this.#parts
      this.#parts = null
      this.#show(parts.attributes, parts.data)
    }
  }

  #show(attributes: Attributes, data: Base64Bytes): void {
    if (attributes.get('inline') !== '1' || data.problem !== null) return
    const sent = encoded(data.taken())
    if (typeof sent === 'string') return
    const screen = this.#screen
    const picture = screen.pictures.add({
      ...{ id: 0, number: 0, version: 1, animation: null },
      ...{ width: sent.width, height: sent.height, form: sent.form, data: sent.data },
    })
    const { width, height } = sizeOf(screen, attributes, sent)
    const source = { x: 0, y: 0, width: sent.width, height: sent.height }
    const { cols } = placeBound(
      screen,
      { picture, source, cols: 0, rows: 0, width, height },
      { opaque: sent.form === 'jpeg', scrolls: true },
    )
    screen.x = Math.min(screen.cols - 1, screen.x + cols)
  }
}

/** Parses `key=value;...`. File names are ignored. */
function attributesOf(text: string): Attributes {
  return new Map(
    text.split(';').map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** Returns the size in px for N (cells), Npx, N%, auto; `auto` is limited to the screen's width. */
function sizeOf(
  screen: Screen,
  attributes: Attributes,
  own: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const cell = cellOf(screen)
  const whole = { width: screen.cols * cell.width, height: screen.rows * cell.height }
  const asked = (side: 'width' | 'height'): number | null => {
    const match = /^(\d{1,5})(px|%|)$/.exec(attributes.get(side) ?? 'auto')
    if (match === null || Number(match[1]) === 0) return null
    const number = Number(match[1])
    const px =
      match[2] === 'px'
        ? number
        : match[2] === '%'
          ? (number * whole[side]) / 100
          : number * cell[side]
    return Math.min(px, whole[side])
  }
  const [width, height] = [asked('width'), asked('height')]
  const keeps = attributes.get('preserveAspectRatio') !== '0'
  if (width !== null && height !== null && !keeps) return { width, height }
  const factor = Math.min(
    width === null ? Number.POSITIVE_INFINITY : width / own.width,
    height === null ? Number.POSITIVE_INFINITY : height / own.height,
    whole.width / own.width,
    width === null && height === null ? 1 : Number.POSITIVE_INFINITY,
  )
  return { width: own.width * factor, height: own.height * factor }
}
