/** The worktrees of a repository as pages, the socket and commands have them, with guards. */
import { z } from 'zod'
import { pathUnitsMax } from '../../links/limits.ts'
import { sessionId } from '../panes/id-guards.ts'
import { profile } from '../tabs/tab-view.ts'

/** Worktrees in a list. Further ones are counted. */
export const worktreesMax = 500

const path = z.string().min(1).max(pathUnitsMax)

const worktreeTab = z.object({
  session: sessionId,
  /** Window and tab, such as `Window 1, tab 3`. */
  place: z.string(),
  title: z.string(),
  state: z.string(),
})
export type WorktreeTab = Readonly<z.infer<typeof worktreeTab>>

export const worktreeRow = z.object({
  path: z.string(),
  /** `null`: no branch is checked out. */
  branch: z.string().nullable(),
  /** Commit; empty without one. */
  head: z.string(),
  /** The first worktree of the repository, which is never removed. */
  main: z.boolean(),
  /** It contains the directory for which the list was made. */
  current: z.boolean(),
  /** `locked`, or `missing`: the directory is gone. */
  note: z.string().optional(),
  tabs: z.array(worktreeTab),
})
export type WorktreeRow = Readonly<z.infer<typeof worktreeRow>>

export const worktreeList = z.object({
  /** Name of the repository. */
  repository: z.string(),
  worktrees: z.array(worktreeRow),
  /** How many are not listed. */
  more: z.int().min(0),
})
export type WorktreeList = Readonly<z.infer<typeof worktreeList>>

/** A worktree that was created for a tab. */
export const createdWorktree = z.object({
  path: z.string(),
  branch: z.string(),
  isNew: z.boolean(),
  /** Sentences about programs of the repository that did not run. */
  notes: z.array(z.string()).readonly(),
})
export type CreatedWorktree = Readonly<z.infer<typeof createdWorktree>>

/** A question before a worktree is removed. */
export const worktreeRemoval = z.object({
  path: z.string(),
  branch: z.string().nullable(),
  /** Sentences about everything that is removed, and what stays. */
  sentences: z.array(z.string()),
})
export type WorktreeRemoval = Readonly<z.infer<typeof worktreeRemoval>>

/** UTF-16 units of the sentences that the user agreed to. */
const agreedMax = 65_536

const branch = z.string().max(pathUnitsMax).nullable()

/** A command's request for a tab in a worktree. */
export const newWorktree = z.strictObject({ branch }).optional()

/** A user's action in a page, for the repository of a tab. */
export const worktreeAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('list') }),
  /** `branch` is `null` for a free name. `tool`: a name in `ai.tools`, which is started. */
  z.strictObject({
    act: z.literal('new'),
    branch,
    profile: profile.optional(),
    tool: z.string().min(1).max(64).optional(),
  }),
  z.strictObject({ act: z.literal('open'), path }),
  /** `path` is `null` for the worktree of the tab. */
  z.strictObject({ act: z.literal('check'), path: path.nullable() }),
  /** `agreed`: the sentences that the user has read, in lines. */
  z.strictObject({ act: z.literal('remove'), path, agreed: z.string().max(agreedMax) }),
])
export type WorktreeAct = Readonly<z.infer<typeof worktreeAct>>

/** A command's action, for the repository of a directory. `name`: a branch or a path. */
export const worktreeCommand = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('list') }),
  z.strictObject({ act: z.literal('open'), name: path }),
  z.strictObject({ act: z.literal('check'), name: path }),
  z.strictObject({ act: z.literal('remove'), name: path }),
])
export type WorktreeCommand = Readonly<z.infer<typeof worktreeCommand>>
