/** Limits of grids and their reasons. Options of the configuration are in `options.ts`. */
/**
 * WebGL contexts of one page, of the visible grid and the last ones. Each takes some 30 MB in the
 * graphics process. Chromium keeps 16 and drops the oldest beyond that.
 */
export const webglContextsMax = 4

/** Visible panes with a context. Chromium drops the oldest of more than 16; others use the DOM. */
export const webglShownMax = 12

/** Time until a hidden grid releases its context, ms, for going back and forth. */
export const contextHiddenMs = 10_000

/** Time until a hidden grid is given up, ms: after its context and its rows (`keepHiddenMs`). */
export const parkMs = 12_000

/** The last hidden grids, which are kept anyway: half a megabyte each. */
export const unparkedMax = 4

/** Given-up grids after which garbage is collected: 4 MB, some 20 ms. */
export const collectParked = 8

/**
 * Time until a visible grid gets a context, ms. Until then the DOM renderer draws, because making
 * one takes 20 ms on a graphics card and 200 ms in software, too long for looking through tabs.
 */
export const contextDelayMs = 300

/**
 * Heavy output: a bucket that leaks 1 MB/s holds more than this. A screen drawn ten times a second
 * does not reach it, `cat` of a long file does after some milliseconds. The bucket's size empties
 * in a quarter of a second or so.
 */
export const floodBytes = 65_536
export const floodBytesPerMs = 1_000
export const floodBytesMax = 327_680

/** Time without output after which heavy output has ended, ms: two `floodFrameMs`. */
export const floodSettleMs = 64

/** Under heavy output, a frame is followed by a pause of this many times its duration. */
export const drawRestFactor = 15

/**
 * While the user types, until `typingMs` after the last key, other panes are drawn at most every
 * `besideMs`, and not within `besideEchoMs` of a key, ms. An echo takes 5 to 15 ms. Spinners and
 * meters are not faster, and before scrolling or selecting elsewhere a user has stopped typing for
 * about as long.
 */
export const typingMs = 300
export const besideMs = 100
export const besideEchoMs = 24

/** Assumed cost of a draw in the engine, ms. It cannot be measured. */
export const composeMs = 8

/** Longest pause, ms, or heavy output would look frozen. */
export const drawRestMsMax = 500

/** A frame that takes longer counts as done, ms: the graphics process may hang. */
export const drawMsMax = 1_000

/** Interval of asking the graphics process whether a frame is done, ms. */
export const drawPollMs = 4

/**
 * Edge of an atlas page, px: 4 MB. The four pages that the CPU's shader reads hold twice the glyphs
 * of a 1920x1080 screen of different cells. Larger screens get twice the edge. A full atlas is
 * emptied.
 */
export const atlasPagePx = 1_024

/**
 * Time for new glyphs per frame, ms, in which the page handles no keys. A glyph takes 0.05 to 0.5
 * ms, so a typical screen takes one frame and a Chinese one a dozen. Emptying the atlas adds the
 * same time once. The first frame of a renderer or a size has more time: it replaces nothing.
 */
export const glyphMs = 25
export const glyphMsFirst = 150

/**
 * Glyphs that a frame with time for glyphs draws in any case, and the time for them, ms. On a busy
 * machine other programs use most of a frame's time, and text would appear letter by letter.
 */
export const glyphsMin = 24
export const glyphsMinMs = 100

/** How long the previous image stays while glyphs of the next one are missing, ms. */
export const glyphHoldMs = 250
/** The same while the user types in the pane, whose keys must be shown soon. */
export const glyphHoldTypingMs = 50

/** Long-term share of the page's time for new glyphs, and the most at a time, ms. */
export const glyphShare = 0.4
export const glyphBurstMs = 400

/** Share for each other grid while heavy output in one uses all of that. */
export const glyphShareOfGrid = 0.1

/** Time until unused pixel memory is released, ms. */
export const paintedKeptMs = 10_000

/** Consecutive frames that may empty the atlas. Then cells without a glyph stay blank. */
export const emptyingsMax = 8

/** Time in which a size must not change before it is sent again, ms. */
export const resizeSettleMs = 50

/** Time from the last key until the cursor stops blinking, ms, to let the machine idle. */
export const blinkForMs = 15_000

/** Time in which a selection must not change before it is copied to PRIMARY, ms. */
export const primaryDelayMs = 80

/** Canvases that lost their content are restored one by one. Grids are drawn after the last, ms. */
export const canvasRestMs = 50

/** Time until a lost WebGL context is requested again, ms. It doubles up to the maximum. */
export const contextRetryMs = 1_000
export const contextRetryMsMax = 60_000

/** Font sizes that zoom can reach, px. */
export const fontSizeMin = 6
export const fontSizeMax = 72

export const scrollbarPx = 8

/** Duration of the bell's tint at the edge of a pane, ms. */
export const bellTintMs = 100

/** How long path checks are stored, ms, because the pointer crosses a line repeatedly. */
export const pathsKnownMs = 3_000

/** Lines whose path checks are stored. */
export const pathsKnownMax = 200

/**
 * Stacked images that are drawn, as multiples of the view's area. The lowest beyond it are not
 * drawn.
 */
export const layersMax = 16

/** Pixels of a grid's animated images, as many as the largest has. Others are not animated. */
export const movingPixelsMax = 16_777_216

/**
 * Rows above and below the view that each draw searches for placeholders of relative placements: as
 * many as lines are cached for. An image that reaches into view from further away is not drawn.
 */
export const anchorRowsMax = 200

/**
 * Runs of image placeholders per draw: 50 ms. An image has one run per row, so 19 images next to
 * each other fit in the 209 rows of a 4K screen of small text. Runs further down are not drawn.
 */
export const placeholderRunsMax = 4_096

/**
 * A dead key waits this long for its letter after another key, such as Ctrl, has come. GTK's input
 * method drops Ctrl+C for as long as it waits. Time for which Shift is held does not count.
 */
export const deadKeyMs = 500

/** The same time, after the dead key itself or Shift was released. */
export const deadKeyReleasedMs = 1_500

/**
 * GTK's input method delays the release of a dead key until another key is pressed. A release that
 * is this late shows such a key.
 */
export const deadKeyLateMs = 50
