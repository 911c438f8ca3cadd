/** Limits of the saved session (SECURITY.md, docs/reference/config.md). */
import { tabsMax } from '../workspace/limits.ts'

/** Total bytes. A larger index is rejected; excess output is not restored. */
export const restoreBytesMax = 64 * 1_048_576

/** Bytes per tab: a checkpoint of 3 MiB, and later output of up to 1 MiB with its modes. */
export const savedOutputBytesMax = 5 * 1_048_576

/** Larger ones were not written by vibeflow. */
export const savedWindowsMax = 100
export const savedTabsMax = tabsMax

/** Attempts to restore a session that crashes the app. */
export const restoreAttemptsMax = 2

/** Time after which a restored window did not crash the app, ms. The attempts then start again. */
export const restoredLivesMs = 2_000

/** The session is saved so often, ms. */
export const saveIntervalMs = 15_000

/** Delay before output of closed tabs is deleted, ms, so that a window is one save. */
export const goneSaveMs = 500

/** Sessions of each kind that are moved aside; beyond them the saved session is replaced. */
export const asideMax = 9

/** Time at exit after which output is left to the kernel to sync, ms. The index is synced. */
export const endSyncMs = 100
