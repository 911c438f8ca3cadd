/** Limits of themes. */

/** Theme files read from the user's directory. */
export const themesMax = 200

/** Themes of the collection, and bytes of its file. */
export const collectionMax = 1_000
export const collectionBytesMax = 1_048_576

/** Bytes of a theme or list of colors; a larger one is refused with a message. */
export const themeBytesMax = 262_144
