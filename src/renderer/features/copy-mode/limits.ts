/** Limits of quick select. */

/** Time for one of the user's patterns, and for all, ms. The keyboard waits for it. */
export const ownPatternMsMax = 250
export const ownPatternsMsMax = 1_000

/** Visible matches of one pattern. Labels exist for 676 of them. */
export const ownMatchesMax = 2_048

/** Characters shown of an address that was copied. */
export const addressShownMax = 200
