/**
 * Limits of cleaning copied text, which the main process does in one turn. Larger selections are
 * copied as displayed.
 */

export const copyLinesMax = 5_000
/** About 200 ms. */
export const copyCharactersMax = 500_000
