/**
 * The running app: windows, tabs, and their end. Loaded while Chromium starts. A start that passes
 * its request on does not load it.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { commandAgain, startAfterThis } from '../../host/command/start-after.ts'
import type { CommandLine } from '../../host/command/command-line.ts'
import { systemClock } from '../../host/clock.ts'
import { fallbackFonts } from '../../host/desktop/fallback-fonts.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import { integrationScripts } from '../../host/pty/integration-scripts.ts'
import type { Log } from '../../host/files/log.ts'
import type { Keeper } from '../../host/pty/keeper/keeper.ts'
import { keptPrograms, openKeeper, socketRootOf } from '../../host/pty/keeper/open-keeper.ts'
import { areAllKept, endPrograms, leavePrograms } from '../../host/pty/live-children.ts'
import { endWindowless, startWindowless } from '../../host/socket/windowless.ts'
import { lastWordsTaken } from '../../host/socket/socket-wire.ts'
import { AnsweredOffers } from '../../host/state/answered-offers.ts'
import { WindowSizes } from '../../host/state/window-sizes.ts'
import type { LaunchRequest } from '../../core/windows/workspace/launch-request.ts'
import { app } from '../electron.ts'
import { collectionFile } from '../../host/config/themes/theme-collection.ts'
import { ownEnvironment } from '../process.ts'
import { shippedAgents } from '../../agents/rules/shipped.ts'
import { openAsked, windowSets, type WindowSets } from '../window/restore.ts'
import { Instance } from './instance.ts'
import { hungUp, type Quit } from './quit.ts'
import type { LaterStarts } from './second-start.ts'
import type { Following } from './settings.ts'

const ownPlace = { environment: ownEnvironment, home: homedir() }
const program = (name: string): string => join(import.meta.dirname, name)

export type Run = Extract<CommandLine, { readonly kind: 'run' }>

/** The facts that a start has before Chromium runs. */
export interface Started {
  readonly run: Run
  readonly request: LaunchRequest
  readonly configuration: Configuration
  readonly follow: Following
  readonly log: Log
  /** Result of `stateFolder`. */
  readonly state: string
  /** Requests of later starts; `null` if this instance runs next to another one. */
  readonly later: LaterStarts | null
  /** Resolved when Electron is ready, and the restrictions of pages exist. */
  readonly ready: Promise<void>
  readonly quit: Quit
}

/** Opens the windows that this start asks for, and handles the end. */
export async function runInstance(started: Started): Promise<void> {
  const { run, request, configuration, follow, log, state, later, ready, quit } = started
  if (quit.hasBegun()) return
  const { debugFrames, wait, restore } = run
  let instance: Instance | null = null
  // 6. The end: of the last window, or quitting. A signal quits without asking.
  const sizes = new WindowSizes(join(state, 'window.json'), systemClock)
  // For one instance only: others would overwrite it.
  const saving = { kept: later?.problem === null, restore }
  const keeper = keeperOf(configuration, log, () => instance)
  const sets = windowSets(state, saving, configuration, () => instance, log)
  const restart = restartOf(run, saving.kept, sets)
  quit.endBy({
    begin: () => sets.end(),
    end: async () => {
      const code = wait ? (instance?.requests.firstStatus ?? hungUp) : 0
      if (!restart.follows(keeper)) endKept(keeper, sets, instance)
      sizes.flush()
      configuration.dispose()
      instance?.dispose()
      await Promise.all([endPrograms(), lastWordsTaken()])
      return code
    },
  })

  shippedAgents() // while Chromium starts
  const programs = saving.kept && restore ? takenPrograms(keeper) : keptPrograms(null, ownPlace)
  const [fonts, kept] = await Promise.all([fallbackFonts(), programs, ready])
  if (quit.hasBegun()) return
  sets.adopts(kept)
  // 7. The menu first, since Electron's default has keys that reload and close; then the
  // instance, the window and its first tab.
  instance = new Instance({
    configuration,
    fonts,
    integrations: integrationScripts(import.meta.dirname),
    shadowWorker: program('shadow-worker.js'),
    rulesWorker: program('rules-worker.js'),
    conversationsWorker: program('conversations-worker.js'),
    themeCollection: collectionFile(import.meta.dirname),
    sizes,
    offers: new AnsweredOffers(join(state, 'offers.json')),
    debugFrames,
    ...{ state, log, kept: sets, keeper, restart: restart.now },
  })
  const opened = instance
  const isOnWayland = Boolean(ownEnvironment['WAYLAND_DISPLAY'])
  openAsked(opened, sets, request, { wait, isOnWayland })
  // The engine makes the window first: all else here starts processes and takes this thread.
  await new Promise(setImmediate)
  if (quit.hasBegun()) return
  opened.prepare()
  keeper?.prepare()
  if (later?.problem != null) opened.workspaces[0]?.page.notice('warning', later.problem)
  later?.open((one) => openAsked(opened, sets, one, { wait: false, isOnWayland }))
  instance.listen()
  follow.began(instance)
  configuration.watch()
  instance.watch()
}

const noRestart =
  "Can't restart: this vibeflow does not save its tabs, or was started with --wait. Quit it, and " +
  'start it again.'
const wouldEnd =
  "Can't restart: a program would end, since vibeflow-keeper does not have it. Close its tab first."

/** Restarts this process when it is asked to. */
function restartOf(run: Run, isSaved: boolean, sets: WindowSets) {
  let isWanted = false
  return {
    /** Quits. Returns why not, or `null`. */
    now: (): string | null => {
      if (run.wait || !isSaved) return noRestart
      if (!areAllKept()) return wouldEnd
      isWanted = true
      sets.restarts()
      setImmediate(() => app.quit()) // after the answer
      return null
    },
    /** Starts the next process, if there is to be one. It adopts the programs. */
    follows: (keeper: Keeper | null): boolean => {
      if (!isWanted) return false
      keeper?.setHangUp(false)
      const launcher = ownEnvironment['VIBEFLOW_LAUNCHER']
      const place = { appPath: app.getAppPath(), launcher, own: settingWords(run) }
      startAfterThis(commandAgain(process.argv, place), ownEnvironment)
      return true
    },
  }
}

/** Returns the options of a start that the next one needs too. */
function settingWords({ settings, single }: Run): readonly string[] {
  const { config, overrides } = settings
  return [
    ...(single === true ? ['--single-instance'] : []),
    ...(config === null ? [] : ['--config', config]),
    ...overrides.flatMap((one) => ['-o', one]),
  ]
}

/**
 * Ends the programs, also a program that the keeper is starting. Sessions without a window move to
 * a process of their own.
 */
function endKept(
  keeper: Keeper | null,
  { stops, endsPrograms }: Pick<WindowSets, 'stops' | 'endsPrograms'>,
  instance: Instance | null,
): void {
  const programs = instance?.windows.withoutWindow.programs ?? new Set()
  const stay = programs.size > 0 && !stops
  if (!stay) {
    if (endsPrograms) keeper?.setHangUp(true)
    return
  }
  keeper?.setHangUp(false)
  leavePrograms(programs)
  startWindowless(program('windowless.js'), ownEnvironment, ownEnvironment['APPIMAGE'], process.pid)
}

/** Returns the programs that no window has. Processes with sessions without a window end. */
async function takenPrograms(keeper: Keeper | null): ReturnType<typeof keptPrograms> {
  await endWindowless(socketRootOf(ownPlace), (environment) =>
    socketRootOf({ environment, home: environment['HOME'] ?? homedir() }),
  )
  return keptPrograms(keeper, ownPlace)
}

/** Returns the keeper, which follows `session.keep_running` = "never". */
function keeperOf(
  { settings }: Configuration,
  log: Log,
  instance: () => Instance | null,
): Keeper | null {
  const failed = (problem: string) => {
    log.write('warn', problem)
    setImmediate(() => instance()?.workspaces[0]?.page.notice('warning', problem))
  }
  const keeper = openKeeper({ ...ownPlace, failed })
  const follow = (keeps: string) => keeper?.setHangUp(keeps === 'never')
  follow(settings.options.session.keep_running)
  settings.subscribe(({ session }) => session.keep_running, follow)
  return keeper
}
