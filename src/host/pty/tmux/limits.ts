/** A tmux command that has not ended after this time, ms, is killed. */
export const commandMs = 3_000

/** Output bytes of such a command: a line for each client of a server. More is a failure. */
export const commandBytesMax = 65_536

/** Bytes of a client's standard error that become a message. */
export const errorBytesMax = 1_024

/**
 * Delay, ms, between a change (a client that attached, detached or changed sessions) and the start
 * of a control-mode client. A tmux server crashes with all its sessions if it reports another pane,
 * window or session, or a detached client, while a control-mode client connects
 * (github.com/tmux/tmux/pull/4980; seen with 3.3a). That takes about 1 ms, and changes come
 * together.
 */
export const clientSettleMs = 500

/** A client that ignores the request to end is killed after this time, ms. */
export const closeMs = 2_000
