/** Makes lines of xterm.js from packed rows of the VT core. */
import type { UpdateRows } from '../../../terminal/frames/frame.ts'
import {
  clusterBit,
  codeMask,
  extraBit,
  tailBit,
  underlineShift,
  valueMask,
  wideBit,
} from '../../../terminal/screen/cell.ts'
import { emptyLine, type Line } from '../../../terminal/history/line.ts'
import { unpackRow } from '../../../terminal/history/packed-row.ts'
import { bidiShift, sizeOfMarks, type RowSize } from '../../../terminal/history/grid-rows.ts'
import { bidiBits } from '../../../terminal/history/bidi.ts'
import { isRightToLeft } from '../bidi/right-to-left.ts'
import {
  backgroundOf,
  blankContent,
  combined,
  contentOf,
  extended,
  extensionOf,
  foregroundAttributes,
} from './cells.ts'
import { placeholder, placeholderRuns, type PlaceholderRun, type Printed } from './placeholders.ts'

/** The used part of xterm.js's `BufferLine`. */
export interface XtermLine {
  length: number
  isWrapped: boolean
  _data: Uint32Array
  _combined: Record<number, string>
  _extendedAttrs: Record<number, object>
  /** Returns columns [startColumn, endColumn), blank cells as spaces, optionally trimmed. */
  translateToString(trimRight: boolean, startColumn?: number, endColumn?: number): string
}

interface LineParts {
  readonly blank: (cols: number) => XtermLine
  /**
   * Returns attributes that are not in a cell's words.
   * @param ext underline style and color (`ExtendedAttrs._ext`)
   * @param link number of a link
   */
  readonly attributes: (ext: number, link: number) => object
  /** Returns the number of a link, equal for equal links. */
  readonly link: (link: { readonly uri: string; readonly id: string }) => number
}

/** Sizes of lines with double size (DECDWL, DECDHL). */
const rowSizes = new WeakMap<object, RowSize>()

/** Returns a line's size. */
export const rowSizeOf = (line: object | undefined): RowSize =>
  line === undefined ? 0 : (rowSizes.get(line) ?? 0)

/** Words of cells with text of other sizes (terminal/screen/sized/sizing.ts), by column. */
const blockWords = new WeakMap<object, Uint32Array>()

/** Returns the words of a line's cells, or `undefined` if all have single size. */
export const blockWordsOf = (line: object | undefined): Uint32Array | undefined =>
  line === undefined ? undefined : blockWords.get(line)

/** How a program wants a line to be ordered, and whether it has letters from right to left. */
const bidiLines = new WeakMap<object, number>()
let anyBidi = false

function setBidi(line: object, bits: number): void {
  bidiLines.set(line, bits)
  anyBidi = true
}

/** Returns the `bidiBits` of a line. */
export const bidiOf = (line: object): number => bidiLines.get(line) ?? 0

/** Returns whether any line of the page has had such bits. */
export const hasBidiLines = (): boolean => anyBidi

export class LineMaker {
  readonly #parts: LineParts
  #line: Line = emptyLine(0)
  /** Cells of lines that show images. */
  readonly #placeholders = new WeakMap<object, readonly PlaceholderRun[]>()

  constructor(parts: LineParts) {
    this.#parts = parts
  }

  blank(cols: number): XtermLine {
    return this.#parts.blank(cols)
  }

  placeholders(line: object): readonly PlaceholderRun[] {
    return this.#placeholders.get(line) ?? []
  }

  /** Returns row `index` of `rows`, cut or filled with blanks to `cols`. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over cells, for speed
  make(
    { words, bytes, starts, clusters, extras }: UpdateRows,
    index: number,
    cols: number,
  ): XtermLine {
    const start = starts[index] ?? 0
    const length = (words[start] ?? 0) & 0xffff
    if (this.#line.content.length < length) this.#line = emptyLine(length)
    const { content, foreground, background, extras: numbers } = this.#line
    unpackRow({ words, bytes }, start, this.#line)
    const made = this.#parts.blank(cols)
    made.isWrapped = this.#line.wrapped
    const size = sizeOfMarks(this.#line.marks)
    if (size !== 0) rowSizes.set(made, size)
    let bidi = this.#line.marks >> bidiShift
    const data = made._data
    const end = Math.min(length, cols)
    let [lastForeground, lastBackground, xtermForeground, xtermBackground] = [0, 0, 0, 0]
    const known = new Map<number, object>()
    let printed: Printed[] | null = null
    let blocks: Uint32Array | null = null
    for (let x = 0, at = 0; x < end; x += 1, at += 3) {
      const word = content[x] ?? 0
      if (word <= 0xff) data[at] = word | blankContent
      else if ((word & wideBit) !== 0 && x === cols - 1)
        data[at] = blankContent // cut in two
      else {
        const isCluster = (word & (clusterBit | tailBit)) === clusterBit
        const text = isCluster ? clusters.get(word & codeMask) : undefined
        const cell = contentOf(word) & (isCluster && text === undefined ? ~combined : -1)
        if (text !== undefined) made._combined[x] = text
        data[at] = cell
        if (isRightToLeft(cell, text)) bidi |= bidiBits.letters
        if (isPlaceholder(word, text)) {
          const { color = 0 } = extras.get((word & extraBit) === 0 ? 0 : (numbers[x] ?? 0)) ?? {}
          printed ??= []
          printed.push({
            column: x,
            text: text ?? String.fromCodePoint(placeholder),
            foreground: (foreground[x] ?? 0) & valueMask,
            underline: color & valueMask,
          })
          data[at] = blankContent // no font has the character, and it is useless in a copy
          delete made._combined[x]
        }
      }
      if (foreground[x] !== lastForeground || background[x] !== lastBackground) {
        lastForeground = foreground[x] ?? 0
        lastBackground = background[x] ?? 0
        xtermForeground = foregroundAttributes(lastForeground, lastBackground)
        xtermBackground = backgroundOf(lastForeground, lastBackground)
      }
      data[at + 1] = xtermForeground
      data[at + 2] = xtermBackground
      const style = lastBackground >>> underlineShift
      const number = (word & extraBit) === 0 ? 0 : (numbers[x] ?? 0)
      if (style <= 1 && number === 0) continue
      const { sizing = 0 } = extras.get(number) ?? {}
      if (sizing !== 0) {
        blocks ??= new Uint32Array(cols)
        blocks[x] = sizing
      }
      const key = number * 8 + style
      let attributes = known.get(key)
      if (attributes === undefined) {
        const { color, link } = extras.get(number) ?? {}
        attributes = this.#parts.attributes(
          extensionOf(style, color),
          link === undefined ? 0 : this.#parts.link(link),
        )
        known.set(key, attributes)
      }
      made._extendedAttrs[x] = attributes
      data[at + 2] = (xtermBackground | extended) >>> 0
    }
    if (bidi !== 0) setBidi(made, bidi)
    if (blocks !== null) {
      blockWords.set(made, blocks)
      made.translateToString = (trimsRight, from = 0, to = cols) =>
        textOfCells(made, from, trimsRight ? Math.min(to, lastText(made) + 1) : to)
    }
    if (printed !== null) this.#placeholders.set(made, placeholderRuns(printed))
    return made
  }
}

/** As `translateToString`, which would read the later cells of a block as spaces. */
function textOfCells(
  { _data: data, _combined: texts }: XtermLine,
  from: number,
  to: number,
): string {
  let text = ''
  for (let x = from; x < to; x += 1) {
    const content = data[3 * x] ?? 0
    if (content === 0) continue
    text += (content & combined) === 0 ? String.fromCodePoint(content & codeMask || 0x20) : texts[x]
  }
  return text
}

/** Returns the last column with text, or -1. */
function lastText({ _data: data, length }: XtermLine): number {
  let x = length - 1
  while (x >= 0 && ((data[3 * x] ?? 0) & (codeMask | combined)) === 0) x -= 1
  return x
}

function isPlaceholder(word: number, text: string | undefined): boolean {
  return (word & clusterBit) === 0
    ? (word & codeMask) === placeholder
    : text?.codePointAt(0) === placeholder
}
