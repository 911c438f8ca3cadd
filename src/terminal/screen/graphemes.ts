/** Grapheme clusters (UAX 29) for mode 2027, and variation selectors. */
import { classOf, hasVariations, widthOf } from './width.ts'

// Classes, as numbered in unicode-data.ts.
const EXTEND = 1,
  ZWJ = 2,
  SPACING = 3,
  PREPEND = 4,
  REGIONAL = 5,
  L = 6,
  V = 7,
  T = 8,
  LV = 9,
  LVT = 10,
  PICTOGRAPH = 11,
  CONSONANT = 12,
  LINKER = 13,
  CONTROL = 14,
  NON_JOINER = 15

/** Facts about a cluster beyond its last class, which decide what may follow. */
const odd = 1,
  pictograph = 2,
  joined = 4,
  consonant = 8,
  linked = 16

/** Returns whether `code` joins the cluster with this state: its last class and `seen` bits. */
export function joinsCluster(state: number, code: number): boolean {
  if (state === 0) return false
  const before = (state >> 8) - 1
  const after = classOf(code)
  // GB9, GB9a
  if (after === EXTEND || after === ZWJ || after === SPACING || after >= LINKER)
    return after !== CONTROL
  if (before === PREPEND) return true // GB9b
  if (before === L) return after === L || after === V || after === LV || after === LVT // GB6
  if (before === LV || before === V) return after === V || after === T // GB7
  if (before === LVT || before === T) return after === T // GB8
  if (after === CONSONANT && (state & linked) !== 0) return true // GB9c
  if (after === PICTOGRAPH && (state & joined) !== 0) return true // GB11
  return before === REGIONAL && after === REGIONAL && (state & odd) !== 0 // GB12, GB13
}

/** Returns the state after `code`, which joined the cluster of `state` or (state 0) starts one. */
export function clusterState(state: number, code: number): number {
  const kind = classOf(code)
  let seen = 0
  if (kind === REGIONAL && (state & odd) === 0) seen |= odd
  if (kind === PICTOGRAPH) seen |= pictograph
  if (kind === EXTEND || kind === LINKER || kind === NON_JOINER) seen |= state & pictograph
  if (kind === ZWJ && (state & pictograph) !== 0) seen |= joined
  if (kind === CONSONANT) seen |= consonant
  if (kind === EXTEND || kind === ZWJ || kind === LINKER) seen |= state & (consonant | linked)
  if (kind === LINKER && (state & consonant) !== 0) seen |= linked
  return ((kind + 1) << 8) | seen
}

/** Variation selectors for text and for emoji presentation. */
const textSelector = 0xfe0e,
  emojiSelector = 0xfe0f
/**
 * Returns whether `code` makes the previous character a wide emoji. All emoji that are not wide by
 * themselves have variations, except for halves of flags.
 */
export function widensToEmoji(before: number, code: number): boolean {
  return code === emojiSelector && hasVariations(before) && widthOf(before) === 1
}
/**
 * Returns whether `code` makes the previous character one column wide in mode 2027. Kitty, Ghostty
 * and WezTerm do so, and programs count so that set the mode. Without the mode only kitty does.
 */
export function narrowsToText(before: number, code: number): boolean {
  return code === textSelector && hasVariations(before) && widthOf(before) === 2
}
/**
 * Returns whether a character that joins a cluster makes it an emoji of width 2: the second half of
 * a flag, or an emoji after U+200D, also if both are narrow on their own.
 */
export function isPartOfEmoji(code: number): boolean {
  const kind = classOf(code)
  return kind === REGIONAL || kind === PICTOGRAPH
}
/** Regional indicators pair up to a flag of width 2. */
export const isRegional = (code: number): boolean => classOf(code) === REGIONAL
