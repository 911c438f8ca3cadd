/** A repository and its worktrees, as the host reads and changes them with git. */

export interface GitProblem {
  readonly problem: string
}

export interface GitWorktree {
  readonly path: string
  /** Commit; empty without one. */
  readonly head: string
  /** Without `refs/heads/`; `null` if none is checked out. */
  readonly branch: string | null
  readonly isBare: boolean
  /** The reason, which may be empty; `null` if it is not locked. */
  readonly locked: string | null
  /** Its directory is gone. */
  readonly isMissing: boolean
}

export interface NewWorktree {
  readonly path: string
  readonly branch: string
  /** Creates the branch from the commit of the directory. */
  readonly isNew: boolean
}

/** Facts that decide whether a worktree may be removed. */
export interface RemovalFacts {
  /** Changed and untracked files. */
  readonly changed: readonly string[]
  /** Files that git does not compare: `assume-unchanged`, or `skip-worktree` and present. */
  readonly hidden: readonly string[]
  /** Ignored files and directories, which are removed. */
  readonly ignored: readonly string[]
  /** A directory in it with a repository of its own that `git status` does not report. */
  readonly nested: string | null
  readonly hasSubmodules: boolean
  /** State of git that is not a file, such as `an unfinished rebase`. */
  readonly operation: string | null
  /** Commits that no branch, tag or remote has. */
  readonly lost: number
  /** Name of what contains the branch; `null` if it is not merged, or must stay. */
  readonly mergedInto: string | null
  /** Commits that only the branch has, if it is not merged. */
  readonly ahead: number
}

/** A repository that contains a directory. Each function resolves, with a problem if it failed. */
export interface GitRepository {
  /** Path of the worktree that contains the directory. */
  readonly top: string
  /** The main worktree is the first. */
  readonly worktrees: readonly GitWorktree[]
  /** Sentences about filters and hooks of the repository, which do not run. */
  readonly notes: readonly string[]
  readonly hasBranch: (branch: string) => Promise<boolean>
  /** Returns which of the names no branch and no file at the path has; `null` if none is free. */
  readonly freeName: (
    names: readonly { readonly branch: string; readonly path: string }[],
  ) => Promise<string | null>
  /** Returns the path that `path` means, relative to the main worktree. */
  readonly resolve: (path: string) => string
  /** Finds the worktree at a path, which may be relative to a directory or have symbolic links. */
  readonly at: (path: string, directory: string) => Promise<GitWorktree | undefined>
  readonly exists: (path: string) => Promise<boolean>
  /** Creates a worktree, without running a program of the repository. Resolves with its path. */
  readonly add: (wanted: NewWorktree) => Promise<GitProblem | { readonly path: string }>
  readonly inspect: (worktree: GitWorktree) => Promise<GitProblem | RemovalFacts>
  readonly remove: (worktree: GitWorktree) => Promise<GitProblem | null>
  /** Deletes a merged branch. */
  readonly deleteBranch: (branch: string) => Promise<GitProblem | null>
}

export interface RunningProgram {
  readonly pid: number
  readonly name: string
}

export interface WorktreeGit {
  /** @param isNew a worktree will be created from it */
  readonly open: (directory: string, isNew: boolean) => Promise<GitProblem | GitRepository>
  /** Returns the user's programs whose current directory is within this one. */
  readonly programsIn: (directory: string) => Promise<readonly RunningProgram[]>
}
