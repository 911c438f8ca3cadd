/**
 * Keeps windows and tabs on disk while the app runs, and gives the next start what was kept
 * (docs/config.md).
 */
import { toSessionId, type SessionId } from '../../../core/ids.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Options } from '../../../core/config/table.ts'
import {
  endSyncMs,
  goneSaveMs,
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
import type { SizeFrom } from '../../../base/size.ts'
import {
  indexStep,
  outputStep,
  SessionFolder,
  settleStep,
  type FolderStep,
} from './session-folder.ts'

/** A tab as it is now. `version` is another number whenever its output is different. */
export interface LiveTab {
  readonly id: SessionId
  readonly delivery: { readonly history: { readonly version: number } }
  readonly restorable: (lines: number) => RestorableTab
}

/** What of a tab's output is on the disk, since when, `2026-11-23 09:05`, and at which sizes. */
interface Written {
  readonly state: string
  readonly savedAt: string
  readonly sizes: readonly SizeFrom[]
}

export interface LiveWindow {
  /** Every pane, tab after tab. */
  readonly tabs: readonly LiveTab[]
  /** Absent: each has its tab for itself. */
  readonly splits?: readonly KeptSplit[]
  /** Index of the tab in view. */
  readonly active: number
  readonly frame?: WindowFrame | undefined
}

export interface KeeperPorts {
  readonly clock: Clock
  /** In the order in which they were opened. */
  readonly windows: () => readonly LiveWindow[]
  readonly options: () => Options['session']
  /** In a sentence, once for each cause until a save has succeeded: not all is on the disk. */
  readonly failed: (problem: string) => void
}

/** A window of the last run, its tabs with what they showed. */
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
  /** Each tab's output as it was when it was written, and how many lines were wanted. */
  #written = new Map<string, Written>()
  #index = ''
  /** When the time to the next save began. */
  #cancel: (() => void) | null = null
  #cancelSoon: (() => void) | null = null
  #over = false
  /** A save that was begun in an earlier one changes nothing any more. */
  #turn = 0
  #saving = false
  /** Another one is wanted behind the save that is under way. */
  #again = false
  /** Codes of errors that were reported since a save has succeeded. */
  readonly #reported = new Set<string>()

  constructor(folder: string, ports: KeeperPorts) {
    this.#folder = new SessionFolder(folder)
    this.#ports = ports
  }

  /**
   * What the last run left, once per start, by `session.restore`. The next save replaces it.
   * @param wanted false: `--no-restore`
   */
  take(wanted: boolean): {
    readonly windows: readonly RestoredWindow[]
    readonly problem: string | null
  } {
    const { restore } = this.#ports.options()
    if (!wanted || restore === 'never') return { windows: [], problem: null }
    const saved = this.#folder.read()
    if (saved === null) return { windows: [], problem: null }
    if ('problem' in saved) return { windows: [], problem: saved.problem }
    const verdict = shallRestore(saved, restore)
    if (verdict !== true) return { windows: [], problem: verdict.problem }
    this.#try(() =>
      this.#folder.now(indexStep({ ...saved, attempts: saved.attempts + 1, ended: false })),
    )
    const windows = saved.windows.filter(({ tabs }) => tabs.length > 0)
    const outputs = this.#folder.outputs(windows.flatMap(({ tabs }) => tabs.map(({ id }) => id)))
    return {
      problem: null,
      windows: windows.map(({ active, tabs, splits = [], frame }) => ({
        active,
        frame,
        splits: splits.flatMap((split) =>
          renameSplit(split, (id) => {
            const at = tabs.findIndex((tab) => tab.id === id)
            return at === -1 ? null : String(at)
          }),
        ),
        tabs: tabs.map((tab) => remainsOf(tab, outputs.get(tab.id))),
      })),
    }
  }

  /** Saves from now on, every `saveIntervalMs`. */
  begin(): void {
    if (this.#over) return
    this.#cancel = this.#ports.clock.after(saveIntervalMs, () => {
      void this.#save()
      this.begin()
    })
  }

  /**
   * A tab has been closed on purpose: what it showed goes from the disk, and a crash does not bring
   * it back (security.md 8).
   */
  tabGone(): void {
    if (this.#over || this.#cancel === null) return
    this.#cancelSoon ??= this.#ports.clock.after(goneSaveMs, () => {
      this.#cancelSoon = null
      void this.#save()
    })
  }

  /**
   * An offer of a tab has been used up: the disk must not have it any more before what it says is
   * run. A save that is under way began before that, and is begun again.
   */
  saveNow(): void {
    if (this.#over || this.#cancel === null) return
    this.#turn += 1
    this.#again = this.#saving
    this.#try(() => this.#saveAtOnce(false, () => false))
  }

  /**
   * The app ends, or its last window closes: what is open now is what the next start finds,
   * complete when this returns. Only the first call counts.
   */
  end(): void {
    if (this.#over) return
    this.#cancel?.()
    this.#cancelSoon?.()
    this.#over = true // a save that is under way changes nothing any more
    const begun = this.#ports.clock.now()
    this.#try(() => this.#saveAtOnce(true, () => this.#ports.clock.now() - begun < endSyncMs))
  }

  /** @param lasting whether the disk must have an output before the next step */
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

  /** What is open at the end of this run comes back with the next. */
  get keeps(): boolean {
    return this.#ports.options().restore === 'always'
  }

  /** A save is under way beside other work. */
  get saving(): boolean {
    return this.#saving
  }

  /** One save at a time: each begins with what is open then. */
  async #save(): Promise<void> {
    this.#again = this.#saving
    if (this.#saving) return
    this.#saving = true
    const turn = this.#turn
    const stale = () => this.#over || this.#turn !== turn
    try {
      const steps = this.#steps(false)
      let failures = 0
      for (let step = steps.next(); step.done !== true && !stale(); ) {
        const problem = await this.#folder
          .soon(step.value, () => !stale())
          .then(
            () => null,
            (error: unknown) => ({ error }),
          )
        // the first of a save is its cause: the same one lets other steps fail in other ways
        if (problem !== null && failures === 0 && !this.#over) this.#report(problem.error)
        if (problem !== null) failures += 1
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
   * What a save does, each step made when the one before it is done: so much of what tabs show is
   * in memory twice at a time. It is passed whether the step succeeded: what one output could not
   * do (a full disk) keeps no other from the disk, and is tried again by the next save.
   */
  *#steps(ended: boolean): Generator<FolderStep, void, boolean> {
    const { restore, scrollback_lines: lines } = this.#ports.options()
    if (restore === 'never' || (restore === 'crash' && ended)) {
      this.#folder.clear()
      this.#written.clear()
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
        facts.push(yield* this.#tab(tab, lines, written))
      saved.push({
        active: Math.max(0, active),
        tabs: facts,
        ...(splits.length === 0 ? {} : { splits }),
        ...(frame === undefined ? {} : { frame }),
      })
    }
    const session: SavedSession = { version: 1, ended, attempts: 0, windows: saved }
    this.#written = written
    const index = JSON.stringify(session)
    if (index === this.#index) return
    const indexed = yield indexStep(session)
    // behind it: until then the older index counts. Also where that stays in place: a closed tab's
    // output goes in any case, and makes room
    yield settleStep(session)
    if (indexed) this.#index = index
  }

  /** Its output is written where there is more than the last time. */
  *#tab(
    tab: LiveTab,
    lines: number,
    written: Map<string, Written>,
  ): Generator<FolderStep, SavedTab, boolean> {
    const state = `${tab.delivery.history.version} ${lines}`
    const before = this.#written.get(tab.id)
    const isNew = before?.state !== state
    const { command, isUserShell, directory, name, title, muted, profile, ...rest } =
      tab.restorable(isNew ? lines : 0)
    const { resume, restoredOutput, sizesBefore = [], cellBefore: cell = null } = rest
    const now = isNew
      ? { state, savedAt: rest.savedAt ?? localMinute(), sizes: sizesBefore }
      : before
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
      ...(resume === null ? {} : { resume }),
    }
  }

  /**
   * @param quiet a former step of the same save was reported
   * @returns whether it succeeded
   */
  #try(act: () => void, quiet = false): boolean {
    try {
      act()
      return true
    } catch (error) {
      if (!quiet) this.#report(error)
      return false
    }
  }

  /** In a sentence, once for each cause until a save has succeeded as a whole. */
  #report(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException
    const cause = code ?? message
    if (this.#reported.has(cause)) return
    this.#reported.add(cause)
    this.#ports.failed(`The tabs cannot be saved for the next start: ${message}.`)
  }
}

/** Of a tab on disk. */
function remainsOf(saved: SavedTab, output: Uint8Array | undefined): RestorableTab {
  const { id, command, directory, name, title, muted, savedAt, profile, resume } = saved
  const { sizes, size, cell } = saved
  return {
    id: toSessionId(id),
    command: command ?? { program: '', args: [] },
    isUserShell: command === null,
    directory,
    name,
    title,
    muted,
    profile,
    resume: resume ?? null,
    savedAt,
    sizesBefore: sizes ?? (size === undefined ? [] : [{ at: 0, ...size }]),
    cellBefore: cell,
    restoredOutput: output === undefined ? [] : [output],
  }
}

/** `2026-11-23 09:05`, as Swedish writes it. */
function localMinute(): string {
  return new Date().toLocaleString('sv').slice(0, 16)
}
