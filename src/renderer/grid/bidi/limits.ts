/**
 * Rows and cells of a paragraph that are ordered together. Ordering 4,000 cells takes 1 to 10
 * ms, each time one of the rows has changed. Beyond: each row is a paragraph.
 */
export const paragraphRowsMax = 100
export const paragraphCellsMax = 4_000
