/** From columns and rows to the size of a window. */

/** CSS px. */
export interface Extent {
  readonly width: number
  readonly height: number
}

/** What only a page knows: a cell of the grid, and all that is around the grid in a window. */
export interface Measures {
  readonly cell: Extent
  readonly around: Extent
}

/**
 * The content of a window with so many columns and rows; 0 of either: as large as it is otherwise.
 */
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
