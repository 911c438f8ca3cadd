/**
 * Limits of what the configuration may say of keys (docs/config.md), and of the keyboard's modes.
 */

/** Chords of one action, and texts that are sent. Beyond it: refused with a sentence. */
export const chordsMax = 64
export const sendsMax = 64

/** Characters of a text that a chord sends. A longer one is a paste. */
export const sendCharactersMax = 4_096

/**
 * Entries of a screen's stack of keyboard flags. kitty keeps 8; beyond it the oldest is forgotten,
 * as its protocol says.
 */
export const flagStackMax = 16
