/** Limits of quick select. */

/** Time for one of the user's patterns, and for all, ms. The keyboard waits for it. */
export const ownPatternMsMax = 250
export const ownPatternsMsMax = 1_000

/** Matches of one pattern in view. There are labels for 676. */
export const ownMatchesMax = 2_048

/** Characters shown of an address that was copied. */
export const addressShownMax = 200
