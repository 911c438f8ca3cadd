/**
 * Extended grapheme clusters (UAX 29, Unicode 16), one code point after the other: used only while
 * mode 2027 is set. And the variation selectors, which count in both.
 */
import { classOf } from './width.ts'

// The classes, as numbered in unicode-data.ts.
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

/** What the cluster so far allows to follow, beyond its last class. */
const odd = 1,
  pictograph = 2,
  joined = 4,
  consonant = 8,
  linked = 16

/**
 * State of a cluster: class of its last code point and what came before, in one number; 0 is no
 * cluster. `next` says whether `code` joins the cluster with this state, and the new state.
 */
export function joinsCluster(state: number, code: number): boolean {
  if (state === 0) return false
  const before = (state >> 8) - 1
  const after = classOf(code)
  // GB9, GB9a
  if (after === EXTEND || after === ZWJ || after === SPACING || after === LINKER) return true
  // GB9b
  if (before === PREPEND && after !== 14) return true
  // GB6
  if (before === L) return after === L || after === V || after === LV || after === LVT
  // GB7
  if (before === LV || before === V) return after === V || after === T
  // GB8
  if (before === LVT || before === T) return after === T
  // GB9c
  if (after === CONSONANT && (state & linked) !== 0) return true
  // GB11
  if (after === PICTOGRAPH && (state & joined) !== 0) return true
  // GB12, GB13
  return before === REGIONAL && after === REGIONAL && (state & odd) !== 0
}

/** The state behind `code`, which joined the cluster of `state` or (state 0) begins one. */
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

/** The variation selector that asks for emoji presentation. */
export const emojiSelector = 0xfe0f
/**
 * Does `code` make the character before it an emoji, and so 2 wide? Those of Unicode's
 * emoji-variation-sequences.txt, which is all emoji that are not wide by themselves but for halves
 * of flags; no newer Unicode adds any. `before`: a code point; anything beyond is none.
 */
export function widensToEmoji(before: number, code: number): boolean {
  return (
    code === emojiSelector &&
    before <= codePointMax &&
    /^(?!\p{Regional_Indicator})\p{Emoji}$/u.test(String.fromCodePoint(before))
  )
}
const codePointMax = 0x10ffff
/** And the one that asks for text: changes no width, as in the terminals that were compared. */
export const textSelector = 0xfe0e
/** Regional indicators pair up to a flag, 2 wide. */
export const isRegional = (code: number): boolean => classOf(code) === REGIONAL
