/**
 * Every limit of the shim on the Node side, with unit, reason and what happens beyond it. Page
 * side: page/frame.ts, page/ipc-renderer.ts.
 */

/**
 * A port's one-time secret lives this long: the page connects within milliseconds. Beyond: the port
 * closes.
 */
export const secretLifeMs = 10_000
/** Secrets waiting for their page at one time; beyond it `postMessage` throws. */
export const secretsWaitingMax = 256
/** 128 bits, as hexadecimal in the address: nobody guesses it within its life. */
export const secretBytes = 16
/**
 * A connection that has not shown its secret by then is closed: only the shim's pages connect, on
 * loopback.
 */
export const upgradeMs = 2_000
/**
 * Connections of the user's own processes that have not shown their secret yet; a window has a
 * handful for milliseconds. Beyond: closed without an answer.
 */
export const unprovenMax = 64
/**
 * Dials that the kernel holds for us, as many as it gives anybody (net.core.somaxconn). Beyond: it
 * drops them, and Chromium's own dials again after a second.
 */
export const dialsWaitingMax = 4_096
/**
 * Connections whose user is not known yet, but is within milliseconds; each holds a file. They are
 * looked for only while a page is awaited. Beyond: closed without an answer, and a page dials
 * again.
 */
export const unjudgedMax = 2_048
/**
 * Connections with their secret; 60 windows with some ports each stay far below. Beyond: closed
 * without an answer.
 */
export const connectionsMax = 512
/** The kernel gives its table of sockets by a page of memory at a time, some 27 rows and 25 us. */
export const peerTablePieceBytes = 4_096
/** Half a millisecond with all; then others have a turn. */
export const peerTablePiecesATurn = 16
/**
 * Messages that a port keeps until it is started or connected; beyond it the port closes, so that
 * nothing grows unseen.
 */
export const portQueueMax = 16_384

/**
 * A clipboard call answers within this time or fails: the owner of a selection may hang
 * (security.md 3).
 */
export const clipboardMs = 2_000
/**
 * Text that the shim's clipboard takes or gives; beyond it the call fails. Paste stops at 16 MiB
 * anyway.
 */
export const clipboardBytesMax = 64 * 1024 * 1024

/**
 * After a bus could not be reached nobody dials for this long; notifications meanwhile fail at
 * once.
 */
export const busRetryMs = 5_000
/** Notifications that wait for the desktop's answer; beyond: not shown, and said. */
export const notificationsWaitingMax = 32
/**
 * Notifications held because they may still be clicked, one a tab; beyond it the oldest counts as
 * closed.
 */
export const notificationsOpenMax = 1_024

/**
 * Chromium has this long to leave after `Browser.close`; then SIGTERM, then SIGKILL
 * (docs/electron.md).
 */
export const closeTermMs = 300
export const closeKillMs = 1_000
/**
 * Removing the temporary profile is tried again for this long: Chromium writes until its last
 * process is gone.
 */
export const profileRemoveMs = 2_000
/** How often the group and the profile are looked at while closing. */
export const closePollMs = 10
/**
 * Under a test driver: how often parent and debug client are looked for. A killed runner is noticed
 * within two of these.
 */
export const orphanPollMs = 1_000
/**
 * Looks without a debug client, after there was one, before the shim ends. `app.close()` quits well
 * before.
 */
export const orphanPollsMax = 3

/**
 * Chromium's start until it answers on the pipe; slow machines take 3 s. Beyond: a sentence and
 * exit 1.
 */
export const chromiumStartMs = 30_000
/**
 * A window with a display until its target is seen; 0.3 s is usual. Beyond: the window fails in
 * words.
 */
export const windowOpenMs = 15_000
/** A new page that nobody asked for, until it says where it wants to go. Beyond: closed unasked. */
export const strayPageMs = 1_000
/**
 * From `reload` or `loadURL` until the old document is asked whether it goes: not the close button,
 * so accepted. Beyond: the app is asked.
 */
export const leavingMs = 2_000
/** Text of Chromium's standard error kept for the sentence about its death, in lines. */
export const errorLinesMax = 20
/**
 * Time for a prevented or slow `close` path in `app.quit` is the app's own; delivery to a first
 * instance has this long.
 */
export const secondInstanceMs = 1_000
/** Milliseconds between two tries of that, for a first instance that does not listen yet. */
export const deliverPollMs = 25
/** What an address of a Unix socket holds; a folder that makes it longer is passed over. */
export const socketPathBytesMax = 107
/**
 * One message of a second instance: arguments and directory, in bytes; beyond it the connection is
 * closed.
 */
export const secondInstanceBytesMax = 256 * 1024
/** A size under which Chromium keeps a window anyway, in pixels. */
export const windowSizeMin = 1
/** Calls kept in the record for specs; the oldest leave. */
export const recordedCallsMax = 1_000
/**
 * A window has this long to bring its page to the size asked for; then it is measured again, or
 * left.
 */
export const windowSettleMs = 500
/** How often the page's size is looked at meanwhile. */
export const windowPollMs = 5

/** The X server answers within this time, or is taken to hang: what was asked is not done. */
export const xAnswerMs = 2_000
/** A window manager has a new window within this time; beyond, the window stays as it treats it. */
export const windowManagedMs = 1_000
/** One property of a window: a list of windows has some kilobytes. Beyond: the rest is unread. */
export const propertyBytesMax = 65_536
