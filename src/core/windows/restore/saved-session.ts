/**
 * The saved session for the next start, without tabs' output (docs/reference/config.md). Pure.
 * Unknown fields are ignored, so that an older version can read the file of a newer one. `version`
 * rises only when an older version would misread the file.
 */
import { z } from 'zod'
import { windowFacts } from '../../ipc/contract.ts'
import type { Options } from '../../config/table.ts'
import type { KeptSplit } from '../panes/arrangement.ts'
import { queuedPrompt, queuedPromptsMax } from '../tabs/prompt-queue-view.ts'
import { tabMark } from '../tabs/tab-mark.ts'
import { printedSizesMax } from '../../session/flow/limits.ts'
import { columnsMax, gridRowsMax } from '../../ipc/limits.ts'
import { isTree, type Split } from '../panes/tree.ts'
import { resumeHint } from '../../../agents/resume/hint.ts'
import { unresumed } from '../../../agents/resume/unresumed.ts'
import type { WindowFrame } from '../window-frame.ts'
import { restoreAttemptsMax, savedTabsMax, savedWindowsMax } from './limits.ts'

/** Unlimited, as far as the kernel allows: one rejected text would reject all tabs. */
const text = z.string()

const size = { cols: z.int().min(1).max(columnsMax), rows: z.int().min(1).max(gridRowsMax) }

const savedTab = z.object({
  /** Names the file with its output. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** `null` for the user's shell, which is restarted; other commands wait for the user. */
  command: z.object({ program: text, args: z.array(text) }).nullable(),
  directory: text,
  /** Given by the user. */
  name: text.nullable(),
  /** From the command line. */
  title: text.nullable(),
  muted: z.boolean(),
  /** Set by the user. */
  mark: tabMark.optional().catch(undefined),
  /** When its output was saved, in local time. */
  savedAt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    .optional()
    .catch(undefined),
  /** Sizes at which it was printed, by offset in the file. */
  sizes: z
    .array(z.object({ at: z.int().min(0), ...size }))
    .max(printedSizesMax)
    .refine((sizes) => sizes.every(({ at }, index) => at > (sizes[index - 1]?.at ?? -1)))
    .optional()
    .catch(undefined),
  /** Cell for which its images were laid out, CSS px. */
  cell: windowFacts.shape.cell.optional().catch(undefined),
  /** The last size, as saved by older versions. */
  size: z.object(size).optional().catch(undefined),
  /** Name of its profile. */
  profile: text.max(64).optional(),
  /** Queued prompts. */
  queue: z.array(queuedPrompt).max(queuedPromptsMax).optional().catch(undefined),
  /** A hint that can't be offered is ignored. */
  resume: resumeHint.optional().catch(undefined),
  /** The agent that ran there, without a hint. */
  unresumed: unresumed.optional().catch(undefined),
})

const savedSplit = z.object({
  tree: z.custom<Split<string>>((value) => typeof value !== 'string' && isTree(value), 'a split'),
  zoomed: z.boolean(),
  /** The focused pane; the first if absent or in another tab. */
  focus: z.string().optional(),
})

/** A damaged split is dropped: its panes become tabs, and other tabs keep theirs. */
const savedSplits = z
  .array(savedSplit.nullable().catch(null))
  .transform((splits) => splits.filter((split) => split !== null))

const px = z.int().min(-65_536).max(65_536)

/** Impossible bounds are ignored. */
const savedFrame = z.object({
  width: px.min(1),
  height: px.min(1),
  at: z.object({ x: px, y: px }).optional(),
})

const savedSession = z.object({
  version: z.literal(1),
  /** The run that wrote it ended normally: by the user, or by a signal. */
  ended: z.boolean(),
  /** Consecutive starts that ended soon after they tried to restore it. */
  attempts: z.int().min(0).max(1_000),
  windows: z
    .array(
      z.object({
        active: z.int().min(0),
        /** All panes, tab by tab. */
        tabs: z.array(savedTab).max(savedTabsMax),
        /** Splits of tabs with several panes, by ids of `tabs`. */
        splits: savedSplits.optional().catch(undefined),
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

/** Returns `null` for a foreign or damaged file. */
export function readSavedSession(json: string): SavedSession | null {
  try {
    return savedSession.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null // not JSON
  }
}

/** Whether a start restores it, by `session.restore`; `problem`: why unexpectedly not. */
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
      `Tabs weren't restored because vibeflow quit ${saved.attempts} times right after ` +
      'restoring them. To try again, run "Restore the session before" from the command palette.',
  }
}
