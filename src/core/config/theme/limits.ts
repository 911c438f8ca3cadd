/** Limits of themes. */

/** Theme files read from the user's directory. */
export const themesMax = 200

/** Bytes of a theme or list of colors; a larger one is refused with a message. */
export const themeBytesMax = 262_144
