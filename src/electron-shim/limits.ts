/** Limits of the shim on the Node side. Page side: page/frame.ts, page/ipc-renderer.ts. */

/**
 * Lifetime of a port's one-time secret; pages connect within milliseconds. Then the port closes.
 */
export const secretLifeMs = 10_000
/** Unused secrets; beyond it `postMessage` throws. */
export const secretsWaitingMax = 256
/** 128 bits, in hexadecimal in the address: cannot be guessed within its lifetime. */
export const secretBytes = 16
/** A connection without a secret is closed after this time: all pages are on loopback. */
export const upgradeMs = 2_000
/**
 * Connections of the user without a secret; a window has a few for milliseconds. More are closed.
 */
export const unprovenMax = 64
/**
 * Connections queued by the kernel (limited by net.core.somaxconn). It drops more, and Chromium
 * retries after a second.
 */
export const dialsWaitingMax = 4_096
/**
 * Connections whose user is being determined, for milliseconds, while a page is expected. Each uses
 * a file. More are closed, and a page retries.
 */
export const unjudgedMax = 2_048
/** Connections with a secret; 60 windows with some ports stay far below. More are closed. */
export const connectionsMax = 512
/** The kernel returns its socket table in pages, some 27 rows in 25 us. */
export const peerTablePieceBytes = 4_096
/** Pieces per turn: half a millisecond with all of them. */
export const peerTablePiecesATurn = 16
/** Messages queued until a port is started or connected; beyond it the port closes. */
export const portQueueMax = 16_384

/** After this time, a running `xdg-open` has become the browser. */
export const openMs = 15_000

/** Time limit of a clipboard call: the owner of a selection may hang. */
export const clipboardMs = 2_000
/** Size of clipboard text; a longer one fails. Paste is limited to 16 MiB anyway. */
export const clipboardBytesMax = 64 * 1024 * 1024

/** Delay before the next attempt to reach a bus. Until then, notifications fail. */
export const busRetryMs = 5_000
/** Notifications that wait for a reply; more are not shown, which is logged. */
export const notificationsWaitingMax = 32
/** Notifications kept for clicks, one per tab; beyond it the oldest counts as closed. */
export const notificationsOpenMax = 1_024

/**
 * Time for Chromium to exit after `Browser.close`; then SIGTERM, then SIGKILL
 * (docs/contributing/internals/electron.md).
 */
export const closeTermMs = 300
export const closeKillMs = 1_000
/** Time for removing the temporary profile: Chromium writes until its last process is gone. */
export const profileRemoveMs = 2_000
/** Polling interval for the group and the profile while closing. */
export const closePollMs = 10
/**
 * Polling interval for parent and debug client of a test driver. A killed runner is noticed after
 * two.
 */
export const orphanPollMs = 1_000
/** Checks without a debug client before the shim exits. `app.close()` is faster. */
export const orphanPollsMax = 3

/** Time limit of Chromium's start; slow machines take 3 s. Then exit code 1 with a message. */
export const chromiumStartMs = 30_000
/** Time limit of a window with a display, normally 0.3 s. Then the window fails with a message. */
export const windowOpenMs = 15_000
/** Time for an unexpected page to name its destination. Then it is closed. */
export const strayPageMs = 1_000
/**
 * Time after `reload` or `loadURL` in which leaving the document is accepted. Later the app is
 * asked.
 */
export const leavingMs = 2_000
/** Lines of Chromium's standard error kept for the message about its death. */
export const errorLinesMax = 20
/** Time limit for delivery to the first instance. */
export const secondInstanceMs = 1_000
/** Retry interval of that, in ms, for an instance that does not listen yet. */
export const deliverPollMs = 25
/** Longest address of a Unix socket; longer folders are skipped. */
export const socketPathBytesMax = 107
/** Size of a second instance's message; a larger one closes the connection. */
export const secondInstanceBytesMax = 256 * 1024
/** Minimum size of Chromium's windows, px. */
export const windowSizeMin = 1
/** Recorded calls for tests; the oldest are dropped. */
export const recordedCallsMax = 1_000
/** Time for a window to reach the requested page size; then it is measured again. */
export const windowSettleMs = 500
/** Polling interval of the page's size. */
export const windowPollMs = 5

/** Time limit of the X server's replies; then the request counts as failed. */
export const xAnswerMs = 2_000
/** Time for a window manager to manage a new window; later hints are not applied. */
export const windowManagedMs = 1_000
/** Size of a window property: lists of windows have some KB. The rest is not read. */
export const propertyBytesMax = 65_536
