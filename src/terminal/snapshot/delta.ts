/**
 * Changes between snapshots: `applyDelta(snapshotOf(then), delta)` equals `snapshotOf(now)`. If a
 * delta would be larger than a snapshot, a snapshot is sent. Deltas do not contain history:
 * `scroll` has the rows that left, `baseY` their number.
 */
import { isBlank, sameCell, type Cell, type Head, type Snapshot, type Span } from './snapshot.ts'

/** Rows `top` to `bottom` moved up by `by` (down if negative); new ones are blank. */
export interface Scroll {
  top: number
  bottom: number
  by: number
}

/** Fields that a snapshot may lack. */
const removable = [
  ...(['single', 'saved', 'savedModes', 'savedColors', 'savedPens'] as const),
  ...(['other', 'images', 'pointers', 'cursors'] as const),
] as const

/** Changed fields of a snapshot; `null` if one was removed. */
export type HeadChange = {
  [Key in keyof Omit<Head, 'cols' | 'rows' | 'screen' | (typeof removable)[number]>]?: Head[Key]
} & {
  [Key in (typeof removable)[number]]?: NonNullable<Head[Key]> | null
}

export interface Delta extends HeadChange {
  v: 1
  epoch: number
  from: number
  rev: number
  at: number
  scroll?: Scroll
  /** Changed cells: each span replaces only its columns. */
  rows: Span[]
  links?: Snapshot['links']
}

export const headKeys = [
  'baseY',
  'cursor',
  'modes',
  'keyboard',
  'title',
  'titles',
  'pen',
  'charsets',
  'level',
  'tabs',
  'margins',
  'saved',
  'colors',
  'other',
  'single',
  'savedModes',
  'images',
  'pointers',
  'savedColors',
  'savedPens',
  'cursors',
] as const

/** Returns the next snapshot; arguments stay unchanged. Throws for a delta with another base. */
export function applyDelta(screen: Snapshot, delta: Delta): Snapshot {
  if (screen.epoch !== delta.epoch || screen.rev !== delta.from)
    throw new Error(`a delta from revision ${delta.from} does not fit revision ${screen.rev}`)
  const rows = expanded(screen)
  if (delta.scroll !== undefined) scrollRows(rows, delta.scroll)
  for (const span of delta.rows) patch(rows, span)
  const next: Record<string, unknown> = {
    ...screen,
    rev: delta.rev,
    at: delta.at,
    links: delta.links ?? screen.links,
    lines: collapsed(rows, screen.cols),
  }
  for (const key of headKeys) {
    const value = delta[key]
    if (value === null) delete next[key]
    else if (value !== undefined) next[key] = value
  }
  delete next['scrollback']
  delete next['cut']
  // a snapshot with fields replaced by others of their types
  return next as unknown as Snapshot
}

/** A row with a cell per column; `null` is the right half of a wide cell. */
export interface FlatRow {
  wr: boolean
  pm: number
  cells: (Cell | null)[]
}

export const blankCell: Cell = Object.freeze({})

export function flatRow(cols: number): FlatRow {
  return { wr: false, pm: 0, cells: new Array<Cell | null>(cols).fill(blankCell) }
}

/** Returns the rows of a snapshot, cell by cell. */
export function expanded({
  cols,
  rows,
  lines,
}: Pick<Snapshot, 'cols' | 'rows' | 'lines'>): FlatRow[] {
  const flat = Array.from({ length: rows }, () => flatRow(cols))
  for (const span of lines) patch(flat, span)
  return flat
}

function patch(rows: readonly FlatRow[], span: Span): void {
  const row = rows[span.y]
  if (row === undefined) return
  if (span.wr !== undefined) row.wr = span.wr === 1
  if (span.pm !== undefined) row.pm = span.pm
  let x = span.x
  for (const cell of span.cells) {
    const { n = 1, ...one } = cell
    for (let left = n; left > 0 && x < row.cells.length; left -= 1) {
      row.cells[x++] = one
      if (one.w === 2 && x < row.cells.length) row.cells[x++] = null
    }
  }
}

function scrollRows(rows: FlatRow[], { top, bottom, by }: Scroll): void {
  const cols = rows[0]?.cells.length ?? 0
  const steps = Math.min(Math.abs(by), bottom - top + 1)
  const fresh = Array.from({ length: steps }, () => flatRow(cols))
  const moved = rows.slice(top, bottom + 1)
  const next =
    by > 0 ? [...moved.slice(steps), ...fresh] : [...fresh, ...moved.slice(0, moved.length - steps)]
  for (const [index, row] of next.entries()) rows[top + index] = row
}

/** Returns canonical spans: equal neighbors joined, trailing blanks omitted. */
export function collapsed(rows: readonly FlatRow[], cols: number): Span[] {
  return rows.flatMap((row, y) => {
    const cells = joinedCells(row.cells.slice(0, cols))
    const last = cells.at(-1)
    if (last !== undefined && isBlank(last)) cells.pop()
    if (cells.length === 0 && !row.wr && row.pm === 0) return []
    return [
      {
        y,
        x: 0,
        ...(row.wr ? { wr: 1 as const } : {}),
        ...(row.pm === 0 ? {} : { pm: row.pm }),
        cells,
      },
    ]
  })
}

export function joinedCells(flat: readonly (Cell | null)[]): Cell[] {
  const cells: Cell[] = []
  for (const cell of flat) {
    if (cell === null) continue
    const last = cells.at(-1)
    if (last !== undefined && sameCell(last, cell)) last.n = (last.n ?? 1) + 1
    else cells.push({ ...cell })
  }
  return cells
}

export function isEmptyDelta(delta: Delta): boolean {
  return (
    delta.rows.length === 0 &&
    Object.keys(delta).every((key) => ['v', 'epoch', 'from', 'rev', 'at', 'rows'].includes(key))
  )
}
