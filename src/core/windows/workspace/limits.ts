/** Limits of one window's tabs (SECURITY.md). */

/** Tabs of a window, each with a pty, a process and a ring; more are refused. */
export const tabsMax = 1_000

/**
 * Time that the first tab waits for its size before it starts with the default, ms. A page takes
 * one second, on a busy machine more than five.
 */
export const firstSizeWaitMs = 15_000

/** Size of an unmeasured terminal. */
export const defaultSize = { cols: 80, rows: 24 } as const

/** Delay after output before a shell's directory is read, ms. */
export const directoryDelayMs = 300

/** Parents of a missing directory that are tried for a shell; after them, home. */
export const levelsAboveMax = 64

/** Timeout of a clipboard call, ms: another program may never provide its selection. */
export const clipboardWaitMs = 2_000

/** A shell that fails within this time, ms, could not start; its output stays visible. */
export const shellFailsWithinMs = 2_000

/** Bytes of a pager's file, enough for the largest usual scrollback; older lines are omitted. */
export const pagerBytesMax = 67_108_864
