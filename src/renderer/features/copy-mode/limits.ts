/** Limits of quick select. */

/** One pattern of the user on what is in view, ms; and all of them: the keyboard waits for it. */
export const ownPatternMsMax = 250
export const ownPatternsMsMax = 1_000

/** Matches of one pattern in view. There are labels for 676. */
export const ownMatchesMax = 2_048

/** Characters of an address that are shown when it has been copied. */
export const addressShownMax = 200

/** Keys that wait while patterns are tried: a label, and some. Further ones are lost. */
export const labelKeysMax = 8
