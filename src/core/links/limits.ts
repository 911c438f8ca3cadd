/** Limits of links in text. */

/**
 * Characters of a line that are looked at for links, around the place that is asked for. A minified
 * file has megabytes in one line.
 */
export const linkLineCharactersMax = 8_192

/** Links of one line. More than a line of ordinary output has; beyond it: the rest is text. */
export const linksPerLineMax = 64

/** Characters of a path. PATH_MAX of Linux is 4 096 bytes; nobody reads one of a thousand. */
export const pathCharactersMax = 1_024

/**
 * UTF-16 units of a path that the main process named: PATH_MAX of Linux in bytes, of which a unit
 * needs one at least. Beyond it a message fails its guard.
 */
export const pathUnitsMax = 4_096

/** Paths of one line that the main process is asked about. */
export const pathsAskedMax = 16

/**
 * A file that a click leads to and that has not said within this time, ms, what it is, is not
 * opened.
 */
export const fileLookMs = 1_000

/**
 * Characters of a host's name: as much as DNS carries (RFC 1035). Beyond it there is none, and the
 * address is refused.
 */
export const hostCharactersMax = 253

/** Characters of a link's text that are judged. A longer text asks always. */
export const linkTextMax = 8_192

/** Files that were refused and can still be shown in their folder. Beyond it the oldest cannot. */
export const filesOfferedMax = 32

/** Bytes of a link's address in UTF-8: the common limit of browsers. Longer ones are no links. */
export const linkBytesMax = 2_083
