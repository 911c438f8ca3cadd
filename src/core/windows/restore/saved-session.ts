/**
 * What is kept on disk of windows and tabs, so that the next start has them again (docs/config.md):
 * names, places, directories and commands. What the tabs showed lies beside it, a file each. Pure.
 */
import { z } from 'zod'
import { windowFacts } from '../../ipc/contract.ts'
import type { Options } from '../../config/table.ts'
import type { KeptSplit } from '../panes/arrangement.ts'
import { printedSizesMax } from '../../session/flow/limits.ts'
import { columnsMax, gridRowsMax } from '../../ipc/limits.ts'
import { isTree, type Split } from '../panes/tree.ts'
import { resumeHint } from '../../../agents/resume/hint.ts'
import type { WindowFrame } from '../window-frame.ts'
import { restoreAttemptsMax, savedTabsMax, savedWindowsMax } from './limits.ts'

/**
 * As long as the kernel lets words be, and longer for a tab whose program could not be started: one
 * that is refused would take all others along.
 */
const text = z.string()

const size = { cols: z.int().min(1).max(columnsMax), rows: z.int().min(1).max(gridRowsMax) }

const savedTab = z.strictObject({
  /** Names the file with what it showed. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** null: the user's shell, which begins again; anything else waits until the user wants it. */
  command: z.strictObject({ program: text, args: z.array(text) }).nullable(),
  directory: text,
  /** By the user. */
  name: text.nullable(),
  /** By the command line. */
  title: text.nullable(),
  muted: z.boolean(),
  /** When what it showed was saved, by the clock of the wall; absent: nobody knows. */
  savedAt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    .optional()
    .catch(undefined),
  /** The sizes that it was printed at, by offset in the file; absent: not known. */
  sizes: z
    .array(z.strictObject({ at: z.int().min(0), ...size }))
    .max(printedSizesMax)
    .refine((sizes) => sizes.every(({ at }, index) => at > (sizes[index - 1]?.at ?? -1)))
    .optional()
    .catch(undefined),
  /** The cell that its pictures were laid out for, CSS px; absent: not known. */
  cell: windowFacts.shape.cell.optional().catch(undefined),
  /** The last of them, as vibeflow saved it before it saved all. */
  size: z.strictObject(size).optional().catch(undefined),
  /** Name of its profile; absent: none. */
  profile: text.max(64).optional(),
  /** Absent: none. One that may not be offered is passed over, and costs nothing else. */
  resume: resumeHint.optional().catch(undefined),
})

const savedSplit = z.strictObject({
  tree: z.custom<Split<string>>((value) => typeof value !== 'string' && isTree(value), 'a split'),
  zoomed: z.boolean(),
  /** The pane with the focus; absent, or of another tab: the first. */
  focus: z.string().optional(),
})

/** A damaged one goes alone: its panes become tabs, and all other tabs keep theirs. */
const savedSplits = z
  .array(savedSplit.nullable().catch(null))
  .transform((splits) => splits.filter((split) => split !== null))

const px = z.int().min(-65_536).max(65_536)

/** A size or place that nobody can have costs nothing but itself. */
const savedFrame = z.strictObject({
  width: px.min(1),
  height: px.min(1),
  at: z.strictObject({ x: px, y: px }).optional(),
})

const savedSession = z.strictObject({
  version: z.literal(1),
  /** The run that wrote it has ended in order: by the user, or by a signal. */
  ended: z.boolean(),
  /** Starts in a row that began to restore it and did not live until the next save. */
  attempts: z.int().min(0).max(1_000),
  windows: z
    .array(
      z.strictObject({
        active: z.int().min(0),
        /** Every pane, tab after tab. */
        tabs: z.array(savedTab).max(savedTabsMax),
        /** How tabs that have several panes are divided, by ids of `tabs`. */
        splits: savedSplits.optional().catch(undefined),
        /** Absent: not known. */
        frame: savedFrame.optional().catch(undefined),
      }),
    )
    .max(savedWindowsMax),
})

export type SavedTab = Readonly<z.infer<typeof savedTab>>
export interface SavedSession {
  readonly version: 1
  readonly ended: boolean
  readonly attempts: number
  readonly windows: readonly {
    readonly active: number
    readonly tabs: readonly SavedTab[]
    readonly splits?: readonly KeptSplit[] | undefined
    readonly frame?: WindowFrame | undefined
  }[]
}

/** What a file says; null: it is none of ours, or has been damaged. */
export function readSavedSession(json: string): SavedSession | null {
  try {
    return savedSession.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null // no JSON
  }
}

/**
 * Whether a start brings it back, by `session.restore`; `problem`: why not, where the user would
 * expect it.
 */
export function shallRestore(
  saved: SavedSession,
  restore: Options['session']['restore'],
): true | { readonly problem: string | null } {
  if (
    restore === 'never' ||
    (restore === 'crash' && saved.ended) ||
    saved.windows.every(({ tabs }) => tabs.length === 0)
  )
    return { problem: null }
  if (saved.attempts < restoreAttemptsMax) return true
  return {
    problem:
      `The tabs of the last run were not restored: vibeflow ended ${saved.attempts} times ` +
      'soon after it had tried.',
  }
}
