/**
 * Saves a terminal for another thread that continues it if its own dies. History stays in shared
 * blocks (packed-rows.ts), screens are packed like history, and only new clusters, underline colors
 * and links are sent. Both ends are from the same build, so nothing is checked.
 */
import type { KeptHistory } from './history.ts'
import type { ExtraCursors } from '../screen/cursors/extra-cursors.ts'
import { settleBlocks } from '../screen/sized/blocks.ts'
import type { ExtraEntry } from '../screen/interned.ts'
import type { Link, Links } from '../screen/links.ts'
import type { Modes } from '../../base/sequences/modes.ts'
import { blockOf, packedEnd, packedWordsMax, packRow, unpackToScreen } from './packed-row.ts'
import type { Block } from './packed-row.ts'
import type { KeptBlocks } from './packed-rows.ts'
import { ClippedRows } from './clipped-rows.ts'
import { History, type PackedPlace } from './history.ts'
import { belowRowsMax, keptScratchWords } from '../limits.ts'
import { CellGrid } from '../screen/cell-grid.ts'
import type { Buffer, ProgramColors, SavedCursor, SavedPen, Screen } from '../screen/screen.ts'

export interface Kept {
  readonly state: Uint8Array
  /** All tables since the last complete one, oldest first. */
  readonly tables: readonly Uint8Array[]
  /** Blocks with its history, oldest first. */
  readonly blocks: readonly SharedArrayBuffer[]
  /** Sequences of its images (`KeptPictures`). */
  readonly images?: Uint8Array
}

export interface KeptParts {
  readonly at: number
  readonly state: Uint8Array<ArrayBuffer>
  /** New meanings of numbers, or `null`. */
  readonly tables: Uint8Array<ArrayBuffer> | null
  readonly blocks: KeptBlocks
}

/** Where output continues, with the opener that swallows an unfinished sequence. */
export interface OutputPlace {
  readonly at: number
  readonly opener: string
}

interface KeptBuffer extends Pick<Buffer, (typeof bufferFields)[number]> {
  readonly saved: SavedCursor | null
  /** Number of packed rows (all, or none of an empty screen), and of rows below the screen. */
  readonly rows: number
  readonly below: number
  /** Rows of the screen that are clipped; `null` if none was. */
  readonly clipped: readonly number[] | null
}

/** Plain fields of the screen. */
const fields = [
  'numbering',
  'erasures',
  'alternateFresh',
  'x',
  'y',
  'pending',
  'cursorVisible',
  'cursorStyle',
  'foreground',
  'background',
  'underline',
  'link',
  'top',
  'bottom',
  'left',
  'right',
  'charsets',
  'level',
  'single',
  'joinWidth',
  'cluster',
  'mixedSizes',
  'usesBidi',
  'title',
  'iconTitle',
  'frame',
] as const
const bufferFields = ['saved', 'x', 'y', 'keyboard', 'pointers'] as const

type KeptColors = Pick<ProgramColors, 'foreground' | 'background' | 'cursor'> & {
  readonly [Table in 'palette' | 'special' | 'dynamic']: readonly (readonly [number, number])[]
}

interface State extends OutputPlace, Pick<Screen, (typeof fields)[number]> {
  readonly cols: number
  readonly rows: number
  /** Words of packed rows before this text. */
  readonly isAlternate: boolean
  readonly opened: Link | null
  readonly modes: Modes
  readonly savedModes: readonly (readonly [mode: number, set: boolean])[]
  readonly tabs: readonly number[]
  readonly titles: readonly string[]
  readonly iconTitles: readonly string[]
  readonly colors: KeptColors
  readonly savedColors: readonly KeptColors[]
  readonly savedPens: readonly SavedPen[]
  readonly extraCursors: ExtraCursors['state']
  readonly history: KeptHistory
  readonly links: Links['state']
  readonly buffers: readonly [primary: KeptBuffer, alternate: KeptBuffer]
}

interface Tables {
  readonly clusters: readonly (readonly [index: number, text: string])[]
  readonly extras: readonly ExtraEntry[]
  readonly links: readonly (readonly [number: number, uri: string, id: string])[]
}

const utf8 = new TextEncoder()

/** See `Terminal.keep`. */
export function keepScreen(screen: Screen, place: OutputPlace, allTables: boolean): KeptParts {
  const rows = new RowWriter()
  const { primary, alternate, isAlternate, holdsAlternate, colors } = screen
  const { history, blocks } = primary.history.keep()
  Object.assign(screen.buffer, pick(screen, ['x', 'y']))
  const state: State = {
    ...place,
    ...pick(screen, fields),
    cols: screen.cols,
    rows: screen.rows,
    isAlternate,
    opened: screen.opened,
    modes: screen.modes,
    savedModes: [...screen.savedModes],
    tabs: stopsOf(screen),
    titles: screen.titles,
    iconTitles: screen.iconTitles,
    colors: keptColors(colors),
    savedColors: screen.savedColors.map(keptColors),
    savedPens: screen.savedPens,
    extraCursors: screen.extraCursors.state,
    history,
    links: screen.links.state,
    buffers: [
      rows.add(primary, primary.grid),
      rows.add(alternate, holdsAlternate ? alternate.grid : null),
    ],
  }
  return {
    at: place.at,
    state: rows.taken(utf8.encode(JSON.stringify(state))),
    tables: newTables(screen, allTables),
    blocks,
  }
}

/** Restores a kept state on a fresh screen. */
export function restoreScreen(screen: Screen, { state: bytes, tables, blocks }: Kept): OutputPlace {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2)
  const rowsEnd = words[0]!
  // from the same build
  const state = JSON.parse(new TextDecoder().decode(bytes.subarray(rowsEnd * 4))) as State
  const { cols, rows, primary, alternate } = screen
  Object.assign(screen, pick(state, fields), {
    cols: state.cols,
    rows: state.rows,
    opened: state.opened,
    modes: state.modes,
  })
  if (cols !== state.cols || rows !== state.rows)
    primary.grid = new CellGrid(state.cols, state.rows, screen.changes)
  const block = { words, bytes }
  let at = 1
  for (const [index, buffer] of [primary, alternate].entries()) {
    const kept = state.buffers[index]!
    Object.assign(buffer, pick(kept, bufferFields))
    for (let y = 0; y < kept.rows; y += 1, at = packedEnd(block, at))
      unpackToScreen(block, at, buffer.grid, y)
    const { grid } = buffer
    if (kept.below > 0) grid.below = new History(belowRowsMax)
    for (let row = 0; row < kept.below; row += 1, at = packedEnd(block, at))
      grid.below?.pushPacked({ block, at, length: packedEnd(block, at) - at })
    if (kept.clipped !== null) grid.clipped = new ClippedRows()
    for (const y of kept.clipped ?? []) {
      grid.clipped?.add(grid, y, { block, at, length: packedEnd(block, at) - at })
      at = packedEnd(block, at)
    }
    grid.clipped?.settle(grid, screen.changes.stamp)
  }
  screen.changes.stamp += 1
  primary.history?.adopt(state.history, blocks, state.cols)
  // from the same build
  const all = tables.map((part) => JSON.parse(new TextDecoder().decode(part)) as Tables)
  screen.links.adopt(
    all.flatMap(({ links }) => links),
    state.links,
  )
  screen.clusters.adopt(all.flatMap(({ clusters }) => clusters))
  screen.extras.adopt(all.flatMap(({ extras }) => extras))
  screen.tabs.fill(0)
  for (const x of state.tabs) screen.tabs[x] = 1
  for (const [mode, set] of state.savedModes) screen.savedModes.set(mode, set)
  for (const title of state.titles) screen.titles.push(title)
  for (const title of state.iconTitles) screen.iconTitles.push(title)
  screen.colors = restoredColors(state.colors)
  for (const saved of state.savedColors) screen.savedColors.push(restoredColors(saved))
  for (const saved of state.savedPens) screen.savedPens.push(saved)
  screen.extraCursors.adopt(state.extraCursors)
  screen.buffer = state.isAlternate ? alternate : primary
  screen.grid = screen.buffer.grid
  screen.settlePen()
  settleBlocks(screen, true)
  return { at: state.at, opener: state.opener }
}

function keptColors({ palette, special, dynamic, ...rest }: ProgramColors): KeptColors {
  return { ...rest, palette: [...palette], special: [...special], dynamic: [...dynamic] }
}

function restoredColors({ palette, special, dynamic, ...rest }: KeptColors): ProgramColors {
  return {
    ...rest,
    palette: new Map(palette),
    special: new Map(special),
    dynamic: new Map(dynamic),
  }
}

/** Returns the meanings of numbers that were not sent yet. */
function newTables(screen: Screen, allTables: boolean): Uint8Array<ArrayBuffer> | null {
  const { clusters, extras, links } = screen
  if (allTables) [clusters.fresh, extras.fresh, links.fresh] = [null, null, null]
  const tables: Tables = {
    clusters:
      clusters.fresh === null
        ? [...clusters.all()]
        : [...clusters.fresh]
            .map((index) => [index, clusters.text(index)] as const)
            .filter(([, text]) => text !== ''),
    extras:
      extras.fresh === null
        ? [...extras.all()]
        : [...extras.fresh].map((index) => extras.entry(index)),
    links: [...links.since(links.fresh ?? undefined)],
  }
  if (clusters.fresh === null || clusters.fresh.size > 0) clusters.fresh = new Set()
  if (extras.fresh === null || extras.fresh.size > 0) extras.fresh = new Set()
  links.fresh = links.state.next
  return tables.clusters.length + tables.extras.length + tables.links.length === 0
    ? null
    : utf8.encode(JSON.stringify(tables))
}

function stopsOf({ tabs, cols }: Screen): number[] {
  const stops: number[] = []
  for (let x = 0; x < cols; x += 1) if (tabs[x] !== 0) stops.push(x)
  return stops
}

function pick<Value extends object, Key extends keyof Value>(
  from: Value,
  keys: readonly Key[],
): Pick<Value, Key> {
  const picked: Partial<Pick<Value, Key>> = {}
  for (const key of keys) picked[key] = from[key]
  return picked as Pick<Value, Key> // exactly these
}

/** Reused memory for the packed rows of a screen. */
let scratch: Block = blockOf(16_384)

/** Writes packed rows one after the other, after a word with their end. */
class RowWriter {
  #at = 1

  add(buffer: Buffer, grid: CellGrid | null): KeptBuffer {
    if (grid === null) return { ...pick(buffer, bufferFields), rows: 0, below: 0, clipped: null }
    const { rows } = grid
    for (let y = 0; y < rows; y += 1)
      this.#at = packRow(grid, y, this.#room(packedWordsMax(grid.cols)), this.#at)
    const below = grid.below?.count ?? 0
    for (let row = 0; row < below; row += 1) this.#copy(grid.below!.packed(row)!) // has its width
    const clipped: number[] = []
    for (let y = 0; y < rows; y += 1) {
      const whole = grid.clipped?.at(grid, y) ?? null
      if (whole === null) continue
      this.#copy(whole)
      clipped.push(y)
    }
    return {
      ...pick(buffer, bufferFields),
      rows,
      below,
      clipped: grid.clipped === null ? null : clipped,
    }
  }

  #copy({ block, at, length }: PackedPlace): void {
    this.#room(length).words.set(block.words.subarray(at, at + length), this.#at)
    this.#at += length
  }

  /** Returns a block with room for this many words from `#at` on. */
  #room(words: number): Block {
    if (this.#at + words <= scratch.words.length) return scratch
    const wider = blockOf(Math.max(this.#at + words, 2 * scratch.words.length))
    wider.words.set(scratch.words)
    scratch = wider
    return scratch
  }

  /** Returns the rows and the text after them. */
  taken(text: Uint8Array): Uint8Array<ArrayBuffer> {
    scratch.words[0] = this.#at
    const bytes = new Uint8Array(this.#at * 4 + text.length)
    bytes.set(scratch.bytes.subarray(0, this.#at * 4))
    bytes.set(text, this.#at * 4)
    if (scratch.words.length > keptScratchWords) scratch = blockOf(16_384)
    return bytes
  }
}
