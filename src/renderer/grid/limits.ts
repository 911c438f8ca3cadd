/** Numbers of the grids, with their reasons. Options of the configuration stand in `options.ts`. */
/**
 * WebGL contexts of one page: of the grid in view and of those seen last. Each takes some 30 MB in
 * the graphics process; Chromium keeps 16 and takes the oldest away beyond that.
 */
export const webglContextsMax = 4

/**
 * Panes in view that have a context. Chromium takes away the oldest of more than 16 in a page; the
 * panes beyond draw with the DOM renderer.
 */
export const webglShownMax = 12

/**
 * A grid that has been out of view for so long, ms, gives its context back: who goes back and forth
 * between tabs finds it there.
 */
export const contextHiddenMs = 10_000

/**
 * A grid that has been out of view for so long, ms, is given up and made anew when it is wanted:
 * after its context has gone and the rows that only a search needs (`keepHiddenMs`).
 */
export const parkMs = 12_000

/** Grids out of view that stay all the same, those seen last: half a megabyte each. */
export const unparkedMax = 4

/** Grids that were given up when garbage is collected, which takes some 20 ms: 4 MB. */
export const collectParked = 8

/**
 * A grid that comes into view without a context is drawn by the DOM renderer for so long: making a
 * context takes 20 ms on a graphics card and 200 ms in software, which nobody shall wait for who
 * only looks through the tabs.
 */
export const contextDelayMs = 300

/**
 * Output counts as a flood while a bucket that leaks 1 MB/s holds more than this: a screen that a
 * program draws ten times a second is none, `cat` of a long file is one after some milliseconds.
 * The bucket takes no more than empties within a quarter of a second.
 */
export const floodBytes = 65_536
export const floodBytesPerMs = 1_000
export const floodBytesMax = 327_680

/**
 * A flood that is not followed by more within this time, ms, is over, and its end is shown: two
 * frames of the core (`floodFrameMs`).
 */
export const floodSettleMs = 64

/**
 * In a flood, a frame rests so many times its own cost before the next: drawing takes at most a
 * sixteenth of the time.
 */
export const drawRestFactor = 15

/**
 * While the user types in a pane, until so long after the last key, ms, those beside it are drawn
 * no more often than each `besideMs`, and not within `besideEchoMs` of a key: an echo takes 5 to 15
 * ms to its picture. Spinners and meters turn no faster than that, and whoever scrolls or selects
 * in a pane beside has stopped typing for about as long.
 */
export const typingMs = 300
export const besideMs = 100
export const besideEchoMs = 24

/** What a picture that the page draws costs the engine, ms: chosen, since nothing tells it. */
export const composeMs = 8

/** But never longer than this, ms, or a flood would look stuck. */
export const drawRestMsMax = 500

/**
 * A frame that takes longer, ms, is taken for done: the graphics process hangs, and drawing must
 * not hang with it.
 */
export const drawMsMax = 1_000

/** How often the graphics process is asked whether a frame is done, ms. */
export const drawPollMs = 4

/**
 * Edge of a page of glyphs, px: 4 MB. The four pages that a shader on the processor reads then hold
 * twice the glyphs of a screen of 1920x1080 in which each cell is another; for greater screens the
 * edge is twice as long. What is full is emptied.
 */
export const atlasPagePx = 1_024

/**
 * Time for new glyphs in one frame, ms: the page handles no key meanwhile. A glyph takes 0.05 to
 * 0.5, so that a usual screen is whole in one frame, and one of Chinese in a dozen. Once as much
 * again where the atlas is emptied. The first frame of a renderer has more.
 */
export const glyphMs = 25
export const glyphMsFirst = 50

/**
 * New glyphs take this share of the page's time in the long run, and so many ms at once: a screen
 * of Chinese. Where a program goes on to change them beyond that, there are fewer pictures.
 */
export const glyphShare = 0.4
export const glyphBurstMs = 400

/**
 * Where a flood in one grid takes all of that, each other grid has a frame's time all the same, and
 * so often again that this is its share.
 */
export const glyphShareOfGrid = 0.1

/** Memory for pixels that are being drawn is given back when it was not needed for so long, ms. */
export const paintedKeptMs = 10_000

/**
 * Frames one after the other that empty the atlas for one picture that is not whole yet. Beyond it
 * the screen alone is more than the atlas holds, and what has no glyph stays blank.
 */
export const emptyingsMax = 8

/**
 * Time in which a size must stay the same before it is sent again. The first
 * change goes at once.
 */
export const resizeSettleMs = 50

/** The cursor stops blinking so long after the last key, to let the machine rest. */
export const blinkForMs = 15_000

/**
 * A selection that is still being changed is put on PRIMARY when it has rested so long: not once
 * for each cell.
 */
export const primaryDelayMs = 80

/**
 * Lost WebGL contexts are asked for again after this time, then twice as long, up to the greatest.
 */
export const contextRetryMs = 1_000
export const contextRetryMsMax = 60_000

/** Font sizes that zoom can reach, px. */
export const fontSizeMin = 6
export const fontSizeMax = 72

/** Width of the scrollbar, CSS px. */
export const scrollbarPx = 8

/** The edge of a pane is tinted so long by a bell, ms. */
export const bellTintMs = 100

/**
 * What is asked of the main process about paths is remembered so long, ms: the pointer crosses a
 * line again and again.
 */
export const pathsKnownMs = 3_000

/** Lines whose paths are remembered. */
export const pathsKnownMax = 200

/**
 * Keys of copy mode that wait behind one whose rows are on their way. Further ones are lost: nobody
 * types so far ahead.
 */
export const copyKeysMax = 64

/**
 * Images over each other that are drawn, as many as fill the view so many times: programs put a few
 * into it, and 1,024 over all of it would take seconds. Those at the bottom are left out.
 */
export const layersMax = 16

/**
 * Pixels of GIF and WebP images of a grid that move: as many as the largest image has: each is
 * held several times while it does. Further ones stand still.
 */
export const movingPixelsMax = 16_777_216

/**
 * Rows above and below the view in which placeholders are looked for that images stand relative to,
 * with each draw: as many as lines are kept for. An image that reaches into view from further away
 * is not drawn.
 */
export const anchorRowsMax = 200

/**
 * Runs of image placeholders that a draw shows: 50 ms of work. Programs print one run for each row
 * of an image, so 19 images next to each other fit in the 209 rows of a 4K screen of small text.
 * Runs further down are not drawn.
 */
export const placeholderRunsMax = 4_096

/**
 * A dead key waits this long for its letter after another key, such as Shift, has come. GTK's input
 * method drops Ctrl+C for as long as it waits.
 */
export const deadKeyMs = 500

/** The same, after the dead key itself was let go. */
export const deadKeyReleasedMs = 1_500

/**
 * GTK's input method holds the release of a dead key back until another key comes. A release that
 * is this late tells of one.
 */
export const deadKeyLateMs = 50
