/** Converts columns and rows to the size of a window. */

/** CSS px. */
export interface Extent {
  readonly width: number
  readonly height: number
}

/** Sizes that only a page knows: one cell, and everything around the grid. */
export interface Measures {
  readonly cell: Extent
  readonly around: Extent
}

/** Returns the window's content size; 0 columns or rows means the size in `otherwise`. */
export function contentSize(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  { cell, around }: Measures,
  otherwise: Extent,
): Extent {
  return {
    width: columns === 0 ? otherwise.width : Math.ceil(columns * cell.width + around.width),
    height: rows === 0 ? otherwise.height : Math.ceil(rows * cell.height + around.height),
  }
}
