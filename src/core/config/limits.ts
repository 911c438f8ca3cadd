/** Limits of the configuration. Excess parts are reported; the rest applies. */

/** Bytes of one file; a larger one is a mistake and is rejected. */
export const configFileBytesMax = 1_048_576

/** Characters of a string and entries of a list, unless the option sets others. */
export const configTextCharactersMax = 4_096
export const entriesMax = 64

/** Profiles that are read, as many as a menu can show. */
export const profilesMax = 32

/** Patterns of quick select, which shows labels after trying all of them. */
export const quickPatternsMax = 16

/** Commands on events. */
export const eventCommandsMax = 32

/** Rules for marks of tabs. */
export const markRulesMax = 64

/** Longest time that a state must last before a command on it runs: a day, in seconds. */
export const eventDelayMaxS = 86_400

/** Characters of a pattern, as in Find. */
export const configPatternCharactersMax = 1_000

/** Files named by `import` in total, and their nesting depth. */
export const importFilesMax = 16
export const importDepthMax = 3

/** Problems that are kept and shown; users fix the first ones and check again. */
export const configProblemsMax = 100

/** Characters of a value quoted in a problem. */
export const configValueCharactersMax = 80

/** Range of `tabs.sidebar_width`, px: a few words fit, and terminals get most of a small window. */
export const sidebarWidths = { least: 120, most: 600 }

/** Options that a page saves in addition to one: keys that a shortcut takes from other actions. */
export const optionsSavedMax = 64
