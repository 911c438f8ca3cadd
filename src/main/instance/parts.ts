/** Parts of the process's instance. */
import type { WindowKind } from '../../core/windows/open-window.ts'
import type { AnsweredOffers } from '../../host/state/answered-offers.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import type { Keeper } from '../../host/pty/keeper/keeper.ts'
import type { Log } from '../../host/files/log.ts'
import type { WindowSizes } from '../../host/state/window-sizes.ts'
import type { LaunchPorts } from './launch-requests.ts'

export interface InstanceParts {
  /** Keeps programs that outlive this process; `null` without a keeper. */
  readonly keeper: Keeper | null
  readonly configuration: Configuration
  readonly log: Log
  readonly integrations: string
  /** Program of the shadow terminals' threads. */
  readonly shadowWorker: string
  /** Program of the thread that reads the user's rules for agents. */
  readonly rulesWorker: string
  /** File of the theme collection. */
  readonly themeCollection: string
  /** Program of the thread that searches conversations. */
  readonly conversationsWorker: string
  readonly sizes: WindowSizes
  readonly offers: AnsweredOffers
  /** Fallback font families of this system. */
  readonly fonts: readonly string[]
  readonly debugFrames: boolean
  readonly kept: KeptWindows
  /** This process can show no window: it has sessions only. */
  readonly windowless?: boolean
  /** Ends this process and starts it again. Returns a sentence about why not, or `null`. */
  readonly restart: () => string | null
  /** Result of `stateFolder`. */
  readonly state: string
}

/**
 * Saves the windows of this run, and restores those of the last. The drop-down is a set of its own.
 */
export interface KeptWindows extends Pick<LaunchPorts, 'takeDropDown'> {
  /** Called when the first window of a kind opens. */
  readonly firstOpens: (kind: WindowKind) => void
  /** Called when the page of a window is ready. */
  readonly pageReady: (kind: WindowKind) => void
  /** Opens the windows of the session that was given up last. */
  readonly restoreGivenUp: () => void
  /** Called when the last window of a kind closes, while its tabs still exist. */
  readonly lastCloses: (kind: WindowKind) => void
  /** Saves everything. `isEnd` is false if the engine ends without the user's wish. */
  readonly end: (isEnd: boolean) => void
  /** Whether `end` was called: the app is quitting. */
  readonly isOver: boolean
  /** Whether the next start restores open windows. */
  readonly keeps: boolean
  /** Whether the app's programs end with it. */
  readonly endsPrograms: boolean
  /** Whether programs keep running after quitting. */
  readonly keepsPrograms: boolean
  /** Ends programs when the app quits that would keep running. */
  readonly stopPrograms: () => void
  /** Called when tabs are opened or closed. */
  readonly tabsChange: () => void
  /** Called when tabs are arranged in another way, or another one is active. */
  readonly tabsMove: () => void
  /** Called when an offer to resume was used: it must be removed from disk. */
  readonly resumed: () => void
}
