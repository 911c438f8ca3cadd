/**
 * The program `out/main/windowless.js PID?`, in plain Node: sessions without a window where no app
 * runs (docs/contributing/decisions/keeper.md). The keeper has their programs. This ends when its
 * last session ends, and on SIGTERM: then another process adopts the programs.
 * `PID`: a vibeflow that leaves its sessions, and is about to end.
 */
import { ownEnvironment } from '../process.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Configuration } from '../../host/config/configuration.ts'
import { collectionFile } from '../../host/config/themes/theme-collection.ts'
import { systemClock } from '../../host/clock.ts'
import { configFile, stateFolder } from '../../host/files/folders.ts'
import { Log } from '../../host/files/log.ts'
import { integrationScripts } from '../../host/pty/integration-scripts.ts'
import { keptPrograms, openKeeper } from '../../host/pty/keeper/open-keeper.ts'
import { processEnd, startWindowless } from '../../host/socket/windowless.ts'
import { AnsweredOffers } from '../../host/state/answered-offers.ts'
import { adoptedTab, isDetached } from '../../host/state/restore/adopted-tabs.ts'
import { WindowSizes } from '../../host/state/window-sizes.ts'
import { followConfiguration } from './settings.ts'
import { Instance } from './instance.ts'
import type { KeptWindows } from './parts.ts'

/** Without a session, it waits so long for one: the first time, and later. */
const firstMs = 30_000
const emptyMs = 1_000
/** Time in which the answer to its last request is sent. */
const answerMs = 100

delete process.env['ELECTRON_RUN_AS_NODE']
delete ownEnvironment['ELECTRON_RUN_AS_NODE']
const ownPlace = { environment: ownEnvironment, home: homedir() }
const state = stateFolder(ownEnvironment, homedir())
const log = new Log(join(state, 'log'), 'warn')
const follow = followConfiguration(() => configuration, log, false)
const file = configFile(ownEnvironment, { ...ownPlace, directory: '/', asked: null })
const configuration: Configuration = new Configuration(
  { file, overrides: [], clock: systemClock },
  follow.events,
)
const keeper = openKeeper({ ...ownPlace, failed: (problem) => log.write('warn', problem) })

const nothing = () => undefined
/** Nothing is saved: the keeper has the programs, and they have no place in a window. */
const kept: KeptWindows = {
  firstOpens: nothing,
  pageReady: nothing,
  restoreGivenUp: nothing,
  lastCloses: nothing,
  end: nothing,
  takeDropDown: () => null,
  stopPrograms: nothing,
  resumed: nothing,
  tabsMove: nothing,
  isOver: false,
  keeps: false,
  endsPrograms: false,
  keepsPrograms: true,
  tabsChange: () => {
    // a client may still wait for the answer
    leaving?.()
    leaving = systemClock.after(emptyMs, leaveIfEmpty)
  },
}
let leaving: (() => void) | null = null

const predecessor = Number(process.argv.at(-1))
if (predecessor > 0) await processEnd(predecessor)
const programs = await keptPrograms(keeper, ownPlace, isDetached)
const instance = new Instance({
  configuration,
  integrations: integrationScripts(import.meta.dirname),
  shadowWorker: join(import.meta.dirname, 'shadow-worker.js'),
  rulesWorker: join(import.meta.dirname, 'rules-worker.js'),
  conversationsWorker: join(import.meta.dirname, 'conversations-worker.js'),
  themeCollection: collectionFile(import.meta.dirname),
  sizes: new WindowSizes(join(state, 'window.json'), systemClock),
  offers: new AnsweredOffers(join(state, 'offers.json')),
  fonts: [],
  debugFrames: false,
  windowless: true,
  ...{ state, log, kept, keeper, restart },
})
// First, so that commands find a session that is no longer the keeper's.
instance.listen()
instance.prepare()
for (const program of programs) instance.windows.withoutWindow.adopt(adoptedTab(program))
follow.began(instance)
configuration.watch()
instance.watch()
setTimeout(leaveIfEmpty, firstMs)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)

function leaveIfEmpty(): void {
  if (instance.windows.all.length === 0) leave()
}

/** Another process takes the sessions, of the build that is there now. */
function restart(): null {
  const script = join(import.meta.dirname, 'windowless.js')
  startWindowless(script, ownEnvironment, ownEnvironment['APPIMAGE'], process.pid)
  setTimeout(leave, answerMs)
  return null
}

/** Programs keep running in the keeper. */
function leave(): void {
  configuration.dispose()
  instance.dispose()
  process.exit(0)
}
