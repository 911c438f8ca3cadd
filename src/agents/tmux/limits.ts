/** Limits of data from a tmux server. */

/**
 * Bytes of a line: tmux sends 64 KiB of output, up to four characters per byte. Beyond: skipped.
 */
export const tmuxLineBytesMax = 524_288

/** Bytes of one reply: a screen of 500 x 300 in colors. The rest is dropped. */
export const replyBytesMax = 2_097_152

/** Panes of a session that are read, those of the current window first. The others are counted. */
export const tmuxPanesMax = 32

/** Characters of a pane's title that are read. */
export const tmuxTitleCharactersMax = 256

/** Columns or rows of a pane whose screen is read. Larger panes are not. */
export const paneCellsMax = 1_000

/** Time for a reply, ms. Beyond: the client is replaced. */
export const replyMs = 10_000

/** Commands waiting for replies. Beyond: none is sent, and the client is replaced. */
export const commandsMax = 128

/** Delay before the panes are listed, ms, because changes come in bursts. */
export const listMs = 50

/**
 * Bytes of one pane's output that are read, in a burst and per second; agents print far less.
 * Beyond: the pane rests for this long, ms. Reports in that time are not read; its screen is read
 * afterwards.
 */
export const paneBurstBytes = 2_097_152
export const paneBytesPerSecond = 2_097_152
export const tmuxRestMs = 250

/** Seconds that a client may lag before tmux holds back a pane's output. */
export const pauseAfterSeconds = 2

/**
 * Delay before a client that ended is restarted, ms, doubling up to a maximum; number of restarts
 * without a run of `steadyMs`. Beyond: the tab has no client until another tmux is in the
 * foreground.
 */
export const againMs = 1_000
export const againMsMax = 60_000
export const againTimes = 8
export const steadyMs = 60_000

/** Bytes of a sequence that is wrapped for tmux. The rest of a longer one is read unwrapped. */
export const wrappedBytesMax = 131_072

/** Sessions without a tab that are still read. Beyond: the oldest are dropped. */
export const detachedMax = 8

/** Quiet time before a pane's programs are held, ms. Earlier output is then in tmux. */
export const paneQuietMs = 30

/** Longest time for which they are held, ms, while no key is on its way. */
export const holdMsMax = 400

/** Time after which an unread key is taken back, and the polling interval, ms. */
export const keyUnreadMs = 150
export const keyLookMs = 2

/** Replies after which tmux has read a pane's output; each takes one turn of its event loop. */
export const turnsOfTmux = 3

/** Seconds after which a stopped server sends no key; it is taken back after `commandMs`. */
export const keySeconds = 2

/** Count at which a pane's answers restart, because nine digits are read. */
export const answersMax = 1_000_000_000
