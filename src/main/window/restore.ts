/**
 * Restores windows and tabs of the last run, and saves those of this one (`[session]` in
 * docs/reference/config.md). Normal windows and the drop-down are separate sets in their own
 * directories. A set stays on disk until a window of its kind opens.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { framesOf, type WindowKind } from '../../core/windows/open-window.ts'
import { asksForTab, type LaunchRequest } from '../../core/windows/workspace/launch-request.ts'
import { systemClock } from '../../host/clock.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import type { Log } from '../../host/files/log.ts'
import {
  SessionKeeper,
  type LiveWindow,
  type RestoredWindow,
  type TakenWindows,
} from '../../host/state/restore/session-keeper.ts'
import {
  adoptedTab,
  adoptInto,
  goneOn,
  isDetached,
  withTabsOf,
} from '../../host/state/restore/adopted-tabs.ts'
import { leavePrograms } from '../../host/pty/live-children.ts'
import type { KeptProgram } from '../../host/pty/keeper/messages.ts'
import type { Instance } from '../instance/instance.ts'
import type { KeptWindows } from '../instance/parts.ts'

const nothing: TakenWindows = { windows: [], problem: null }

export class WindowSets implements KeptWindows {
  readonly #make: ((kind: WindowKind) => SessionKeeper) | null
  readonly #restore: boolean
  readonly #instance: () => Instance | null
  /** Keepers of kinds with open windows. Other kinds stay unchanged on disk. */
  readonly #keepers = new Map<WindowKind, SessionKeeper>()
  /** Programs that outlived the last vibeflow, until a window shows them. */
  #programs: readonly KeptProgram[] = []
  #over = false
  /** The user wants programs to end with the app. */
  #stops = false
  #restarts = false
  /** The keeper has got the programs back. */
  #left = false
  readonly #keepsAlways: () => boolean

  /**
   * @param make `null` to neither save nor restore in this run
   * @param restore false with `--no-restore`
   */
  constructor(
    make: ((kind: WindowKind) => SessionKeeper) | null,
    restore: boolean,
    instance: () => Instance | null,
    keepsAlways: () => boolean,
  ) {
    this.#keepsAlways = keepsAlways
    this.#make = make
    this.#restore = restore
    this.#instance = instance
  }

  /**
   * Returns the data that the last run saved for this kind, unless its windows are open. They are
   * saved from now on.
   */
  take(kind: WindowKind): TakenWindows {
    if (this.#make === null || this.#over || this.#keepers.has(kind)) return nothing
    const keeper = this.#make(kind)
    this.#keepers.set(kind, keeper)
    const { windows, problem } = keeper.take(this.#restore)
    keeper.begin()
    const { adopting, left } = adoptInto(windows, this.#programs)
    const isOrdinary = kind === 'ordinary'
    const detached = isOrdinary ? left.filter(isDetached) : []
    const stay = isOrdinary ? this.#ofDropDown(left) : left
    const others = isOrdinary ? left.filter((one) => !isDetached(one) && !stay.includes(one)) : []
    const count = this.#programs.length - stay.length - detached.length
    setImmediate(() => {
      for (const program of detached)
        this.#instance()?.windows.withoutWindow.adopt(adoptedTab(program))
    })
    this.#programs = stay
    if (count > 0) this.#tell('notice', goneOn(count))
    return { windows: withTabsOf(others, adopting), problem }
  }

  /** Takes the programs that outlived the last vibeflow. */
  adopts(programs: readonly KeptProgram[]): void {
    this.#programs = programs
  }

  /** Returns the programs that tabs of the drop-down had, if it restores these tabs. */
  #ofDropDown(programs: readonly KeptProgram[]): readonly KeptProgram[] {
    if (programs.length === 0 || this.#make === null || this.#keepers.has('drop-down')) return []
    const tabs = this.#restore ? this.#make('drop-down').offered : new Set()
    return programs.filter((one) => !isDetached(one) && tabs.has(one.id))
  }

  /** Returns the drop-down's window if programs of it kept running. */
  takeRunningDropDown(): RestoredWindow | null {
    return this.#programs.length === 0 ? null : this.takeDropDown()
  }

  takeDropDown(): RestoredWindow | null {
    const { windows, problem } = this.take('drop-down')
    this.#complain(problem)
    return windows[0] ?? null
  }

  /** Called when a first window opens later than at startup: saved windows follow it. */
  firstOpens(kind: WindowKind): void {
    const { windows, problem } = this.take(kind)
    if (windows.length === 0 && problem === null) return
    setImmediate(() => {
      for (const window of windows) this.#instance()?.windows.restore(window)
      this.#complain(problem)
    })
  }

  pageReady(kind: WindowKind): void {
    this.#keepers.get(kind)?.pageReady()
  }

  restoreGivenUp(): void {
    const found = [...this.#keepers.values()].map((keeper) => keeper.givenUp())
    const windows = found.flatMap((taken) => taken.windows)
    for (const window of windows) this.#instance()?.windows.restore(window)
    for (const { problem } of found) this.#complain(problem)
    if (windows.length === 0) this.#complain("Can't restore a session: none was given up.")
  }

  lastCloses(kind: WindowKind, isEnd = true): void {
    const keeper = this.#keepers.get(kind)
    keeper?.end(isEnd)
    if (keeper?.keeps === true) this.#instance()?.logsStay(kind)
    this.#keepers.delete(kind)
    if (this.keepsPrograms && this.#instance()?.windows.all.length === 1) leavePrograms()
  }

  get keepsPrograms(): boolean {
    return (this.#keepsAlways() || this.#restarts) && !this.#stops
  }

  /** The app ends and starts again: programs keep running, whatever is configured. */
  restarts(): void {
    this.#restarts = true
  }

  stopPrograms(): void {
    this.#stops = true
  }

  /** Whether the user wants all programs to end with the app. */
  get stops(): boolean {
    return this.#stops
  }

  /** Whether the app's programs end with it, also programs that the keeper is starting. */
  get endsPrograms(): boolean {
    return this.#over && !this.#left
  }

  get keeps(): boolean {
    return [...this.#keepers.values()].some(({ keeps }) => keeps)
  }

  /** Whether `end` was called: the app is quitting. */
  get isOver(): boolean {
    return this.#over
  }

  tabsChange(): void {
    for (const keeper of this.#keepers.values()) keeper.tabsChange()
  }

  tabsMove(): void {
    for (const keeper of this.#keepers.values()) keeper.tabsMove()
  }

  resumed(): void {
    for (const keeper of this.#keepers.values()) keeper.saveNow()
  }

  /**
   * Saves everything: the app exits.
   * @param isEnd false if it exits without the user's wish, as in a crash: windows that are gone
   *   leave their programs, and another window may remain
   */
  end(isEnd = true): void {
    this.#over = true
    this.#left ||= !isEnd || this.keepsPrograms
    if (isEnd && this.#left) leavePrograms()
    for (const kind of [...this.#keepers.keys()]) this.lastCloses(kind, isEnd)
  }

  #complain(problem: string | null): void {
    if (problem !== null) this.#tell('warning', problem)
  }

  #tell(level: 'notice' | 'warning', text: string): void {
    // its window may be created in this turn
    setImmediate(() => this.#instance()?.workspaces[0]?.page.notice(level, text))
  }
}

/**
 * @param kept false if another instance saves its own
 * @param restore false with `--no-restore`
 */
export function windowSets(
  state: string,
  { kept, restore }: { readonly kept: boolean; readonly restore: boolean },
  configuration: Configuration,
  instance: () => Instance | null,
  log: Log,
): WindowSets {
  const folders = {
    ordinary: 'session',
    'drop-down': 'session-drop-down',
    detached: 'session-detached', // not used: the keeper has them
  } as const
  const make = (kind: WindowKind) =>
    new SessionKeeper(join(state, folders[kind]), {
      clock: systemClock,
      options: () => configuration.options.session,
      windows: () => {
        const windows = instance()?.windows
        const frames = windows === undefined ? [] : framesOf(windows, kind)
        return (windows?.ofKind(kind) ?? []).map((workspace, place): LiveWindow => {
          workspace.directories.lookUpAll()
          const { ids, splits, active } = workspace.strip.lasting
          const tabs = ids.flatMap((id) => workspace.session(id) ?? [])
          return { tabs, splits, active, frame: frames[place] }
        })
      },
      failed: (problem) => {
        log.write('warn', problem)
        instance()?.workspaces[0]?.page.notice('warning', problem)
      },
    })
  const keepsAlways = () => configuration.options.session.keep_running === 'always'
  return new WindowSets(kept ? make : null, restore, instance, keepsAlways)
}

/**
 * Opens the tabs that a first or later start requests. Without a normal window, also restores the
 * windows of the last run. It then opens an additional window only if the start requests a tab, a
 * layout or a directory.
 */
export function openAsked(
  instance: Instance,
  sets: WindowSets,
  request: LaunchRequest,
  { wait, isOnWayland }: { readonly wait: boolean; readonly isOnWayland: boolean },
): void {
  if (request.target === 'drop-down') {
    instance.requests.open(request)
    return
  }
  const { windows, problem } = sets.take('ordinary')
  const asks =
    asksForTab(request) ||
    request.layout !== null ||
    // A clone starts in its own directory, which the user did not choose.
    (request.target !== 'present' && !['/', homedir()].includes(request.callerDirectory))
  const open = () =>
    windows.length === 0 || asks ? instance.requests.open(request, { wait }) : null
  // First, so that it is drawn before the others. A Wayland compositor focuses the last one.
  const first = isOnWayland ? undefined : open()
  for (const window of windows) instance.windows.restore(window)
  const dropDown = sets.takeRunningDropDown()
  if (dropDown !== null) instance.windows.restore(dropDown, 'drop-down')
  const own = first === undefined ? open() : first
  if (own !== null && windows.length > 0) instance.windows.goTo(own)
  if (problem !== null) instance.workspaces[0]?.page.notice('warning', problem)
}
