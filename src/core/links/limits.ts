/** Limits of links in text (behaviour/security.md 2). */

/** Characters of a line that are looked at for links, around the place that is asked for. A minified file has megabytes in one line. */
export const lineCharactersMax = 8_192

/** Links of one line. More than a line of ordinary output has; beyond it: the rest is text. */
export const linksPerLineMax = 64

/** Characters of a path. PATH_MAX of Linux is 4 096 bytes; nobody reads one of a thousand. */
export const pathCharactersMax = 1_024

/** Paths of one line that the main process is asked about. */
export const pathsAskedMax = 16

/** A file system that does not answer within this time, ms, has no such file. */
export const pathCheckMs = 300

/** Checks under way at a time, all tabs: two lines full of paths. A dead network disk keeps them, and Node's pool with them, so no more are begun. */
export const pathChecksMax = 32
