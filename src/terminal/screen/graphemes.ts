/** Grapheme clusters (UAX 29, Unicode 16) for mode 2027, and variation selectors. */
import { classOf } from './width.ts'

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
  LINKER = 13

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
  if (after === EXTEND || after === ZWJ || after === SPACING || after === LINKER) return true
  if (before === PREPEND && after !== 14) return true // GB9b
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
  if (kind === EXTEND || kind === LINKER) seen |= state & pictograph
  if (kind === ZWJ && (state & pictograph) !== 0) seen |= joined
  if (kind === CONSONANT) seen |= consonant
  if (kind === EXTEND || kind === ZWJ || kind === LINKER) seen |= state & (consonant | linked)
  if (kind === LINKER && (state & consonant) !== 0) seen |= linked
  return ((kind + 1) << 8) | seen
}

/** Variation selector for emoji presentation. */
export const emojiSelector = 0xfe0f
/**
 * Returns whether `code` makes the previous character a wide emoji. These are all of Unicode's
 * emoji-variation-sequences.txt: all emoji that are not wide by themselves, except for halves of
 * flags. No newer Unicode adds any.
 */
export function widensToEmoji(before: number, code: number): boolean {
  return (
    code === emojiSelector &&
    before <= codePointMax &&
    /^(?!\p{Regional_Indicator})\p{Emoji}$/u.test(String.fromCodePoint(before))
  )
}
const codePointMax = 0x10ffff
/** Variation selector for text presentation, which changes no width in any compared terminal. */
export const textSelector = 0xfe0e
/** Regional indicators pair up to a flag of width 2. */
export const isRegional = (code: number): boolean => classOf(code) === REGIONAL
