/** Limits of themes. */

/** Files of the user's folder that are read; nobody has more. */
export const themesMax = 200

/**
 * A theme or a list of colours, bytes. Larger ones are refused with a sentence: nobody writes more.
 */
export const themeBytesMax = 262_144
