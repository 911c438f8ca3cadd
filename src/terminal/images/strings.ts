/**
 * Strings that draw: sixels (DCS q), kitty's commands (APC G) and inline files (OSC 1337). Bytes
 * are handled as they arrive, and only image data is kept.
 */
import type { PictureHost } from './host.ts'
import { graphicsStringMax } from './limits.ts'
import { SixelPicture } from './sixel.ts'
import type { Screen } from '../screen/screen.ts'
import { index } from '../screen/scroll.ts'
import { InlineFile } from './inline-file.ts'
import { Kitty } from './kitty.ts'
import { cellOf, placeBound } from './place.ts'

/** First characters of APC strings: kitty's, and those of `KeptPictures`. */
const [graphics, kept] = [0x47, 0x56]

interface Reader {
  add(bytes: Uint8Array, from: number, end: number): void
  end(whole: boolean): void
}

/** Used by the parser, which asks it which strings to pass. */
export class GraphicsStrings {
  readonly #screen: Screen
  readonly #kitty: Kitty
  readonly #files: InlineFile
  #reader: Reader | null = null
  /** An APC has started; its first character decides who reads it. */
  #waits = false
  #isKept = false
  #bytes = 0

  constructor(screen: Screen, host: PictureHost | undefined) {
    this.#screen = screen
    this.#kitty = new Kitty(screen, host)
    this.#files = new InlineFile(screen)
  }

  /** DCS ending in `q`. */
  sixel(background: number): void {
    const { colors, facts } = this.#screen
    const transparent = background === 1
    const picture = new SixelPicture(
      transparent ? null : (colors.background ?? facts.background),
      colors.foreground ?? facts.foreground,
    )
    this.#begin({
      add: (bytes, from, end) => picture.add(bytes, from, end),
      end: (whole) => {
        if (whole) showSixel(this.#screen, picture, !transparent)
      },
    })
  }

  application(): void {
    this.#begin(null)
    this.#waits = true
  }

  file(): void {
    this.#files.begin()
    this.#begin(this.#files)
  }

  add(bytes: Uint8Array, from: number, end: number): void {
    let at = from
    if (this.#waits && from < end) {
      this.#waits = false
      const first = bytes[at]
      this.#isKept = first === kept && this.#screen.pictures.isContinuing
      if (first !== graphics && !this.#isKept) return
      at += 1
      this.#kitty.begin(this.#isKept)
      this.#reader = this.#kitty
    }
    if (this.#reader === null) return
    const before = this.#bytes
    this.#bytes = before + end - at
    const last = Math.min(end, at + graphicsStringMax - before)
    if (at < last) this.#reader.add(bytes, at, last)
  }

  /**
   * `whole`: not canceled. Strings that are too long are ignored. Returns whether it was of a kept
   * image, which leaves everything else unchanged.
   */
  end(whole: boolean): boolean {
    const reader = this.#reader
    const isKept = this.#isKept
    this.#reader = null
    this.#waits = this.#isKept = false
    reader?.end(whole && this.#bytes <= graphicsStringMax)
    return isKept
  }

  #begin(reader: Reader | null): void {
    this.#reader = reader
    this.#bytes = 0
    this.#waits = false
  }
}

/**
 * Shows a sixel image. With sixel scrolling (mode 80 reset) at the cursor, which moves to the last
 * row or to its right (mode 8452); otherwise at the upper left corner without moving the cursor.
 */
function showSixel(screen: Screen, sixel: SixelPicture, opaque: boolean): void {
  const drawn = sixel.end()
  if (drawn === null) return
  const { width, height, takesWidth, takesHeight, pixels } = drawn
  const { sixelDisplay, sixelRight } = screen.modes
  const cursor = { x: screen.x, y: screen.y }
  const cell = cellOf(screen)
  screen.pending = false
  if (sixelDisplay) Object.assign(screen, { x: 0, y: 0 })
  const picture = screen.pictures.add({
    ...{ id: 0, number: 0, version: 1, animation: null, form: 'rgba' as const },
    ...{ width, height, data: pixels },
  })
  const { cols } = placeBound(
    screen,
    { picture, source: { x: 0, y: 0, width, height }, cols: 0, rows: 0 },
    { opaque, scrolls: !sixelDisplay },
  )
  if (sixelDisplay) Object.assign(screen, cursor)
  else {
    const more = Math.ceil(takesHeight / cell.height) - Math.ceil(height / cell.height)
    for (let row = 0; row < Math.min(more, screen.rows); row += 1) index(screen)
    const right = Math.max(cols, Math.ceil(takesWidth / cell.width))
    if (sixelRight) screen.x = Math.min(screen.cols - 1, cursor.x + right)
  }
}
