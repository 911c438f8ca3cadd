/** Packs text with colors into rows of history, bypassing the screen (offscreen.ts). */
import { clusterBit, codeMask, tailBit, textMask, wideBit } from '../screen/cell.ts'
import type { History } from './history.ts'
import { clusterCodesMax, colsMax } from '../limits.ts'
import { bidiShift } from './grid-rows.ts'
import { BYTES, CONTINUES, headWords, packedWordsMax, secondWord } from './packed-row.ts'
import { marksShift } from './packed-row.ts'
import type { Block } from './packed-row.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from '../screen/screen.ts'
import { widensToEmoji } from '../screen/graphemes.ts'
import { selectGraphics } from '../screen/sgr.ts'
import { bytesOf, codeAt } from '../parse/utf8.ts'
import { widthOf } from '../screen/width.ts'

/** Packed styles of the current row before `#styledTo`; later columns have the pen's style. */
const runs = new Uint32Array(3 * (colsMax + 1))

export class LinePacker {
  readonly #screen: Screen
  readonly #parameters: Parameters
  #history!: History
  #scrolled = 0
  #joinWidth = 0

  // The current row: its position, filled columns, whether it continues the row above, and whether
  // it has a word or a byte per cell.
  #block!: Block
  #head = 0
  #cols = 0
  #x = 0
  #wrapped = false
  #broad = false
  #runsEnd = 0
  #styledTo = 0

  constructor(screen: Screen, parameters: Parameters) {
    this.#screen = screen
    this.#parameters = parameters
  }

  /**
   * Packs from the start of a row up to the first byte that needs the parser. The unfinished row is
   * packed as the newest; cursor and pen are set to the position after it.
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
        if (screen.bits !== 0) return next // links and underline colors are not packed here
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

  /** Packs characters beyond ASCII, and marks that join them. */
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
        // If a wide character does not fit, the last column stays blank, which needs nothing in the
        // default style.
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

  /** Joins a mark to the previous character. `false`: the parser must do it. */
  #join(code: number): boolean {
    const { clusters } = this.#screen
    if (this.#joinWidth === 0) return false
    const { words } = this.#block
    let at = this.#head + headWords + this.#x - 1
    if ((words[at]! & tailBit) !== 0) at -= 1
    const content = words[at]!
    if ((content & clusterBit) !== 0 && clusters.codes(content & codeMask) >= clusterCodesMax)
      return true // no more fit
    if (!clusters.hasRoom) return false // their sweep must see this row too
    const text = clusterBit | clusters.joined(content & textMask, code)
    if ((content & wideBit) !== 0 || !widensToEmoji(content & textMask, code)) {
      words[at] = text | (content & wideBit)
      return true
    }
    if (this.#x === this.#cols) return false // the character moves to the next row
    words[at] = text | wideBit
    words[at + 1] = tailBit
    this.#x += 1
    this.#joinWidth = 2
    return true
  }

  /**
   * Packs three-byte characters, which most text beyond Latin uses, as far as they fit the row.
   * Invariants are loaded once. print.ts repeats this loop for the screen, because a call per
   * character would cost more than the character.
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

  /** Handles SGR, and EL with nothing after the cursor. Returns its end, or `start`. */
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

  /** Ends the run of columns in the pen's style. */
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

  /** Starts the next row. Returns `false` for a colored one, which the screen must handle. */
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
    // One default style for the complete row needs no run.
    if (this.#runsEnd > 0 || this.#screen.foreground !== 0 || this.#screen.background !== 0)
      this.#style()
    const count = this.#runsEnd === 3 && runs[1] === 0 && runs[2] === 0 ? 0 : this.#runsEnd
    let end = this.#head + headWords + (this.#broad ? x : (x + 3) >> 2)
    for (let run = 0; run < count; run += 1, end += 1) words[end] = runs[run]!
    const marks = x === 0 ? 0 : this.#screen.bidi << bidiShift // as printing sets it
    words[this.#head] =
      x | (this.#broad ? 0 : BYTES) | (this.#wrapped ? CONTINUES : 0) | (marks << marksShift)
    words[this.#head + 1] = secondWord(this.#cols, x, count / 3)
    this.#history.took(end)
  }

  /** Converts bytes to words in place, from the last one, so that none is overwritten unread. */
  #broaden(): void {
    this.#broad = true
    const { words, bytes } = this.#block
    const textAt = this.#head + headWords
    for (let x = this.#x - 1; x >= 0; x -= 1) words[textAt + x] = bytes[textAt * 4 + x]!
  }
}
