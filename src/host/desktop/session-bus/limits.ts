/** Limits of a connection to the session bus, with their reasons. */

/**
 * A call over the session bus is answered within this time or fails; a program that the bus starts
 * for it needs some of it.
 */
export const busCallMs = 5_000
/**
 * Calls that wait for their answer at one time; beyond: they fail at once. Half of them are kept
 * for taking notifications back.
 */
export const busCallsMax = 64
/**
 * One message of the bus to us; what we receive has some hundred bytes. Beyond: the connection is
 * closed.
 */
export const busMessageBytesMax = 1024 * 1024
