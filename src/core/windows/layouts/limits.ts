/**
 * Limits of saved layouts (docs/guides/layouts-and-profiles.md). Excess is reported with its place.
 */
import { resumeLineCharactersMax as lineMax } from '../../../agents/resume/limits.ts'

/** Bytes of a file, more than any valid layout needs. */
export const layoutBytesMax = 262_144

/** Tabs of a layout and their panes in total: each one is a program that starts. */
export const layoutTabsMax = 64
export const layoutPanesMax = 128

/** A command is shown on one line before it is started. */
export const layoutCommandCharactersMax = lineMax

/** Characters of a directory, which the kernel also limits, and of a tab title. */
export const folderCharactersMax = 4_096
export const layoutTitleCharactersMax = 256

/** Reported problems of a file; users fix these and try again. */
export const layoutProblemsMax = 10

/** Listed layouts, as many as a palette can show. */
export const layoutsMax = 200
