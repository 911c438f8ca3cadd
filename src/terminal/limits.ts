/** Columns and rows, clamped. xterm.js has no one-column grid, and memory is limited. */
export const colsMin = 2
export const colsMax = 1_000
export const rowsMin = 1
export const rowsMax = 1_000

/** Lines of history; more would fill any memory. Beyond: the oldest are dropped. */
export const historyLinesMax = 1_000_000

/** Parameters of a CSI, as in xterm.js. Later ones are ignored. */
export const parametersMax = 32
/** All subparameters of a CSI: positions of 120 extra cursors. Later ones are ignored. */
export const subParametersMax = 240
export const parameterMax = 0x7fffffff

/** Bytes of an OSC string with introducer and terminator (SECURITY.md). Beyond: swallowed. */
export const stringBytesMax = 131_072

/** Bytes of text in one OSC 66, as its specification allows. Beyond: the sequence is ignored. */
export const sizedTextBytesMax = 4_096

/** Code points of a title; tabs are narrower. Truncated. */
export const titleMax = 1_024
/** Titles saved by `CSI 22 t`. Beyond: the oldest is dropped. */
export const titleStackMax = 10

/** Bytes of a link's URL, a common browser limit. A longer one is not a link. */
export const cellLinkBytesMax = 2_083
/** Bytes of a link's id; programs use numbers or hashes. With a longer one, there is no link. */
export const linkIdBytesMax = 250
/** Links of a terminal, up to 23 MB. Beyond: the oldest is freed, and its cells lose it. */
export const linksMax = 10_000
/**
 * Characters of openers in a screen as sequences. A link is opened again for each piece; two of the
 * longest alternating in all cells would be 25 MB. Cells beyond lose their link.
 */
export const openersMax = 2_097_152
/** Underline colors and links, which cells refer to by 16 bits. Beyond: new cells get none. */
export const extrasMax = 65_535

/** Code points of a cell. Stacked marks are slow; a family emoji has 11. Beyond: dropped. */
export const clusterCodesMax = 16
/** Different clusters before unused ones are swept, so that random marks cannot fill memory. */
export const clustersBeforeSweep = 65_536
/** Clusters in use, 220 bytes each; cells have 21 bits. Beyond: new marks are dropped. */
export const clustersMax = 131_072
/** Marks rejected between sweeps that free little: 10 ms for a long history, a few μs per mark. */
export const sweepPace = 4_096

/** Rows below a shorter screen: a full one laid out ten times narrower. Beyond: dropped. */
export const belowRowsMax = 10_000

/**
 * Rows, or packed rows, between checkpoints of history at another width (reflow.ts). Reading walks
 * over at most this many, in a few μs; 100,000 rows need 75 KB.
 */
export const checkpointRows = 64
export const checkpointSources = 256

/** Rows of history that REP may overwrite, on the page and here. More would take a second. */
export const repeatRowsMax = 10_000

/** Entries of the kitty keyboard stack per screen. Beyond: the oldest is dropped. */
export const keyboardStackMax = 64

/** Saved pens, and saved color tables; xterm's limit. Beyond: the oldest is dropped. */
export const styleStackMax = 10

/** Fields of one OSC 21: a palette, and more names than there are. Beyond: ignored. */
export const colorFieldsMax = 288

/** Pointer shapes per screen, the least that OSC 22 allows. Beyond: the oldest is dropped. */
export const pointerStackMax = 16
/** Names of one OSC 22, more than there are shapes. Beyond: ignored. */
export const pointerNamesMax = 64

/** Rectangles of a delta's overview. Beyond: one bounding rectangle. */
export const rectanglesMax = 64
/** Clean cells between dirty ones that a rectangle includes, because a new header costs more. */
export const rectangleGapMax = 4
/** Share of dirty cells above which a full refresh is smaller. */
export const fullRefreshShare = 0.6

/** Cached joins of marks, a power of two, 12 bytes each. Others need new strings. */
export const joinsKept = 256

/**
 * Heavy output goes directly to history (offscreen.ts) above this many lines per screen row,
 * because restoring a screen costs about as much as printing two; not at the end of a chunk, with
 * fewer bytes per row left.
 */
export const passLinesPerRow = 3
export const passBytesPerRow = 100
/** Bytes before the next attempt after one without gain; doubled each time. */
export const passRetryBytes = 16_384
export const passRetryBytesMax = 1_048_576

/** Words reused to keep a screen. 200 x 80 cells need less; up to 20 MB are released. */
export const keptScratchWords = 1_048_576

/** Bytes of an unfinished sequence that is kept from its start; links and titles are shorter. */
export const keptSequenceBytesMax = 4_096

/** Unused blocks of 64 KiB, about as many as a log fills between two saves (`keepBytes`). */
export const spareBlocksMax = 12

/** Full blocks that are compressed in one idle step, about 250 μs each. */
export const restBlocksMax = 8

/** Expanded copies of compressed blocks. Rows are read in order, and a line may span two blocks. */
export const expandedBlocksMax = 2

/** Dropped blocks kept until the next `keep`. Beyond: reused, and missing in a continuation. */
export const retiredBlocksMax = 64

/** Extra cursors, so that the reply with all of them is within the limit of replies. */
export const extraCursorsMax = 1_024
