/** Bounds of what is taken from a tmux server. What happens beyond each stands beside it. */

/**
 * Longest line of the control protocol, bytes. tmux sends at most 64 KiB of output a line, each
 * byte as four characters at worst. A longer line is passed over.
 */
export const tmuxLineBytesMax = 524_288

/** Bytes of the reply to one command: a screen of 500 x 300 in colours. The rest is cut. */
export const replyBytesMax = 2_097_152

/** Panes of one session that are looked at, the current window's first. The others are counted. */
export const tmuxPanesMax = 32

/** Characters of a pane's title that are read. */
export const tmuxTitleCharactersMax = 256

/** Cells in one direction of a pane whose screen is read; a larger one is not. */
export const paneCellsMax = 1_000

/** A command that is not answered for so long, ms: the client is taken for hung and replaced. */
export const replyMs = 10_000

/** Commands that wait for their replies. More are not sent, and the client is replaced. */
export const commandsMax = 128

/** Changes of windows and panes come in bursts: the list is asked for once after so long, ms. */
export const listMs = 50

/**
 * Output of one pane that is looked at, bytes: so many at once, and so many each second, far more
 * than any agent prints. Beyond it the pane is in a flood and rests for so long, ms; what it
 * reports meanwhile is not read, its screen is asked for afterwards.
 */
export const paneBurstBytes = 2_097_152
export const paneBytesPerSecond = 2_097_152
export const tmuxRestMs = 250

/** Seconds behind which a client may be before tmux itself holds a pane's output back. */
export const pauseAfterSeconds = 2

/**
 * A client that ended is begun again after so long, ms, then ever later; so many times in a row
 * without having been there for `steadyMs`. Then the tab goes without until another tmux is in
 * front.
 */
export const againMs = 1_000
export const againMsMax = 60_000
export const againTimes = 8
export const steadyMs = 60_000

/** Bytes of a sequence that is wrapped for tmux; the rest of a longer one is read as it stands. */
export const wrappedBytesMax = 131_072

/** Sessions that no tab shows any more and that are still looked into. The oldest are let go. */
export const detachedMax = 8

/**
 * An answer to a pane's dialog: its programs have printed nothing for so long, ms, before they are
 * kept from it. What they wrote before then, the kernel has handed to tmux.
 */
export const paneQuietMs = 30

/** They are kept from printing no longer than this, ms, while no key is on its way to them. */
export const holdMsMax = 400

/** A key that nobody has read after so long, ms, is taken back; it is looked for so often, ms. */
export const keyUnreadMs = 150
export const keyLookMs = 2

/** Replies of tmux behind which it has read what a pane printed: one turn of its own loop each. */
export const turnsOfTmux = 3

/**
 * A server that was stopped, and goes on after so many seconds, sends no key any more: who waits
 * for its reply gives up later (`commandMs`), and takes back what was sent before.
 */
export const keySeconds = 2

/** The count of a pane's answers begins anew there: nine digits are read. */
export const answersMax = 1_000_000_000
