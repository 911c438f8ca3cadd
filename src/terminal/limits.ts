/** Limits of the VT core. What happens beyond each stands beside it. */

/**
 * Columns and rows: xterm.js has no grid of one column; a resize flood must not allocate without
 * end. Clamped.
 */
export const colsMin = 2
export const colsMax = 1_000
export const rowsMin = 1
export const rowsMax = 1_000

/** Lines of history: 2^31 rows would fill any memory. Oldest leave. */
export const historyLinesMax = 1_000_000

/**
 * Parameters of a CSI, and sub-parameters of all of them, as in xterm.js. Further ones are ignored.
 */
export const parametersMax = 32
export const subParametersMax = 32
/** Value of a parameter. Clamped. */
export const parameterMax = 0x7fffffff

/**
 * Bytes of an OSC string with introducer and terminator (SECURITY.md). A longer one is swallowed
 * to its end.
 */
export const stringBytesMax = 131_072

/** Code points of a title; a tab's width makes more useless. Cut. */
export const titleMax = 1_024
/** Titles remembered by `CSI 22 t`. The oldest leaves. */
export const titleStackMax = 10

/** Bytes of a link's address: common browser limit. A longer one is no link. */
export const cellLinkBytesMax = 2_083
/** Bytes of a link's id: programs take a number or a hash. With a longer one there is no link. */
export const linkIdBytesMax = 250
/**
 * Links of a terminal: 23 MB at most with the bytes above. The oldest is freed: its cells are plain
 * text from then on.
 */
export const linksMax = 10_000
/**
 * Characters of openers in a screen as sequences: a link is opened again for each piece of it, and
 * two of the longest in turn on each cell would be 25 MB. Further cells are plain text.
 */
export const openersMax = 2_097_152
/**
 * Pairs of underline colour and link that cells refer to by 16 bits. When even the used ones are
 * more, new cells have none.
 */
export const extrasMax = 65_535

/**
 * Code points of a cell: 15 beyond its first, since towers of marks cost layout; a family of emoji
 * has 11 at most. Dropped.
 */
export const clusterCodesMax = 16
/**
 * Different clusters before unused ones are looked for: a flood of random marks must not fill
 * memory.
 */
export const clustersBeforeSweep = 65_536
/**
 * Different clusters of a terminal, about 220 bytes each. When even the used ones are more, a new
 * mark is dropped. Their numbers have 21 bits in a cell.
 */
export const clustersMax = 131_072
/**
 * After a sweep that freed less, so many more are refused before the next one: it takes some 10 ms
 * in a long history, which is a few µs for each of them.
 */
export const sweepPace = 4_096

/**
 * Rows below a screen that became lower, kept for when it becomes higher: a screenful of the
 * highest, laid out ten times narrower. Further ones are dropped.
 */
export const belowRowsMax = 10_000

/**
 * History at another width than it was packed at (reflow.ts): after so many rows, or packed rows,
 * it is noted where one begins. Reading a row walks over so many at most, which takes some µs, and
 * 100,000 rows take 75 KB of notes.
 */
export const checkpointRows = 64
export const checkpointSources = 256

/**
 * Rows of history that REP may overwrite: more would cost a second, and page and shadow agree up to
 * here.
 */
export const repeatRowsMax = 10_000

/** Entries of the kitty keyboard stack, per screen. The oldest leaves. */
export const keyboardStackMax = 64

/** Rectangles of a delta's overview; beyond that one bounding rectangle. */
export const rectanglesMax = 64
/**
 * Clean cells between two dirty ones of a row that a rectangle swallows: a new header costs more.
 */
export const rectangleGapMax = 4
/** Share of dirty cells above which a full refresh is smaller. */
export const fullRefreshShare = 0.6

/**
 * Joins of a mark that are found again without making strings: a power of two, 12 bytes each. The
 * rest takes a little longer.
 */
export const joinsKept = 256

/**
 * Lines of a flood go straight to history (offscreen.ts): where so many come for each row of the
 * screen, since putting a screenful back costs about as much as printing two, and not at the end of
 * a chunk, where so few bytes for each row are left.
 */
export const passLinesPerRow = 3
export const passBytesPerRow = 100
/** After an attempt that did not pay it is left so long, bytes; twice as long each time. */
export const passRetryBytes = 16_384
export const passRetryBytesMax = 1_048_576

/**
 * Words that stay for the next time a screen is kept: 4 MiB, more than one of 200 x 80 takes. A
 * screen of a million cells takes 20 MB at most, which is released.
 */
export const keptScratchWords = 1_048_576

/**
 * A terminal that is kept within a sequence of at most so many bytes goes on from its beginning: no
 * link, title or colour is longer.
 */
export const keptSequenceBytesMax = 4_096

/**
 * Blocks of 64 KiB that wait to be used again: about as many as a log fills while one screen is
 * kept and then the next (`keepBytes`).
 */
export const spareBlocksMax = 12

/**
 * Full blocks that are compressed at once when nothing comes, each about a quarter of a ms; the
 * others follow.
 */
export const restBlocksMax = 8

/**
 * Compressed blocks that have been read lately and lie expanded as well: rows are read in order,
 * and a line may reach from one into the next.
 */
export const expandedBlocksMax = 2

/**
 * Blocks that have left but were kept: they wait for the next time. Beyond these the oldest is used
 * again at once, and is missed by a terminal that goes on from there: its rows would have left.
 */
export const retiredBlocksMax = 64
