/**
 * Tracks what one viewer of a terminal has seen, and returns changes. Rows carry stamps and numbers
 * (cell-grid.ts), so output needs no work per cell; cells are compared with the last image only in
 * changed rows and on request.
 */
import { greatest, least } from '../../base/numbers/extremes.ts'
import { extraBit, tailBit, wideBit } from '../screen/cell.ts'
import { headKeys, type Delta, type Scroll } from './delta.ts'
import { emptyLine, readLine } from '../history/line.ts'
import { fullRefreshShare, rectangleGapMax, rectanglesMax } from '../limits.ts'
import { cellsOf, headOf, linkTable, snapshotOf } from './snapshot.ts'
import type { Head, Snapshot, Span } from './snapshot.ts'
import type { Terminal } from '../terminal.ts'

/** Rows and columns, inclusive. */
export interface Rectangle {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Dirty {
  readonly cells: number
  readonly rectangles: readonly Rectangle[]
  readonly scroll: Scroll | null
  readonly full: boolean
  readonly lastSync: { readonly at: number; readonly ms: number }
}

/** Previous cells: three words each, and the number of their extras. */
interface Image {
  readonly cols: number
  readonly rows: number
  readonly words: Uint32Array
  readonly extras: Uint16Array
  readonly wrapped: Uint8Array
  readonly marks: Uint16Array
  readonly numbers: Float64Array
}

interface Changes {
  readonly scroll: Scroll | null
  /** Runs of dirty columns by row, `to` exclusive. */
  readonly runs: readonly {
    readonly y: number
    readonly runs: readonly [number, number][]
    readonly wrapped: boolean
    readonly marks: boolean
  }[]
  readonly cells: number
}

export class Viewer {
  readonly #terminal: Terminal
  readonly epoch: number
  readonly #next: () => number
  #rev = 0
  #image: Image | null = null
  #head: Record<string, string> = {}
  #links = ''
  /** Links in the image. If one is freed, its cells have changed. */
  #cellLinks: readonly number[] = []
  #stamp = 0
  #lastSync = { at: 0, ms: 0 }

  /** @param next returns the next revision, for viewers that share a terminal */
  constructor(terminal: Terminal, epoch = 0, next: () => number = () => this.#rev + 1) {
    this.#terminal = terminal
    this.epoch = epoch
    this.#next = next
  }

  get revision(): number {
    return this.#rev
  }

  /** Returns the complete state as a new revision, the base of the next delta. */
  snapshot({ scrollback = 0, ms = 0 }: { scrollback?: number; ms?: number } = {}): Snapshot {
    this.markSynced(ms)
    return snapshotOf(
      this.#terminal.screen,
      { epoch: this.epoch, rev: this.#rev, at: this.#terminal.at },
      scrollback,
    )
  }

  /** Returns changes since revision `since`, or a snapshot if it is not the last or smaller. */
  delta(since: number, ms = 0): Delta | Snapshot {
    const { screen } = this.#terminal
    if (this.#image === null || since !== this.#rev || this.#refreshed())
      return this.snapshot({ ms })
    const changes = this.#changes(this.#image)
    if (changes.cells > fullRefreshShare * screen.cols * screen.rows) return this.snapshot({ ms })
    const used = new Set<number>()
    const rows = this.#spans(changes, used)
    const before = this.#head
    const linksBefore = this.#links
    const from = this.#rev
    const head = this.markSynced(ms)
    const links = this.#linkTable(this.#linksOfCells())
    const parts: Record<string, unknown> = {}
    for (const key of headKeys) if (this.#head[key] !== before[key]) parts[key] = head[key] ?? null
    return {
      v: 1,
      epoch: this.epoch,
      from,
      rev: this.#rev,
      at: this.#terminal.at,
      ...(changes.scroll === null ? {} : { scroll: changes.scroll }),
      rows,
      ...parts,
      ...(this.#links === linksBefore ? {} : { links }),
    }
  }

  /** Restores the previous revision after an empty delta. */
  unchangedSince(rev: number): void {
    this.#rev = rev
  }

  dirty(): Dirty {
    const { screen } = this.#terminal
    const all = {
      cells: screen.cols * screen.rows,
      rectangles: [{ top: 0, left: 0, bottom: screen.rows - 1, right: screen.cols - 1 }],
      scroll: null,
      full: true,
      lastSync: this.#lastSync,
    }
    if (this.#image === null || this.#refreshed()) return all
    const changes = this.#changes(this.#image)
    if (changes.cells > fullRefreshShare * screen.cols * screen.rows)
      return { ...all, cells: changes.cells }
    return {
      cells: changes.cells,
      rectangles: rectanglesOf(changes),
      scroll: changes.scroll,
      full: false,
      lastSync: this.#lastSync,
    }
  }

  /** Takes the image that later changes are compared with. */
  markSynced(ms = 0): Head {
    const { screen } = this.#terminal
    this.#rev = this.#next()
    this.#image = this.#taken(this.#image)
    this.#stamp = screen.changes.stamp
    screen.changes.stamp += 1
    this.#lastSync = { at: this.#terminal.at, ms }
    const head = headOf(screen, new Set())
    this.#head = Object.fromEntries(
      headKeys.map((key) => [key, head[key] === undefined ? '' : JSON.stringify(head[key])]),
    )
    const used = this.#linksOfCells()
    this.#cellLinks = [...used]
    this.#links = JSON.stringify(this.#linkTable(used))
    return head
  }

  /** Returns whether the image is useless: screen switch, resize, RIS, color, freed link. */
  #refreshed(): boolean {
    const { screen } = this.#terminal
    return (
      screen.fullStamp > this.#stamp ||
      this.#image?.cols !== screen.cols ||
      this.#image.rows !== screen.rows ||
      this.#cellLinks.some((link) => screen.links.get(link) === undefined)
    )
  }

  /** Returns all links that a snapshot would list, with those in `used`. */
  #linkTable(used: Set<number>): Snapshot['links'] {
    const { screen } = this.#terminal
    headOf(screen, used)
    return linkTable(screen, used)
  }

  #linksOfCells(): Set<number> {
    const { grid, extras, links } = this.#terminal.screen
    const used = new Set<number>()
    if (grid.extras === null) return used
    for (let at = 0; at < grid.plane; at += 1) {
      const link = extras.link(grid.extra(at))
      if (link !== 0 && links.get(link) !== undefined) used.add(link)
    }
    return used
  }

  #taken(old: Image | null): Image {
    const { grid } = this.#terminal.screen
    const { cols, rows } = grid
    const image =
      old !== null && old.cols === cols && old.rows === rows
        ? old
        : {
            cols,
            rows,
            words: new Uint32Array(3 * cols * rows),
            extras: new Uint16Array(cols * rows),
            wrapped: new Uint8Array(rows),
            marks: new Uint16Array(rows),
            numbers: new Float64Array(rows),
          }
    for (let y = 0; y < rows; y += 1) {
      const start = grid.at(y)
      for (let plane = 0; plane < 3; plane += 1)
        image.words.set(
          grid.cells.subarray(plane * grid.plane + start, plane * grid.plane + start + cols),
          plane * cols * rows + y * cols,
        )
      if (grid.extras !== null)
        image.extras.set(grid.extras.subarray(start, start + cols), y * cols)
      const row = grid.row(y)
      image.wrapped[y] = grid.isWrapped(y) ? 1 : 0
      image.marks[y] = grid.marks[row]!
      image.numbers[y] = grid.numbers[row]!
    }
    return image
  }

  #changes(image: Image): Changes {
    const { grid } = this.#terminal.screen
    const scroll = findScroll(
      image.numbers,
      Array.from({ length: grid.rows }, (_, y) => grid.numberOf(y)),
    )
    const runs: Changes['runs'][number][] = []
    let cells = 0
    for (let y = 0; y < grid.rows; y += 1) {
      const inside = scroll !== null && y >= scroll.top && y <= scroll.bottom
      const from = inside ? y + scroll.by : y
      const came = inside && (from < scroll.top || from > scroll.bottom)
      const row = grid.row(y)
      // The same row, unchanged.
      if (!came && image.numbers[from] === grid.numbers[row] && grid.stamps[row]! <= this.#stamp)
        continue
      const found = this.#rowRuns(image, came ? -1 : from, y)
      const wrapped = (came ? 0 : image.wrapped[from]!) !== (grid.isWrapped(y) ? 1 : 0)
      const marks = (came ? 0 : image.marks[from]!) !== grid.marks[row]!
      if (found.length > 0 || wrapped || marks) runs.push({ y, runs: found, wrapped, marks })
      for (const [start, end] of found) cells += end - start
    }
    return { scroll, runs, cells }
  }

  /** Returns changed columns of row `y`, with complete wide cells. `from`: -1 for a blank row. */
  #rowRuns(image: Image, from: number, y: number): [number, number][] {
    const { grid } = this.#terminal.screen
    const { cols, rows } = grid
    const start = grid.at(y)
    const size = cols * rows
    const runs: [number, number][] = []
    for (let x = 0; x < cols; x += 1) {
      const at = start + x
      const content = grid.cells[at]!
      const before = from === -1 ? -1 : from * cols + x
      const same =
        before === -1
          ? content === 0 &&
            grid.cells[grid.plane + at] === 0 &&
            grid.cells[2 * grid.plane + at] === 0
          : content === image.words[before] &&
            grid.cells[grid.plane + at] === image.words[size + before] &&
            grid.cells[2 * grid.plane + at] === image.words[2 * size + before] &&
            ((content & extraBit) === 0 || grid.extra(at) === image.extras[before])
      if (same) continue
      const first = (content & tailBit) !== 0 ? x - 1 : x
      const end = (content & wideBit) !== 0 ? x + 2 : x + 1
      const last = runs.at(-1)
      if (last !== undefined && first <= last[1]) last[1] = Math.max(last[1], end)
      else runs.push([first, end])
    }
    return runs
  }

  /** Turns runs of dirty columns into spans. */
  #spans({ runs }: Changes, used: Set<number>): Span[] {
    const { screen } = this.#terminal
    const { grid } = screen
    const line = emptyLine(grid.cols)
    return runs.flatMap(({ y, runs: dirty, wrapped, marks }) => {
      readLine(grid, y, line)
      const flags = {
        ...(wrapped ? { wr: grid.isWrapped(y) ? (1 as const) : (0 as const) } : {}),
        ...(marks ? { pm: grid.marks[grid.row(y)]! } : {}),
      }
      if (dirty.length === 0) return [{ y, x: 0, ...flags, cells: [] }]
      return dirty.map(
        ([from, to], index): Span => ({
          y,
          x: from,
          ...(index === 0 ? flags : {}),
          cells: cellsOf(screen, line, from, to, used),
        }),
      )
    })
  }
}

/** Finds the block of rows that has moved, and its distance; `null` if none. */
function findScroll(before: Float64Array, now: readonly number[]): Scroll | null {
  const rows = now.length
  const where = new Map<number, number>()
  for (let y = 0; y < rows; y += 1) where.set(before[y]!, y)
  let best: Scroll | null = null
  let most = 0
  for (let y = 0; y < rows; ) {
    const from = where.get(now[y]!)
    if (from === undefined || from === y) {
      y += 1
      continue
    }
    const by = from - y
    let end = y
    while (end + 1 < rows && where.get(now[end + 1]!) === end + 1 + by) end += 1
    const count = end - y + 1
    if (count > most) {
      most = count
      best = by > 0 ? { top: y, bottom: end + by, by } : { top: y + by, bottom: end, by }
    }
    y = end + 1
  }
  return best
}

/** Joins dirty runs to rectangles, closing small gaps; to one if there are too many. */
function rectanglesOf({ runs }: Changes): Rectangle[] {
  const rectangles: Rectangle[] = []
  let above: Rectangle[] = []
  for (const { y, runs: dirty } of runs) {
    const row: Rectangle[] = []
    for (const [from, to] of dirty) {
      const last = row.at(-1)
      if (last !== undefined && from - 1 - last.right <= rectangleGapMax) last.right = to - 1
      else row.push({ top: y, left: from, bottom: y, right: to - 1 })
    }
    above = row.map((one) => {
      const upper = above.find(
        (other) => other.left === one.left && other.right === one.right && other.bottom === y - 1,
      )
      if (upper === undefined) {
        rectangles.push(one)
        return one
      }
      upper.bottom = y
      return upper
    })
  }
  if (rectangles.length <= rectanglesMax) return rectangles
  return [
    {
      top: least(rectangles.map(({ top }) => top)),
      left: least(rectangles.map(({ left }) => left)),
      bottom: greatest(rectangles.map(({ bottom }) => bottom)),
      right: greatest(rectangles.map(({ right }) => right)),
    },
  ]
}
