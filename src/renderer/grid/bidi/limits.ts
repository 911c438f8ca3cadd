/**
 * Rows and cells of a paragraph that are ordered together. Ordering 4,000 cells takes about 10 ms,
 * and takes place when one of its rows has changed. Beyond: each row is a paragraph.
 */
export const paragraphRowsMax = 100
export const paragraphCellsMax = 4_000
