/**
 * The worktrees of repositories with their tabs, for pages and commands: lists, creates, opens and
 * removes them. Nothing is forced. A worktree with changed files or commits without a branch stays.
 */
import type { Clock } from '../../base/clock.ts'
import { paneFor, type SessionId } from '../ids.ts'
import type { Session } from '../session/session.ts'
import { allPaneEntries, type OpenWindows } from './open-window.ts'
import { shownPlace } from './workspace/listed-pane.ts'
import { branchProblem, directoryFor, nameStem, repositoryName } from './worktrees/branch-name.ts'
import type { RemovalRules, WorktreeCalls } from './worktrees/worktree-calls.ts'
import {
  isProblem,
  neverRemoved,
  removalSentences,
  shownName,
  shownPath,
  stillRuns,
  wouldLose,
} from './worktrees/removal.ts'
import type {
  GitProblem,
  GitRepository,
  GitWorktree,
  RemovalFacts,
  WorktreeGit,
} from './worktrees/worktree-git.ts'
import {
  worktreesMax,
  type CreatedWorktree,
  type WorktreeList,
  type WorktreeRemoval,
  type WorktreeRow,
  type WorktreeTab,
} from './worktrees/worktree-view.ts'

/** Worktrees that are created or removed later. Further ones are refused. */
const waitingMax = 20

/** Numbers that are tried for a free name. */
const triesMax = 99

/** How often, and how long, the end of closed programs is waited for. */
const endLookMs = 100
const endLooksMax = 50

export interface WorktreeDeskPorts {
  readonly clock: Clock
  readonly git: WorktreeGit
  /** Returns `worktrees.directory` with its variables expanded. */
  readonly pattern: () => string
}

interface Inspected extends WorktreeRemoval {
  readonly repository: GitRepository
  readonly worktree: GitWorktree
  readonly facts: RemovalFacts
  /** Tabs that are closed with it. */
  readonly tabs: readonly WorktreeTab[]
}

export class WorktreeDesk implements WorktreeCalls {
  readonly #open: OpenWindows
  readonly #ports: WorktreeDeskPorts
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(open: OpenWindows, ports: WorktreeDeskPorts) {
    this.#open = open
    this.#ports = ports
  }

  async list(directory: string): Promise<WorktreeList | GitProblem> {
    const repository = await this.#ports.git.open(directory, false)
    if (isProblem(repository)) return repository
    const rows = this.#rows(repository)
    return {
      repository: shownName(repositoryName(rows[0]?.path ?? repository.top)),
      worktrees: rows.slice(0, worktreesMax),
      more: Math.max(0, rows.length - worktreesMax),
    }
  }

  create(
    directory: string,
    branch: string | null,
    program: string | null,
  ): Promise<CreatedWorktree | GitProblem> {
    const problem = branch === null ? null : branchProblem(branch)
    if (problem !== null) return Promise.resolve({ problem })
    return this.#inTurn(() => this.#create(directory, branch, program))
  }

  async find(directory: string, name: string): Promise<WorktreeRow | GitProblem> {
    const repository = await this.#ports.git.open(directory, false)
    if (isProblem(repository)) return repository
    const found = await this.#find(repository, name, directory)
    if (isProblem(found)) return found
    const row = this.#rows(repository).find(({ path }) => path === found.path)
    if (found.isMissing || row === undefined)
      return { problem: `The directory ${shownPath(found.path)} is gone.` }
    return row
  }

  async check(
    directory: string,
    name: string | null,
    rules: RemovalRules,
  ): Promise<WorktreeRemoval | GitProblem> {
    const found = await this.#inspect(directory, name, rules)
    if (isProblem(found)) return found
    const { path, branch, sentences } = found
    return { path, branch, sentences }
  }

  remove(
    directory: string,
    name: string | null,
    rules: RemovalRules,
    agreed: string | null,
  ): Promise<GitProblem | { readonly removed: readonly string[] }> {
    return this.#inTurn(() => this.#remove(directory, name, rules, agreed))
  }

  async #create(
    directory: string,
    wanted: string | null,
    program: string | null,
  ): Promise<CreatedWorktree | GitProblem> {
    const repository = await this.#ports.git.open(directory, true)
    if (isProblem(repository)) return repository
    const branch = wanted ?? (await this.#freeName(repository, program))
    if (branch === null)
      return { problem: 'No free name for a branch was found. Write a name after --worktree.' }
    const there = repository.worktrees.find((one) => one.branch === branch)
    if (there !== undefined) return { problem: this.#checkedOut(repository, there, branch) }
    const path = this.#pathOf(repository, branch)
    if (await repository.exists(path))
      return {
        problem:
          `${shownPath(path)} already exists. Choose another branch, or change ` +
          'worktrees.directory.',
      }
    const isNew = !(await repository.hasBranch(branch))
    const made = await repository.add({ path, branch, isNew })
    return isProblem(made) ? made : { path: made.path, branch, isNew, notes: repository.notes }
  }

  #checkedOut(repository: GitRepository, { path }: GitWorktree, branch: string): string {
    const [tab] = this.#rows(repository).find((row) => row.path === path)?.tabs ?? []
    const where = tab === undefined ? '' : `, in the tab "${tab.title}" (${tab.place})`
    return (
      `The branch ${shownName(branch)} is already checked out in ${shownPath(path)}${where}. ` +
      'To show it, run `vibeflow worktree open` with its name.'
    )
  }

  #pathOf({ resolve, worktrees, top }: GitRepository, branch: string): string {
    return resolve(directoryFor(this.#ports.pattern(), worktrees[0]?.path ?? top, branch))
  }

  #freeName(repository: GitRepository, program: string | null): Promise<string | null> {
    const names = Array.from({ length: triesMax }, (_, at) => `${nameStem(program)}-${at + 1}`)
    return repository.freeName(
      names.map((branch) => ({ branch, path: this.#pathOf(repository, branch) })),
    )
  }

  async #find(
    { worktrees, at, top }: GitRepository,
    name: string | null,
    directory: string,
  ): Promise<GitWorktree | GitProblem> {
    const wanted = name ?? top
    // without a branch, a worktree has no name either
    const named = name === null ? undefined : worktrees.find((one) => one.branch === name)
    const placed = await at(wanted, directory)
    if (named !== undefined && placed !== undefined && named !== placed)
      return {
        problem:
          `"${shownName(wanted)}" is the branch of ${shownPath(named.path)}, and the path of ` +
          'another worktree. Write the absolute path of one of them.',
      }
    const found = named ?? placed
    if (found !== undefined) return found
    return {
      problem:
        `No worktree of this repository has the branch or path "${shownName(wanted)}". ` +
        'Run `vibeflow worktree list` to see all.',
    }
  }

  async #inspect(
    directory: string,
    name: string | null,
    { mayClose }: RemovalRules,
  ): Promise<Inspected | GitProblem> {
    const { git } = this.#ports
    const repository = await git.open(directory, false)
    if (isProblem(repository)) return repository
    const worktree = await this.#find(repository, name, directory)
    if (isProblem(worktree)) return worktree
    const { path, branch } = worktree
    const never = neverRemoved(worktree, repository.worktrees)
    if (never !== null) return { problem: never }
    const tabs = this.#rows(repository).find((row) => row.path === path)?.tabs ?? []
    const idle = mayClose ? tabs.filter(({ session }) => this.#isIdle(session)) : []
    const living = tabs.filter((tab) => !idle.includes(tab) && this.#isLiving(tab))
    const own = new Set(idle.map((tab) => this.#programOf(tab)?.pid))
    const programs = (await git.programsIn(path)).filter(({ pid }) => !own.has(pid))
    const running = stillRuns(path, living, programs)
    if (running !== null) return { problem: running }
    const facts = await repository.inspect(worktree)
    if (isProblem(facts)) return facts
    const loss = wouldLose(path, facts)
    if (loss !== null) return { problem: loss }
    const sentences = [...removalSentences(worktree, facts, idle)]
    return { repository, worktree, facts, tabs: idle, path, branch, sentences }
  }

  async #remove(
    directory: string,
    name: string | null,
    rules: RemovalRules,
    agreed: string | null,
  ): Promise<GitProblem | { readonly removed: readonly string[] }> {
    const found = await this.#inspect(directory, name, rules)
    if (isProblem(found)) return found
    const { repository, worktree, facts, tabs, sentences } = found
    if (agreed !== null && agreed !== sentences.join('\n'))
      return { problem: 'Not removed: the worktree has changed since the question. Try again.' }
    this.#close(tabs, repository)
    const running = tabs.length === 0 ? null : await this.#waitForEnd(worktree.path)
    if (running !== null) return { problem: running }
    const problem = await repository.remove(worktree)
    if (problem !== null) return problem
    const { branch } = worktree
    if (branch === null || facts.mergedInto === null) return { removed: sentences }
    const stays = await repository.deleteBranch(branch)
    return {
      removed: stays === null ? sentences : [...sentences.slice(0, -1), stays.problem],
    }
  }

  /** Closes tabs. A window that would be empty gets a tab in the main worktree. */
  #close(tabs: readonly WorktreeTab[], { worktrees, top }: GitRepository): void {
    for (const { session } of tabs) {
      const workspace = this.#open.windowOf(session)?.workspace
      if (workspace === undefined) continue
      if (workspace.strip.sessions.all.length === 1)
        workspace.newTabs.open({ directory: worktrees[0]?.path ?? top })
      workspace.closing.closePane(paneFor(session), { force: true })
    }
  }

  /** Waits until closed programs have ended. Returns a sentence about a program that has not. */
  async #waitForEnd(path: string): Promise<string | null> {
    for (let look = 0; ; look += 1) {
      const programs = await this.#ports.git.programsIn(path)
      if (programs.length === 0 || look === endLooksMax) return stillRuns(path, [], programs)
      await new Promise<void>((go) => this.#ports.clock.after(endLookMs, go))
    }
  }

  #isIdle(session: SessionId): boolean {
    return this.#open.windowOf(session)?.workspace.closing.losesNothing(session) === true
  }

  #programOf({ session }: WorktreeTab): Session['program'] | undefined {
    return this.#open.windowOf(session)?.workspace.session(session)?.program
  }

  /** Whether a program runs in a tab, or is about to. */
  #isLiving(tab: WorktreeTab): boolean {
    const phase = this.#programOf(tab)?.phase
    return phase === 'running' || phase === 'starting'
  }

  /** Returns the worktrees, each with the tabs whose directory is in it. */
  #rows({ worktrees, top }: GitRepository): readonly WorktreeRow[] {
    const within = (directory: string): GitWorktree | undefined =>
      worktrees
        .filter(({ path }) => directory === path || directory.startsWith(`${path}/`))
        .toSorted((one, other) => other.path.length - one.path.length)[0]
    const tabs = new Map<string, WorktreeTab[]>()
    for (const entry of allPaneEntries(this.#open)) {
      const { id, title, state, directory } = entry
      const session = this.#open.windowOf(id)?.workspace.session(id)
      const path = within(directory)?.path
      if (path === undefined || session === undefined || session.identity.elsewhere !== null)
        continue
      const place = shownPlace(entry)
      tabs.set(path, [...(tabs.get(path) ?? []), { session: id, place, title, state }])
    }
    return worktrees.map(({ path, branch, head, locked, isMissing }, at) => ({
      ...{ path, branch, head, main: at === 0, current: path === top },
      ...(isMissing ? { note: 'missing' } : locked === null ? {} : { note: 'locked' }),
      tabs: tabs.get(path) ?? [],
    }))
  }

  /** Runs changes of worktrees one after the other, so that each finds a free name. */
  async #inTurn<Result>(act: () => Promise<Result | GitProblem>): Promise<Result | GitProblem> {
    if (this.#waiting >= waitingMax)
      return { problem: `${waitingMax} changes of worktrees are still waiting. Try again later.` }
    this.#waiting += 1
    const before = this.#last
    const own = before.then(act)
    this.#last = own.catch(() => undefined)
    try {
      return await own
    } finally {
      this.#waiting -= 1
    }
  }
}
