/** Bounds of running tmux. */

/** A command of tmux that has not ended after so long, ms, is killed. */
export const commandMs = 3_000

/** Bytes of what such a command prints: a line for each client of a server. More is a failure. */
export const commandBytesMax = 65_536

/** Bytes of what a client says on standard error, of which a sentence is made. */
export const errorBytesMax = 1_024

/**
 * A control-mode client is begun so long, ms, after what it is begun for: a client that came,
 * changed sessions or detached. A tmux server ends, with all its sessions, where it has to report
 * another pane, window or session, or a detached client, just while a control-mode client
 * introduces itself (github.com/tmux/tmux/pull/4980; seen with 3.3a). That takes it about a ms, and
 * changes come together.
 */
export const clientSettleMs = 500

/** A client that has been asked to end is killed after so long, ms. */
export const closeMs = 2_000
