/** The parts that the instance of a process is made of. */
import type { WindowKind } from '../../core/windows/open-window.ts'
import type { AnsweredOffers } from '../../host/state/answered-offers.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import type { Log } from '../../host/files/log.ts'
import type { WindowSizes } from '../../host/state/window-sizes.ts'
import type { LaunchPorts } from '../launch-requests.ts'

export interface InstanceParts {
  readonly configuration: Configuration
  readonly log: Log
  readonly integrations: string
  /** The program of the threads in which shadow terminals live. */
  readonly shadowWorker: string
  /** The program of the thread that reads the user's rules for agents. */
  readonly rulesWorker: string
  readonly sizes: WindowSizes
  readonly offers: AnsweredOffers
  /** Families of this system for what those of the configuration lack. */
  readonly fonts: readonly string[]
  readonly debugFrames: boolean
  readonly quitting: () => boolean
  readonly kept: KeptWindows
  /** `stateFolder` */
  readonly state: string
}

/** Keeps the windows of this run, and has those of the last. The drop-down is a set of its own. */
export interface KeptWindows extends Pick<LaunchPorts, 'takeDropDown'> {
  /** A window of this kind opens, and no other of its kind is there. */
  readonly firstOpens: (kind: WindowKind) => void
  /** The last of this kind closes. Its tabs, if it has any, are still there. */
  readonly lastCloses: (kind: WindowKind) => void
  /** `true` if open windows come back with the next start. */
  readonly keeps: boolean
  readonly tabGone: () => void
  /** An offer to resume is used up, and must leave the disk. */
  readonly resumed: () => void
}
