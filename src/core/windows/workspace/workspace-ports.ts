/** What one window's tabs need, and the facts that they are begun with. */
import type { IntegratedAgent } from '../../../agents/state/integration.ts'
import type { LinkPorts } from './open-links.ts'
import type { PagerCommand } from './pager.ts'
import type { Theme } from '../../config/theme/theme.ts'
import type { ShownProblem } from '../../config/problem.ts'
import type { Savable } from '../../config/savable.ts'
import type { Options } from '../../config/table.ts'
import type { LoggedFrame } from '../../../agents/dispatch/frame-line.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import type { TabId } from '../tabs/tab-view.ts'
import type { Entry } from '../../recorder/events.ts'
import type { UserAnswer } from '../../clients/mcp/access.ts'
import type { ReplyFacts } from '../../../terminal/replies/replies.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { Command } from '../../../base/command.ts'
import type { SessionPorts } from '../../session/session-ports.ts'
import type { FindRepository } from '../../session/naming/project.ts'
import type { Measures } from '../../../base/measures.ts'
import type { WindowRegistry } from './window-registry.ts'
import type { Clipboard } from './clipboard-service.ts'

/** To a page. */
export type Send = (message: MainMessage) => void

/** What each session is given as it stands here. */
type OfSessions =
  | 'clock'
  | 'start'
  | 'watch'
  | 'tmux'
  | 'keepTmux'
  | 'agents'
  | 'ruleOff'
  | 'lives'
  | 'shadow'
  | 'socket'

export interface WorkspacePorts extends Pick<SessionPorts, OfSessions> {
  /** An offer to resume is used up: nobody may find it again after this. */
  readonly resumed?: () => void
  readonly newId: () => string
  /** Stores what sessions record. Absent: nobody does. */
  readonly recorder?: {
    readonly entry: (session: TabId, entry: Entry) => void
    /** A session of an earlier run goes on as this one. */
    readonly goesOn: (before: TabId, session: TabId) => void
  }
  readonly clipboard: Clipboard
  /**
   * What runs in the foreground of the terminal whose first process is `pid`; null when it cannot
   * be known. `isFirst`: that process itself, and no job of it. `directory`: where it is now;
   * absent or null: that is unknown.
   */
  readonly foreground: (pid: number) => {
    readonly name: string | null
    readonly isFirst: boolean
    readonly directory?: string | null
  } | null
  /** Present directory of a process, or null when it is unknown. */
  readonly directoryOf: (pid: number) => string | null
  readonly repository: FindRepository
  /** Hands an address that `judgeAddress` let through to the desktop. */
  readonly openExternal: (address: string) => Promise<void>
  /** What links to files need. Absent: there are no files. */
  readonly files?: Omit<LinkPorts, 'openExternal' | 'options'>
  /** Absent: there is no pager. */
  readonly pager?: PagerCommand
  /**
   * The themes of the user's folder, read anew; what is wrong with them, and with those that the
   * configuration names.
   */
  readonly themes?: () => Promise<{
    readonly themes: readonly Theme[]
    readonly problems: readonly ShownProblem[]
  }>
  /** The options in force when the window opens; absent: the defaults. */
  readonly options?: Options
  /**
   * The user's shell and the environment of programs, by these options; absent: as the facts say.
   */
  readonly launch?: (options: Options) => {
    readonly shell: Command
    readonly environment: Environment
  }
  /** The desktop's bell. */
  readonly beep?: () => void
  /** Bytes of the file that `bell.sound` names, or why they cannot be had. */
  readonly readSound?: (file: string) => Promise<Uint8Array | { readonly problem: string }>
  /** Writes one option into the user's file. @returns a sentence when it could not */
  readonly saveOption?: (option: Savable) => string | null
  /** Offers to integrate an agent that were answered, by all windows. Absent: nobody keeps it. */
  readonly offers?: {
    readonly answered: () => readonly IntegratedAgent[]
    readonly answer: (agent: IntegratedAgent) => void
  }
  /** Saved layouts. Absent: nobody keeps any. */
  readonly layouts?: {
    readonly names: () => readonly string[]
    /** The tabs of this window. @returns what came of it, in sentences */
    readonly save: (
      name: string,
      overwrite: boolean,
    ) => { readonly problem: string } | { readonly file: string; readonly notes: readonly string[] }
    /** In a window of its own. @returns why it was not */
    readonly open: (name: string) => string | null
  }
  /** Which programs may use `vibeflow mcp`, of all windows. Absent: nobody asks. */
  readonly mcp?: {
    readonly state: () => Extract<MainMessage, { kind: 'page/mcp' }>
    readonly answer: (question: number, access: UserAnswer) => void
    readonly forget: (path: string) => void
  }
  readonly screenReaderRuns?: () => Promise<boolean>
  /** Reads the configuration again, also when its file is gone. */
  readonly reloadConfiguration?: () => void
  /**
   * Opens the configuration in an editor, and makes it when there is none; or this file, which is
   * not made. `inTerminal`: in the one that was offered.
   */
  readonly openConfiguration?: (file: string | null, inTerminal: boolean) => void
  /** Each frame of OSC that a tab's output holds, read or dropped (`--debug-frames`). */
  readonly frame?: (tab: TabId, frame: LoggedFrame) => void
  /**
   * The other windows, and those who watch over all tabs. Absent: there is one window, and nobody
   * watches.
   */
  readonly registry?: WindowRegistry
  readonly window: {
    readonly id: string
    /** Takes the window away; nothing is asked any more. */
    readonly close: () => void
    readonly toggleFullscreen: () => void
    /** The page knows now how large a cell is: the window gets the columns and rows asked for. */
    readonly measured?: (measures: Measures) => void
    /** What is behind it can show through it. */
    readonly translucent?: boolean
    readonly isFullscreen: () => boolean
    /** Somebody could see it. */
    readonly isVisible: () => boolean
  }
}

export interface WorkspaceFacts {
  readonly version: string
  readonly test: boolean
  readonly home: string
  readonly environment: Environment
  readonly shell: Command
  readonly replies: ReplyFacts
  readonly hostname: string
  /** Families of this system for what those of the configuration lack. Absent: none are named. */
  readonly fonts?: readonly string[]
}

export const noFiles: Omit<LinkPorts, 'openExternal' | 'options'> = {
  isFile: async () => false,
  look: async () => null,
  edit: async () => false,
  view: () => Promise.reject(new Error('there are no files.')),
  editorFor: () => null,
  editIn: () => undefined,
  showInFolder: () => undefined,
}
