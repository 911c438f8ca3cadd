/**
 * Limits of the configuration. What lies beyond them is reported with its place;
 * the rest of the file counts.
 */

/** Bytes of one file. A configuration of that size is a mistake: the whole file is refused. */
export const configFileBytesMax = 1_048_576

/**
 * Characters of a string, entries of a list or table, unless the option says otherwise: longer, and
 * the key keeps its last good value.
 */
export const configTextCharactersMax = 4_096
export const entriesMax = 64

/** Profiles that are read: a menu of more is none. */
export const profilesMax = 32

/** Patterns of quick select: labels are shown when all have been tried. */
export const quickPatternsMax = 16

/** Characters of one: as many as Find takes. Nobody reads longer ones. */
export const configPatternCharactersMax = 1_000

/** Files named by `import`, all together, and how deep one may name another. */
export const importFilesMax = 16
export const importDepthMax = 3

/** Problems that are kept and shown. Whoever has more mends the first ones and looks again. */
export const configProblemsMax = 100

/** Characters of a value as a problem quotes it. */
export const configValueCharactersMax = 80

/** Of `tabs.sidebar_width`, px: a few words fit, and the terminals keep most of a small window. */
export const sidebarWidths = { least: 120, most: 600 }
