/** Limits of links in text. */

/** Characters of a line searched for links. A minified file has megabytes in one line. */
export const linkLineCharactersMax = 8_192

/** Rows of an address that a program wraps by itself. An address with more rows is not a link. */
export const linkRowsMax = 64

/** Blanks between an address and the frame around it that a program's padding has. */
export const framePaddingMax = 4

/** Links of one line, more than ordinary output has; the rest stays text. */
export const linksPerLineMax = 64

/** Characters of a path. Linux's PATH_MAX is 4,096 bytes, but no one reads a path of a thousand. */
export const pathCharactersMax = 1_024

/**
 * UTF-16 units of a path from the main process: Linux's PATH_MAX in bytes, of which a unit needs at
 * least one. A message with a longer path fails its guard.
 */
export const pathUnitsMax = 4_096

/** Paths of one line that the main process checks. */
export const pathsAskedMax = 16

/** Time, ms, in which a file's kind must be known; otherwise a click does not open it. */
export const fileLookMs = 1_000

/** Characters of a host name (RFC 1035). An address with a longer one is refused. */
export const hostCharactersMax = 253

/** Characters of a link's text that are checked. A longer text always asks. */
export const linkTextMax = 8_192

/** Refused files that can still be shown in their folder; beyond them the oldest cannot. */
export const filesOfferedMax = 32

/** UTF-8 bytes of a link's address: the common limit of browsers. Longer ones are not links. */
export const linkBytesMax = 2_083
