/** Crops a screen for a terminal that is smaller than the session's. Pure. */
import type {
  Cell,
  Cursor,
  ScrollMargins,
  OtherScreen,
  Saved,
  Snapshot,
  Span,
} from '../../terminal/index.ts'

interface Size {
  readonly cols: number
  readonly rows: number
}

/** Returns the part of the screen that fits. Wrapped rows become separate rows. */
export function cropped(snapshot: Snapshot, size: Size): Snapshot {
  const to = { cols: Math.min(size.cols, snapshot.cols), rows: Math.min(size.rows, snapshot.rows) }
  const { scrollback: _, saved, other, ...rest } = snapshot
  return {
    ...rest,
    ...to,
    cursor: cursor(snapshot.cursor, to),
    margins: margins(snapshot.margins, snapshot, to),
    tabs: snapshot.tabs.filter((x) => x < to.cols),
    lines: lines(snapshot.lines, to),
    ...(saved === undefined ? {} : { saved: place(saved, to) }),
    ...(other === undefined ? {} : { other: otherScreen(other, snapshot, to) }),
  }
}

function lines(spans: readonly Span[], { cols, rows }: Size): Span[] {
  return spans
    .filter(({ x, y }) => y < rows && x < cols)
    .map(({ x, y, pm, cells }) => ({
      y,
      x,
      ...(pm === undefined ? {} : { pm }),
      cells: cut(cells, cols - x),
    }))
}

/** Returns the cells that fit; half of a wide character is dropped. */
function cut(cells: readonly Cell[], columns: number): Cell[] {
  let left = columns
  return cells.flatMap((cell) => {
    const [width, count] = [cell.w ?? 1, cell.n ?? 1]
    const fits = Math.min(count, Math.max(0, Math.floor(left / width)))
    left = fits < count ? 0 : left - fits * width
    if (fits === 0) return []
    const { n: __, ...one } = cell
    return [fits === 1 ? one : { ...one, n: fits }]
  })
}

/** A cursor that was moved has no pending wrap. */
function cursor(at: Cursor, { cols, rows }: Size): Cursor {
  if (at.row < rows && at.col < cols) return at
  const { pending: _, joins: __, ...rest } = at
  return { ...rest, row: Math.min(at.row, rows - 1), col: Math.min(at.col, cols - 1) }
}

function place(saved: Saved, { cols, rows }: Size): Saved {
  if (saved.row < rows && saved.col < cols) return saved
  return {
    ...saved,
    row: Math.min(saved.row, rows - 1),
    col: Math.min(saved.col, cols - 1),
    pending: false,
  }
}

/** Full-screen margins stay so. A region without scrolling rows left becomes the full screen. */
function margins(
  { top, bottom, left, right }: ScrollMargins,
  from: Size,
  { cols, rows }: Size,
): ScrollMargins {
  const [high, wide] = [
    bottom === from.rows - 1 || bottom >= rows ? rows - 1 : bottom,
    right === from.cols - 1 || right >= cols ? cols - 1 : right,
  ]
  return {
    ...(top < high ? { top, bottom: high } : { top: 0, bottom: rows - 1 }),
    ...(left < wide ? { left, right: wide } : { left: 0, right: cols - 1 }),
  }
}

function otherScreen(
  { cursor: { row, col }, saved, ...rest }: OtherScreen,
  from: Size,
  to: Size,
): OtherScreen {
  return {
    ...rest,
    cursor: { row: Math.min(row, to.rows - 1), col: Math.min(col, to.cols - 1) },
    margins: margins(rest.margins, from, to),
    lines: lines(rest.lines, to),
    ...(saved === undefined ? {} : { saved: place(saved, to) }),
  }
}
