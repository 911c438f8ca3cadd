/**
 * Writes frames of a terminal's screen and rows of its history (frame.ts). Rows are packed as in
 * history; a row of the previous frame takes one word. Parsing does no extra work: rows carry
 * stamps and numbers (`screen/cell-grid.ts`).
 */
import { clusterBit, codeMask, colorOf } from '../screen/cell.ts'
import {
  blockOf,
  eachContentOf,
  eachExtraOf,
  packedWordsMax,
  packRow,
  type Block,
} from '../history/packed-row.ts'
import { CellGrid } from '../screen/cell-grid.ts'
import type { History } from '../history/history.ts'
import { emptyLine, writeLine, type Line } from '../history/line.ts'
import type { Screen } from '../screen/screen.ts'
import { settlePictures } from '../images/place.ts'
import type { Terminal } from '../terminal.ts'
import { newRow } from './frame.ts'
import { linkCharactersMax, scratchWordsKept } from './limits.ts'
import { placedPictures } from './pictures.ts'
import type { Prompts } from './prompts.ts'
import { stateParts } from './state.ts'
import {
  alternateFlag,
  erasedFlag,
  frameHead,
  frameKind,
  putNumber,
  rowsHead,
  rowsKind,
  type Tail,
} from './wire.ts'

/** Tracks what one subscription was sent, to write its next frame. */
export class FrameSource {
  readonly #terminal: Terminal
  readonly #prompts: Prompts | null
  /** Row numbers in the previous frame (`CellGrid.numbers`), and the last stamp in it. */
  #numbers = new Float64Array(0)
  #stamp = -1
  #linksFreed = 0
  #at = -1
  #firstRow = 0
  #dropped = 0
  #erasures: number
  #state: Readonly<Record<string, string>> = {}
  #commands = -1
  /** `Pictures.version` that was sent, or -1. */
  #pictures = -1
  /** `ExtraCursors.version` that was sent, or -1. */
  #cursors = -1
  /** -1 before the first frame. */
  #numbering = -1

  /** The first frame is full. `prompts` follows the terminal's marks. */
  constructor(terminal: Terminal, prompts: Prompts | null = null) {
    this.#terminal = terminal
    this.#prompts = prompts
    this.#erasures = terminal.screen.erasures
  }

  /** Whether a frame would contain anything new. */
  get changed(): boolean {
    const { screen, at } = this.#terminal
    return (
      at !== this.#at ||
      screen.fullStamp > this.#stamp ||
      screen.pictures.version !== this.#pictures ||
      screen.firstRow !== this.#firstRow ||
      this.#droppedNow !== this.#dropped
    )
  }

  /** Returns the next frame in its own buffer. `at`: offset after the last parsed byte. */
  next(at = this.#terminal.at): Uint8Array<ArrayBuffer> {
    const { screen } = this.#terminal
    const { grid, primary } = screen
    const { cols, rows } = grid
    settlePictures(screen)
    const scratch = new Scratch()
    scratch.need(frameHead.words + rows)
    const starts = new Uint32Array(rows)
    const meanings = new Meanings(screen)
    const mapAt = frameHead.words
    const rowsAt = mapAt + rows
    let end = rowsAt
    let fresh = 0
    const isFresh = this.#freshRows(screen)
    for (let y = 0; y < rows; y += 1) {
      const from = isFresh(y)
      scratch.words[mapAt + y] = from
      if (from !== newRow) continue
      scratch.need(end + packedWordsMax(cols))
      starts[fresh++] = end - rowsAt
      const head = end
      end = packRow(grid, y, scratch.block, end)
      meanings.take(scratch.block, head)
    }
    scratch.need(end + fresh)
    scratch.words.set(starts.subarray(0, fresh), end)

    const tail = tailOf({ ...meanings.tail, ...this.#changes(screen) })
    const { words } = scratch
    words[frameHead.kind] = frameKind
    words[frameHead.flags] =
      (screen.isAlternate ? alternateFlag : 0) |
      (screen.erasures !== this.#erasures ? erasedFlag : 0)
    words[frameHead.cols] = cols
    words[frameHead.rows] = rows
    words[frameHead.x] = screen.pending && screen.x === cols - 1 ? cols : screen.x
    words[frameHead.y] = screen.y
    putNumber(words, frameHead.at, at)
    putNumber(words, frameHead.numbering, screen.numbering)
    putNumber(words, frameHead.dropped, this.#droppedNow)
    words[frameHead.count] = primary.history?.count ?? 0
    words[frameHead.fresh] = fresh
    words[frameHead.packed] = end - rowsAt
    words[frameHead.tail] = tail.length
    this.#markSent(screen, at)
    return scratch.taken(end + fresh, tail)
  }

  /** Returns a function from each row to its position in the previous frame, or `newRow`. */
  #freshRows({ grid, fullStamp, links }: Screen): (y: number) => number {
    const before = this.#numbers
    // A freed link may be in otherwise unchanged rows.
    const full =
      before.length !== grid.rows ||
      fullStamp > this.#stamp ||
      (links.freed !== this.#linksFreed && grid.extras !== null)
    if (full) return () => newRow
    let shift = 0
    let where: Map<number, number> | null = null
    return (y) => {
      const row = grid.row(y)
      if (grid.stamps[row]! > this.#stamp) return newRow
      const number = grid.numbers[row]!
      if (before[y + shift] === number) return y + shift
      where ??= new Map(Array.from(before, (one, index) => [one, index]))
      const from = where.get(number)
      if (from === undefined) return newRow
      shift = from - y
      return from
    }
  }

  /** Returns the changes since the previous frame, except cells. */
  #changes(screen: Screen): Tail {
    const parts = stateParts(screen)
    const state = Object.fromEntries(
      Object.entries(parts).filter(([name, text]) => this.#state[name] !== text),
    )
    const commands = this.#prompts?.commands(this.#droppedNow) ?? []
    const version = this.#prompts?.version ?? 0
    const view = screen.numbering === this.#numbering ? null : (this.#prompts?.view ?? null)
    this.#numbering = screen.numbering
    const changes = {
      ...(view === null ? {} : { view }),
      ...(Object.keys(state).length === 0 ? {} : { state }),
      ...(version === this.#commands ? {} : { commands }),
      ...(screen.pictures.version === this.#pictures ? {} : { pictures: placedPictures(screen) }),
      ...(screen.extraCursors.version === this.#cursors
        ? {}
        : { cursors: screen.extraCursors.state }),
    }
    this.#state = parts
    this.#commands = version
    this.#pictures = screen.pictures.version
    this.#cursors = screen.extraCursors.version
    return changes
  }

  #markSent(screen: Screen, at: number): void {
    const { grid, changes } = screen
    if (this.#numbers.length !== grid.rows) this.#numbers = new Float64Array(grid.rows)
    for (let y = 0; y < grid.rows; y += 1) this.#numbers[y] = grid.numberOf(y)
    this.#stamp = changes.stamp
    changes.stamp += 1
    this.#linksFreed = screen.links.freed
    this.#at = at
    this.#firstRow = screen.firstRow
    this.#dropped = this.#droppedNow
    this.#erasures = screen.erasures
  }

  get #droppedNow(): number {
    return this.#terminal.screen.primary.history?.dropped ?? 0
  }
}

/** Returns rows of the history from `first` on, the newest if `bytesMax` is exceeded. */
export function encodeHistory(
  { screen }: Terminal,
  first: number,
  count: number,
  bytesMax = Number.POSITIVE_INFINITY,
): Uint8Array<ArrayBuffer> {
  const { history } = screen.primary
  const oldest = history?.dropped ?? 0
  const end = Math.max(oldest, Math.min(first + count, screen.firstRow))
  const least = Math.min(Math.max(first, oldest), end)
  const meanings = new Meanings(screen)
  const packed = new PackedAgain(screen.cols)
  const rowOf = (number: number) =>
    // exists where there are rows
    history!.packed(number - oldest) ?? packed.row(history!, number - oldest)
  let begin = end
  let total = 0
  while (begin > least) {
    const { block, at, length } = rowOf(begin - 1)
    meanings.take(block, at)
    if (begin < end && (total + length) * 4 + meanings.bytes > bytesMax) break
    total += length
    begin -= 1
  }
  const rows = end - begin
  const scratch = new Scratch()
  scratch.need(rowsHead.words + total + rows)
  const { words } = scratch
  let at = rowsHead.words
  for (let row = 0; row < rows; row += 1) {
    const place = rowOf(begin + row)
    words[rowsHead.words + total + row] = at - rowsHead.words
    words.set(place.block.words.subarray(place.at, place.at + place.length), at)
    at += place.length
  }
  const tail = tailOf(meanings.tail)
  words[rowsHead.kind] = rowsKind
  putNumber(words, rowsHead.numbering, screen.numbering)
  putNumber(words, rowsHead.first, begin)
  words[rowsHead.fresh] = rows
  words[rowsHead.packed] = total
  words[rowsHead.tail] = tail.length
  return scratch.taken(at + rows, tail)
}

/** Packs rows at this width that history lays out on reading, one at a time. */
class PackedAgain {
  readonly #line: Line
  readonly #grid: CellGrid
  readonly #block: Block

  constructor(cols: number) {
    this.#line = emptyLine(cols)
    this.#grid = new CellGrid(cols, 1, { stamp: 0, nextRow: 0 })
    this.#block = blockOf(packedWordsMax(cols))
  }

  row(
    history: History,
    index: number,
  ): { readonly block: Block; readonly at: number; readonly length: number } {
    history.read(index, this.#line)
    writeLine(this.#line, this.#grid, 0)
    return { block: this.#block, at: 0, length: packRow(this.#grid, 0, this.#block, 0) }
  }
}

let kept: Block = blockOf(16_384)

/** Memory that all frames reuse. */
class Scratch {
  get words(): Uint32Array {
    return kept.words
  }

  get block(): Block {
    return kept
  }

  need(words: number): void {
    if (words <= kept.words.length) return
    const wider = blockOf(Math.max(words, 2 * kept.words.length))
    wider.words.set(kept.words)
    kept = wider
  }

  /** Copies the first words and the bytes after them. */
  taken(words: number, tail: Uint8Array): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(words * 4 + tail.length)
    bytes.set(kept.bytes.subarray(0, words * 4))
    bytes.set(tail, words * 4)
    if (kept.words.length > scratchWordsKept) kept = blockOf(scratchWordsKept)
    return bytes
  }
}

/** Collects what the cells of some rows refer to by number. */
class Meanings {
  readonly #screen: Screen
  readonly #clusters = new Map<number, string>()
  readonly #extras = new Map<number, NonNullable<Tail['extras']>[number]>()
  #linkCharacters = 0
  /** The newest ones: neighbors often refer to the same. */
  #lastCluster = -1
  #lastExtra = 0
  bytes = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  take(block: Block, at: number): void {
    eachContentOf(block, at, this.#content)
    eachExtraOf(block, at, this.#extra)
  }

  get tail(): Tail {
    return {
      ...(this.#clusters.size === 0 ? {} : { clusters: [...this.#clusters] }),
      ...(this.#extras.size === 0 ? {} : { extras: [...this.#extras.values()] }),
    }
  }

  readonly #content = (word: number): void => {
    if ((word & clusterBit) === 0) return
    const index = word & codeMask
    if (index === this.#lastCluster || this.#clusters.has(index)) return
    this.#lastCluster = index
    const text = this.#screen.clusters.text(index)
    this.#clusters.set(index, text)
    this.bytes += 16 + 3 * text.length
  }

  readonly #extra = (index: number): void => {
    if (index === 0 || index === this.#lastExtra || this.#extras.has(index)) return
    this.#lastExtra = index
    const { extras, links } = this.#screen
    const color = colorOf(extras.underline(index)) ?? null
    const link = links.get(extras.link(index))
    const characters = link === undefined ? 0 : link.uri.length + link.id.length
    const fits = link !== undefined && this.#linkCharacters + characters <= linkCharactersMax
    const sizing = extras.sizing(index)
    const [uri, id] = fits ? [link.uri, link.id] : [null, '']
    this.#extras.set(
      index,
      sizing > 0
        ? [index, color, uri, id, sizing]
        : fits
          ? [index, color, uri, id]
          : [index, color],
    )
    this.#linkCharacters += fits ? characters : 0
    this.bytes += 16 + (fits ? characters : 0)
  }
}

const nothing = new Uint8Array(0)

function tailOf(tail: Tail): Uint8Array {
  return Object.keys(tail).length === 0 ? nothing : new TextEncoder().encode(JSON.stringify(tail))
}
