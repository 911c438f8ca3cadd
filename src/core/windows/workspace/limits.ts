/** Limits of one window's tabs (SECURITY.md). */

/**
 * Tabs of a window: each holds a pty, a process and a ring of its newest output. Beyond it: refused
 * with a sentence.
 */
export const tabsMax = 1_000

/** How long the first tab waits for a page to send its size before it starts at the usual one. */
export const firstSizeWaitMs = 3_000

/** The size of a terminal that nobody has measured. */
export const defaultSize = { cols: 80, rows: 24 } as const

/**
 * A shell's directory is looked up so long after output began: one link read, and at most three a
 * second in a flood.
 */
export const directoryDelayMs = 300

/** Folders above one that is gone in which a shell may begin instead. Deeper ones: at home. */
export const levelsAboveMax = 64

/**
 * A clipboard call may take so long before the user is notified: another program may never answer
 * for its selection.
 */
export const clipboardWaitMs = 2_000

/** A shell that ends with an error so soon, ms, has failed to start: its messages stay in view. */
export const shellFailsWithinMs = 2_000

/**
 * Bytes of the file that a pager gets. The largest scrollback of usual lines fits; beyond it the
 * oldest lines are left out.
 */
export const pagerBytesMax = 67_108_864
