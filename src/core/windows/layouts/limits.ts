/** Limits of saved layouts (docs/layouts.md). What is beyond them is refused, with its place. */
import { resumeLineCharactersMax as lineMax } from '../../../agents/resume/limits.ts'

/** Bytes of a file: all that it may hold, written at length, is less. */
export const layoutBytesMax = 262_144

/** Tabs of a layout, and panes of them all: each is a program that starts at once. */
export const layoutTabsMax = 64
export const layoutPanesMax = 128

/** A command is shown in whole before it is started, on one line. */
export const layoutCommandCharactersMax = lineMax

/** Characters of a folder, which the kernel limits too, and of a tab's title. */
export const folderCharactersMax = 4_096
export const layoutTitleCharactersMax = 256

/** Problems of a file that are told: whoever has more mends these and looks again. */
export const layoutProblemsMax = 10

/** Layouts that are listed; a palette of more is none. */
export const layoutsMax = 200
