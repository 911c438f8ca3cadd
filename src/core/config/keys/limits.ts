/** Limits of keys in the configuration (docs/reference/config.md) and of keyboard modes. */

/** Chords of one action, and sent texts; more are refused with a message. */
export const chordsMax = 64
export const sendsMax = 64

/** Chords of a sequence. Ghostty's own editor makes up to 4. */
export const sequenceChordsMax = 8

/** Characters of a written shortcut: a sequence of the longest chords with all modifiers. */
export const shortcutCharactersMax = 400

/** Characters of a sent text; a longer one is a paste. */
export const sendCharactersMax = 4_096

/**
 * Entries of a screen's stack of keyboard flags. kitty keeps 8; beyond them the oldest is dropped,
 * as its protocol requires.
 */
export const flagStackMax = 16
