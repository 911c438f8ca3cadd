/** Saves windows and tabs while the app runs, for the next start (docs/reference/config.md). */
import { toSessionId, type SessionId } from '../../../core/ids.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Options } from '../../../core/config/table.ts'
import {
  endSyncMs,
  goneSaveMs,
  restoredLivesMs,
  saveIntervalMs,
  savedTabsMax,
  savedWindowsMax,
} from '../../../core/windows/restore/limits.ts'
import {
  shallRestore,
  type SavedSession,
  type SavedTab,
} from '../../../core/windows/restore/saved-session.ts'
import { renameSplit, type KeptSplit } from '../../../core/windows/panes/arrangement.ts'
import type { RestorableTab } from '../../../core/session/session-ports.ts'
import type { WindowFrame } from '../../../core/windows/window-frame.ts'
import type { SizeFrom } from '../../../base/sizes/size.ts'
import {
  indexStep,
  isIndexStep,
  outputStep,
  SessionFolder,
  settleStep,
  type FolderStep,
} from './session-folder.ts'

/** An open tab. `version` changes whenever its output does. */
export interface LiveTab {
  readonly id: SessionId
  readonly delivery: { readonly history: { readonly version: number } }
  readonly restorable: (lines: number) => RestorableTab
}

/** Version, time (`2026-11-23 09:05`) and sizes of the output on disk. */
interface Written {
  readonly state: string
  readonly savedAt: string
  readonly sizes: readonly SizeFrom[]
}

export interface LiveWindow {
  /** All panes, tab after tab. */
  readonly tabs: readonly LiveTab[]
  /** Absent without splits. */
  readonly splits?: readonly KeptSplit[]
  /** Index of the active tab. */
  readonly active: number
  readonly frame?: WindowFrame | undefined
}

interface KeeperPorts {
  readonly clock: Clock
  /** Returns windows in the order they were opened. */
  readonly windows: () => readonly LiveWindow[]
  readonly options: () => Options['session']
  /** Called with a message when a save failed, once per cause until a save succeeds. */
  readonly failed: (problem: string) => void
}

/** Windows to restore, and a problem to report. */
export interface TakenWindows {
  readonly windows: readonly RestoredWindow[]
  readonly problem: string | null
}

/** A window of the last run, with the output of its tabs. */
export interface RestoredWindow {
  readonly active: number
  readonly tabs: readonly RestorableTab[]
  /** Panes by their index in `tabs`, as text. */
  readonly splits: readonly KeptSplit[]
  readonly frame?: WindowFrame | undefined
}

export class SessionKeeper {
  readonly #folder: SessionFolder
  readonly #ports: KeeperPorts
  /** Saved output of each tab, and how many lines were requested. */
  #written = new Map<string, Written>()
  #index = ''
  /** Tabs and offers in the newest index on disk. */
  #named = unknownNames
  #cancel: (() => void) | null = null
  #cancelSoon: (() => void) | null = null
  #cancelQuick: (() => void) | null = null
  /** The restored session may end this app: the index has the number of attempts. */
  #isAttempt = false
  #cancelLived: (() => void) | null = null
  /** The restored session until a window of it lives. */
  #restored: SavedSession | null = null
  #over = false
  /** A save that started in an earlier turn has no more effect. */
  #turn = 0
  /** Number of times that the index alone was written. */
  #arrangements = 0
  #saving = false
  /** The save that comes soon has output too. */
  #soonWhole = false
  /** Another save follows the current one. */
  #again = false
  /** Error codes reported since the last successful save. */
  readonly #reported = new Set<string>()

  constructor(folder: string, ports: KeeperPorts) {
    this.#folder = new SessionFolder(folder)
    this.#ports = ports
  }

  /**
   * Reads the data that the last run saved, once per start, depending on `session.restore`. The
   * next save replaces it.
   * @param wanted false with `--no-restore`
   */
  take(wanted: boolean): TakenWindows {
    const { restore } = this.#ports.options()
    if (!wanted || restore === 'never') return { windows: [], problem: null }
    const { session: saved, problem } = this.#folder.read()
    if (saved === null) return { windows: [], problem }
    const verdict = shallRestore(saved, restore)
    if (verdict !== true) {
      if (verdict.problem === null) return { windows: [], problem }
      return { windows: [], problem: `${verdict.problem} ${this.#folder.putAside('given-up')}` }
    }
    this.#restored = saved
    this.#isAttempt = true
    this.#try(() =>
      this.#folder.now(indexStep({ ...saved, attempts: saved.attempts + 1, ended: false })),
    )
    return { windows: windowsOf(saved, this.#folder), problem }
  }

  /** Returns the tabs that `take` would restore. It changes nothing. */
  get offered(): ReadonlySet<string> {
    const { session } = this.#folder.read()
    if (session === null || shallRestore(session, this.#ports.options().restore) !== true)
      return new Set()
    return new Set(session.windows.flatMap(({ tabs }) => tabs.map(({ id }) => id)))
  }

  /** Returns the windows of the session that was given up last. It stays on disk. */
  givenUp(): TakenWindows {
    const folder = this.#folder.givenUp()
    const { session, problem } = folder?.read() ?? { session: null, problem: null }
    if (folder === null || session === null) return { windows: [], problem }
    return { windows: windowsOf(session, folder), problem }
  }

  /** Called when the page of a window is ready. If the app lives on, the restore succeeded. */
  pageReady(): void {
    const saved = this.#restored
    this.#restored = null
    if (saved === null || this.#over) return
    this.#cancelLived = this.#ports.clock.after(restoredLivesMs, () => {
      // A save has no attempts.
      if (!this.#isAttempt || this.#saving) return
      this.#isAttempt = false
      this.#try(() => this.#folder.now(indexStep({ ...saved, attempts: 0, ended: false })))
    })
  }

  /** Starts saving every `saveIntervalMs`. */
  begin(): void {
    if (this.#over) return
    this.#cancel = this.#ports.clock.after(saveIntervalMs, () => {
      void this.#save()
      this.begin()
    })
  }

  /** Saves soon after tabs were opened or closed, so that a crash restores the present ones. */
  tabsChange(): void {
    this.#saveSoon(true)
  }

  /** Saves soon how tabs are arranged, and which one is active. It writes no known output again. */
  tabsMove(): void {
    this.#saveSoon(false)
  }

  #saveSoon(whole: boolean): void {
    if (this.#over || this.#cancel === null) return
    this.#soonWhole ||= whole
    this.#cancelQuick ??= this.#ports.clock.after(0, () => {
      this.#cancelQuick = null
      this.#saveArrangement()
    })
    this.#cancelSoon ??= this.#ports.clock.after(goneSaveMs, () => {
      const isWhole = this.#soonWhole
      this.#cancelSoon = null
      this.#soonWhole = false
      void this.#save(isWhole)
    })
  }

  /**
   * Writes the index alone, so that a process that is killed leaves its windows as they are. The
   * next save writes it again, and waits for the disk.
   */
  #saveArrangement(): void {
    if (this.#over || this.#isAttempt) return
    this.#arrangements += 1
    this.#try(() => {
      const { value: step } = this.#steps(false, 'none').next()
      if (step !== undefined) this.#folder.now(step)
    })
  }

  /** Saves now: an offer just used must not be on disk. Restarts a save in progress. */
  saveNow(): void {
    if (this.#over || this.#cancel === null) return
    this.#turn += 1
    this.#again = this.#saving
    this.#try(() => this.#saveAtOnce(false, () => false))
  }

  /**
   * Saves all open tabs before it returns, at exit. Only the first call counts.
   * @param isEnd false if the app ends without the user's wish, as in a crash
   */
  end(isEnd = true): void {
    if (this.#over) return
    this.#cancel?.()
    this.#cancelSoon?.()
    this.#cancelQuick?.()
    this.#cancelLived?.()
    this.#over = true // ends a save in progress
    const begun = this.#ports.clock.now()
    this.#try(() => this.#saveAtOnce(isEnd, () => this.#ports.clock.now() - begun < endSyncMs))
  }

  /** @param lasting returns whether an output must be on disk before the next step */
  #saveAtOnce(ended: boolean, lasting: () => boolean): void {
    const steps = this.#steps(ended)
    let failed = false
    for (let step = steps.next(); step.done !== true; ) {
      const now = step.value
      const done = this.#try(() => this.#folder.now(now, lasting()), failed)
      failed ||= !done
      step = steps.next(done)
    }
  }

  /** Whether the next start restores the tabs that are open at the end. */
  get keeps(): boolean {
    return this.#ports.options().restore === 'always'
  }

  /** Whether an asynchronous save is in progress. */
  get saving(): boolean {
    return this.#saving
  }

  /**
   * Saves asynchronously, one save at a time. Each uses the tabs that are open when it starts.
   * @param whole false to write output of tabs only that have none on disk
   */
  async #save(whole = true): Promise<void> {
    this.#again = this.#saving
    if (this.#saving) return
    this.#saving = true
    const turn = this.#turn
    const arrangements = this.#arrangements
    const stale = () => this.#over || this.#turn !== turn
    try {
      const steps = this.#steps(false, whole ? 'changed' : 'missing')
      let failures = 0
      for (let step = steps.next(); step.done !== true && !stale(); ) {
        const now = step.value
        const isOlder = () => isIndexStep(now) && this.#arrangements !== arrangements
        const problem = await this.#folder
          .soon(now, () => !stale() && !isOlder())
          .then(
            () => null,
            (error: unknown) => ({ error }),
          )
        // Report only the first failure of a save: the same cause makes later steps fail in other
        // ways.
        if (problem !== null && failures === 0 && !this.#over) this.#report(problem.error)
        if (problem !== null) failures += 1
        if (isOlder()) {
          this.#saveSoon(whole) // the index on disk is newer
          break
        }
        step = steps.next(problem === null)
      }
      if (failures === 0) this.#reported.clear()
    } catch (error) {
      if (!this.#over) this.#report(error)
    }
    this.#saving = false
    if (this.#again && !this.#over) void this.#save()
  }

  /**
   * Yields the steps of a save, each created after the previous one, so that only one output is in
   * memory twice. Receives whether the step succeeded. A failed output does not block others, and
   * the next save tries it again.
   */
  *#steps(
    ended: boolean,
    outputs: 'changed' | 'missing' | 'none' = 'changed',
  ): Generator<FolderStep, void, boolean> {
    const { restore, scrollback_lines: lines } = this.#ports.options()
    if (restore === 'never' || (restore === 'crash' && ended)) {
      this.#folder.clear()
      this.#written.clear()
      this.#named = unknownNames
      this.#index = ''
      return
    }
    const windows = this.#ports
      .windows()
      .filter(({ tabs }) => tabs.length > 0)
      .slice(0, savedWindowsMax)
    const written = new Map<string, Written>()
    const saved: SavedSession['windows'][number][] = []
    for (const { active, tabs, splits = [], frame } of windows) {
      const facts: SavedTab[] = []
      for (const tab of tabs.slice(0, savedTabsMax))
        facts.push(yield* this.#tab(tab, lines, written, outputs))
      saved.push({
        active: Math.max(0, active),
        tabs: facts,
        ...(splits.length === 0 ? {} : { splits }),
        ...(frame === undefined ? {} : { frame }),
      })
    }
    const session: SavedSession = { version: 1, ended, attempts: 0, windows: saved }
    if (outputs === 'none') {
      this.#index = ''
      this.#named = new Set([...this.#named, ...namesOf(session)])
      yield indexStep(session, 'quick')
      return
    }
    this.#written = written
    const index = JSON.stringify(session)
    if (index === this.#index) return
    const indexed = yield indexStep(session)
    // The older index must not restore a closed tab, or a used offer.
    const named = namesOf(session)
    const mustGo = [...this.#named].some((name) => !named.has(name))
    if (indexed && (!mustGo || (yield indexStep(session, 'older')))) this.#named = named
    // Follows the index, since the older index counts until then. It also runs if the index failed:
    // it removes outputs of closed tabs, and frees space.
    yield settleStep(session)
    if (!indexed) return
    this.#index = index
    this.#isAttempt = false
  }

  /** Writes the output if it has changed. */
  *#tab(
    tab: LiveTab,
    lines: number,
    written: Map<string, Written>,
    outputs: 'changed' | 'missing' | 'none',
  ): Generator<FolderStep, SavedTab, boolean> {
    const state = `${tab.delivery.history.version} ${lines}`
    const before = this.#written.get(tab.id)
    const isChanged = outputs === 'changed' && before?.state !== state
    const isNew = outputs !== 'none' && (before === undefined || isChanged)
    const { command, isUserShell, directory, name, title, muted, mark, profile, ...rest } =
      tab.restorable(isNew ? lines : 0)
    const { queue = [], resume, restoredOutput, sizesBefore = [], cellBefore: cell = null } = rest
    const now = isNew
      ? { state, savedAt: rest.savedAt ?? localMinute(), sizes: sizesBefore }
      : (before ?? { state: '', savedAt: localMinute(), sizes: [] })
    const isWritten = !isNew || (yield outputStep(tab.id, restoredOutput))
    if (isWritten) written.set(tab.id, now)
    const { savedAt } = now
    const sizes = [...(isWritten ? now.sizes : (before?.sizes ?? []))]
    return {
      id: tab.id,
      command: isUserShell ? null : { program: command.program, args: [...command.args] },
      directory,
      name,
      title,
      muted,
      savedAt,
      ...(sizes.length === 0 ? {} : { sizes }),
      ...(cell === null ? {} : { cell }),
      ...(profile === undefined ? {} : { profile }),
      ...(mark == null ? {} : { mark }),
      ...(resume === null ? {} : { resume }),
      ...(rest.unresumed == null ? {} : { unresumed: rest.unresumed }),
      ...(queue.length === 0 ? {} : { queue: [...queue] }),
    }
  }

  /** Returns whether `act` succeeded. Reports a failure unless an earlier step failed. */
  #try(act: () => void, quiet = false): boolean {
    try {
      act()
      return true
    } catch (error) {
      if (!quiet) this.#report(error)
      return false
    }
  }

  /** Reports a failure once per cause until a complete save succeeds. */
  #report(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException
    const cause = code ?? message
    if (this.#reported.has(cause)) return
    this.#reported.add(cause)
    this.#ports.failed(`Couldn't save tabs for the next start: ${message}.`)
  }
}

/** Names of an index that this run did not write: no other contains them all. */
const unknownNames: ReadonlySet<string> = new Set([''])

function namesOf({ windows }: SavedSession): ReadonlySet<string> {
  const tabs = windows.flatMap((window) => window.tabs)
  return new Set(tabs.map(({ id, resume }) => `${id} ${JSON.stringify(resume)}`))
}

function windowsOf(saved: SavedSession, folder: SessionFolder): RestoredWindow[] {
  const windows = saved.windows.filter(({ tabs }) => tabs.length > 0)
  const outputs = folder.outputs(windows.flatMap(({ tabs }) => tabs.map(({ id }) => id)))
  return windows.map(({ active, tabs, splits = [], frame }) => ({
    active,
    frame,
    splits: splits.flatMap((split) =>
      renameSplit(split, (id) => {
        const at = tabs.findIndex((tab) => tab.id === id)
        return at === -1 ? null : String(at)
      }),
    ),
    tabs: tabs.map((tab) => remainsOf(tab, outputs.get(tab.id))),
  }))
}

function remainsOf(saved: SavedTab, output: Uint8Array | undefined): RestorableTab {
  const { id, command, directory, name, title, muted, savedAt, profile, resume, queue } = saved
  const { mark, sizes, size, cell, unresumed = null } = saved
  return {
    id: toSessionId(id),
    command: command ?? { program: '', args: [] },
    isUserShell: command === null,
    directory,
    name,
    title,
    muted,
    mark,
    profile,
    resume: resume ?? null,
    unresumed,
    queue,
    savedAt,
    sizesBefore: sizes ?? (size === undefined ? [] : [{ at: 0, ...size }]),
    cellBefore: cell,
    restoredOutput: output === undefined ? [] : [output],
  }
}

/** Returns a time such as `2026-11-23 09:05`, the Swedish format. */
function localMinute(): string {
  return new Date().toLocaleString('sv').slice(0, 16)
}
