/**
 * Text with colours to packed rows of history, without a screen in between: what offscreen.ts is
 * made of.
 */
import { clusterBit, codeMask, tailBit, textMask, wideBit } from '../screen/cell.ts'
import type { History } from './history.ts'
import { clusterCodesMax, colsMax } from '../limits.ts'
import {
  BYTES,
  CONTINUES,
  headWords,
  packedWordsMax,
  secondWord,
  type Block,
} from './packed-row.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from '../screen/screen.ts'
import { widensToEmoji } from '../screen/graphemes.ts'
import { selectGraphics } from '../screen/sgr.ts'
import { bytesOf, codeAt } from '../parse/utf8.ts'
import { widthOf } from '../screen/width.ts'

/**
 * Of the row that is being written: styles of the columns before `#styledTo`, as they are packed;
 * the others are in the pen's.
 */
const runs = new Uint32Array(3 * (colsMax + 1))

export class LinePacker {
  readonly #screen: Screen
  readonly #parameters: Parameters
  #history!: History
  /** Rows that have been finished. */
  #scrolled = 0
  /** Width of the character before, 0 if it was none. */
  #joinWidth = 0

  // The row that is being written: where it lies, columns filled, does it go on the row above, has
  // it one word or one byte a cell.
  #block!: Block
  #head = 0
  #cols = 0
  #x = 0
  #wrapped = false
  #broad = false
  /** Of `runs` in use. */
  #runsEnd = 0
  #styledTo = 0

  constructor(screen: Screen, parameters: Parameters) {
    this.#screen = screen
    this.#parameters = parameters
  }

  /**
   * From the beginning of a row up to the first byte that needs the parser; the row that is
   * unfinished there is packed as the newest, and cursor and pen are as behind it.
   */
  pack(
    history: History,
    bytes: Uint8Array,
    start: number,
  ): { readonly at: number; readonly scrolled: number } {
    const screen = this.#screen
    this.#history = history
    this.#cols = screen.cols
    this.#scrolled = 0
    this.#joinWidth = 0
    this.#begin(false)
    const at = this.#run(bytes, start)
    this.#end()
    const full = this.#x === this.#cols
    screen.x = full ? this.#cols - 1 : this.#x
    screen.pending = full
    screen.joinWidth = this.#joinWidth
    return { at, scrolled: this.#scrolled }
  }

  #run(bytes: Uint8Array, start: number): number {
    const screen = this.#screen
    const { length } = bytes
    for (let at = start; at < length; ) {
      const byte = bytes[at]!
      let next = at
      if (byte >= 0x20 && byte < 0x7f) next = this.#ascii(bytes, at)
      else if (byte === 0x0d) {
        if (at + 1 < length && bytes[at + 1] === 0x0a && this.#next(false)) {
          next = at + 2
          this.#joinWidth = 0
        }
      } else if (byte === 0x1b) {
        next = this.#sequence(bytes, at)
        if (screen.bits !== 0) return next // a link or a colour for underlines: not packed here
      } else if (byte >= 0x80) next = this.#wide(bytes, at)
      if (next === at) return at
      at = next
    }
    return length
  }

  #ascii(bytes: Uint8Array, start: number): number {
    const { length } = bytes
    const cols = this.#cols
    let at = start
    do {
      if (this.#x === cols && !this.#next(true)) return at
      const x = this.#x
      const from = at
      const end = Math.min(length, at + cols - x)
      if (this.#broad) {
        const { words } = this.#block
        for (let to = this.#head + headWords + x; at < end; at += 1, to += 1) {
          const byte = bytes[at]!
          if (byte < 0x20 || byte > 0x7e) break
          words[to] = byte
        }
      } else {
        const into = this.#block.bytes
        for (let to = (this.#head + headWords) * 4 + x; at < end; at += 1, to += 1) {
          const byte = bytes[at]!
          if (byte < 0x20 || byte > 0x7e) break
          into[to] = byte
        }
      }
      this.#x = x + at - from
    } while (this.#x === cols && at < length && bytes[at]! >= 0x20 && bytes[at]! < 0x7f)
    this.#joinWidth = 1
    return at
  }

  /** Characters beyond ASCII, and marks that join them. */
  #wide(bytes: Uint8Array, start: number): number {
    const { length } = bytes
    const cols = this.#cols
    let at = start
    if (!this.#broad) this.#broaden()
    while (at < length) {
      const run = this.#threeBytes(bytes, at)
      if (run !== at) {
        at = run
        continue
      }
      if (bytes[at]! < 0x80) break
      const code = codeAt(bytes, at)
      if (code === 0) break
      const columns = widthOf(code)
      if (columns === 0) {
        if (!this.#join(code)) break
        at += bytesOf(code)
        continue
      }
      let x = this.#x
      if (x + columns > cols) {
        // Of a wide character that does not fit the last column stays blank, which is nothing in
        // the default style.
        if (x < cols && (this.#screen.foreground !== 0 || this.#screen.background !== 0)) break
        if (!this.#next(true)) break
        this.#broaden()
        x = 0
      }
      const { words } = this.#block
      const to = this.#head + headWords + x
      if (columns === 2) {
        words[to] = code | wideBit
        words[to + 1] = tailBit
      } else words[to] = code
      this.#x = x + columns
      this.#joinWidth = columns
      at += bytesOf(code)
    }
    return at
  }

  /**
   * A mark joins the character before it, as in print.ts. False: there is none, or no number for
   * what they become, and the parser sees to it.
   */
  #join(code: number): boolean {
    const { clusters } = this.#screen
    if (this.#joinWidth === 0) return false
    const { words } = this.#block
    let at = this.#head + headWords + this.#x - 1
    if ((words[at]! & tailBit) !== 0) at -= 1
    const content = words[at]!
    if ((content & clusterBit) !== 0 && clusters.codes(content & codeMask) >= clusterCodesMax)
      return true // no more fit
    if (!clusters.hasRoom) return false // their sweep must see this row, too
    const text = clusterBit | clusters.joined(content & textMask, code)
    if ((content & wideBit) !== 0 || !widensToEmoji(content & textMask, code)) {
      words[at] = text | (content & wideBit)
      return true
    }
    if (this.#x === this.#cols) return false // it moves to the next row
    words[at] = text | wideBit
    words[at + 1] = tailBit
    this.#x += 1
    this.#joinWidth = 2
    return true
  }

  /**
   * Characters of three bytes, as most text beyond Latin, as far as they fit the row: what does not
   * change meanwhile is looked up once. The loop stands in print.ts too, which writes to the
   * screen: a call for each character would cost more than the character.
   */
  #threeBytes(bytes: Uint8Array, start: number): number {
    const { words } = this.#block
    const cols = this.#cols
    const textAt = this.#head + headWords
    const last = bytes.length - 2
    let x = this.#x
    let columns = this.#joinWidth
    let at = start
    while (at < last) {
      const lead = bytes[at]!
      const second = bytes[at + 1]!
      const third = bytes[at + 2]!
      if (lead < 0xe1 || lead > 0xec || (second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) break
      const code = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
      const width = widthOf(code)
      if (width === 0 || x + width > cols) break
      if (width === 2) {
        words[textAt + x] = code | wideBit
        words[textAt + x + 1] = tailBit
      } else words[textAt + x] = code
      x += width
      columns = width
      at += 3
    }
    this.#x = x
    this.#joinWidth = columns
    return at
  }

  /**
   * SGR, and EL where nothing stands behind the cursor. Returns where it ends, or `start` if it is
   * something else.
   */
  #sequence(bytes: Uint8Array, start: number): number {
    const { length } = bytes
    if (start + 2 >= length || bytes[start + 1] !== 0x5b) return start
    const end = this.#parameters.take(bytes, start + 2)
    if (end === -1 || end >= length) return start
    if (bytes[end] === 0x6d) {
      this.#style()
      selectGraphics(this.#screen, this.#parameters)
    } else if (
      bytes[end] !== 0x4b ||
      this.#parameters.value(0) !== 0 ||
      this.#screen.eraseBackground !== 0
    )
      return start
    this.#joinWidth = 0
    return end + 1
  }

  /** The columns since the last change are in the pen's style. */
  #style(): void {
    const count = this.#x - this.#styledTo
    if (count === 0) return
    const { foreground, background } = this.#screen
    const end = this.#runsEnd
    if (end > 0 && runs[end - 2] === foreground && runs[end - 1] === background)
      runs[end - 3] = runs[end - 3]! + count
    else {
      runs[end] = count
      runs[end + 1] = foreground
      runs[end + 2] = background
      this.#runsEnd = end + 3
    }
    this.#styledTo = this.#x
  }

  /**
   * The row is finished, and the next one begins. False: that one would come in coloured, which is
   * for the screen.
   */
  #next(wrapped: boolean): boolean {
    if (this.#screen.eraseBackground !== 0) return false
    this.#end()
    this.#scrolled += 1
    this.#begin(wrapped)
    return true
  }

  #begin(wrapped: boolean): void {
    this.#block = this.#history.room(packedWordsMax(this.#cols))
    this.#head = this.#history.next
    this.#x = 0
    this.#wrapped = wrapped
    this.#broad = false
    this.#runsEnd = 0
    this.#styledTo = 0
  }

  #end(): void {
    const x = this.#x
    const { words } = this.#block
    // All of it in one style needs no run if that is the default.
    if (this.#runsEnd > 0 || this.#screen.foreground !== 0 || this.#screen.background !== 0)
      this.#style()
    const count = this.#runsEnd === 3 && runs[1] === 0 && runs[2] === 0 ? 0 : this.#runsEnd
    let end = this.#head + headWords + (this.#broad ? x : (x + 3) >> 2)
    for (let run = 0; run < count; run += 1, end += 1) words[end] = runs[run]!
    words[this.#head] = x | (this.#broad ? 0 : BYTES) | (this.#wrapped ? CONTINUES : 0)
    words[this.#head + 1] = secondWord(this.#cols, x, count / 3)
    this.#history.took(end)
  }

  /**
   * From a byte a cell to a word a cell, in place: from the last one on, so that none is
   * overwritten before it is read.
   */
  #broaden(): void {
    this.#broad = true
    const { words, bytes } = this.#block
    const textAt = this.#head + headWords
    for (let x = this.#x - 1; x >= 0; x -= 1) words[textAt + x] = bytes[textAt * 4 + x]!
  }
}
