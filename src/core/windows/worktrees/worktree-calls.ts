/** Actions on worktrees for pages and commands. `WorktreeDesk` implements them. */
import type { GitProblem } from './worktree-git.ts'
import type {
  CreatedWorktree,
  WorktreeList,
  WorktreeRemoval,
  WorktreeRow,
} from './worktree-view.ts'

/** `mayClose`: idle tabs in the worktree are closed. Otherwise every tab is an obstacle. */
export interface RemovalRules {
  readonly mayClose: boolean
}

/**
 * Each function works on the repository that contains a directory. `name`: a branch or a path, or
 * `null` for the worktree that contains the directory.
 */
export interface WorktreeCalls {
  readonly list: (directory: string) => Promise<WorktreeList | GitProblem>
  /**
   * Creates a worktree.
   * @param branch `null` for a free name
   * @param program the program that will run there, for that name
   */
  readonly create: (
    directory: string,
    branch: string | null,
    program: string | null,
  ) => Promise<CreatedWorktree | GitProblem>
  /** Finds a worktree with its tabs. */
  readonly find: (directory: string, name: string) => Promise<WorktreeRow | GitProblem>
  /** Returns the question before a worktree is removed, or why it is not removed. */
  readonly check: (
    directory: string,
    name: string | null,
    rules: RemovalRules,
  ) => Promise<WorktreeRemoval | GitProblem>
  /**
   * Removes a worktree, and its branch if that is merged.
   * @param agreed lines that the user has read; `null` if there was no question
   * @returns sentences about everything that was removed
   */
  readonly remove: (
    directory: string,
    name: string | null,
    rules: RemovalRules,
    agreed: string | null,
  ) => Promise<GitProblem | { readonly removed: readonly string[] }>
}
