/** Limits of the session on disk (SECURITY.md, docs/config.md). */
import { tabsMax } from '../workspace/limits.ts'

/**
 * All of it together, bytes. A larger index is refused; tabs whose output
 * is beyond it come back without.
 */
export const restoreBytesMax = 64 * 1_048_576

/**
 * Of one tab, bytes: the ring holds a MiB, and some bytes bring back its modes. A longer file was
 * not written by us.
 */
export const savedOutputBytesMax = 2 * 1_048_576

/** What is beyond is not kept: an index with more was not written by us. */
export const savedWindowsMax = 100
export const savedTabsMax = tabsMax

/** A session that ends the app is not tried for ever. */
export const restoreAttemptsMax = 2

/** The session is saved so often, ms. */
export const saveIntervalMs = 15_000

/**
 * What a closed tab showed leaves the disk so soon, ms: of a window that closes with many tabs they
 * go in one save.
 */
export const goneSaveMs = 500

/**
 * Sessions that could not be read are kept for the user to look at, so many; beyond, the one at
 * hand is replaced.
 */
export const asideMax = 9

/**
 * At the end nothing goes on beside the writing: after so long, ms, what tabs showed is left to the
 * kernel to bring to the disk. The index never is.
 */
export const endSyncMs = 100
