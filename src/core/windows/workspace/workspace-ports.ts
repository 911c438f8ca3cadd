/** What one window's tabs need, and the facts that they are begun with. */
import type { IntegratedAgent } from '../../../agents/state/integration.ts'
import type { SavedLayout } from '../layouts/layout.ts'
import type { LinkPorts } from './open-links.ts'
import type { PagerCommand } from './pager.ts'
import type { Theme } from '../../config/theme/theme.ts'
import type { ShownProblem } from '../../config/problem.ts'
import type { Savable } from '../../config/savable.ts'
import type { Options } from '../../config/table.ts'
import type { LoggedFrame } from '../../../agents/dispatch/frame-line.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import type { SessionId } from '../../ids.ts'
import type { RecordedEvent } from '../../recorder/events.ts'
import type { UserAnswer } from '../../clients/mcp/access.ts'
import type { ReplyFacts } from '../../../terminal/replies/replies.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { Command } from '../../../base/command.ts'
import type { SessionPorts } from '../../session/session-ports.ts'
import type { Measures } from '../../../base/measures.ts'
import type { WindowRegistry } from './window-registry.ts'
import type { ClipboardPort } from './clipboard-service.ts'
import type { PageLink } from './page-link.ts'
import type { Clock } from '../../../base/clock.ts'

/** The ports that each session is given as they are. */
export type SharedSessionPorts = Pick<
  SessionPorts,
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
  | 'repository'
>

/** The configuration as one window uses it. */
export interface ConfigurationPorts {
  /** The options in force when the window opens. */
  readonly options: Options
  /** The user's shell and the environment of programs, by these options. */
  readonly launch: (options: Options) => {
    readonly shell: Command
    readonly environment: Environment
  }
  /** Writes one option into the user's file. @returns a sentence when it could not */
  readonly save: (option: Savable) => string | null
  /** Reads the configuration again, also when its file is gone. */
  readonly reload: () => void
  /**
   * Opens the configuration in an editor, and makes it when there is none. Another file is opened
   * and not made.
   * @param file `null` for the configuration
   * @param inTerminal uses the editor that was offered
   */
  readonly open: (file: string | null, inTerminal: boolean) => void
}

/** The desktop's part in text and sound. */
export interface TextPorts {
  /**
   * Reads the themes of the user's folder. Returns the problems in them, and in the names that the
   * configuration has for themes.
   */
  readonly themes: () => Promise<{
    readonly themes: readonly Theme[]
    readonly problems: readonly ShownProblem[]
  }>
  /** The desktop's bell. */
  readonly beep: () => void
  /** Returns the bytes of the file that `bell.sound` names, or why there are none. */
  readonly readSound: (file: string) => Promise<Uint8Array | { readonly problem: string }>
  readonly screenReaderRuns: () => Promise<boolean>
}

/** Saved layouts. */
export interface LayoutPorts {
  readonly names: () => readonly string[]
  /** Returns what came of it, in sentences. */
  readonly save: (
    name: string,
    layout: SavedLayout,
    overwrite: boolean,
  ) => { readonly problem: string } | { readonly file: string; readonly notes: readonly string[] }
  /** Opens one in a window of its own, seen from a directory. Returns why not, or `null`. */
  readonly openFrom: (name: string, directory: string) => string | null
}

export interface WorkspacePorts {
  readonly clock: Clock
  readonly newId: () => SessionId
  readonly sessions: SharedSessionPorts
  /** An offer to resume is used up. It must not be found again after this. */
  readonly resumed: () => void
  /** Stores what sessions record. */
  readonly recorder: {
    readonly entry: (session: SessionId, entry: RecordedEvent) => void
    /** A session of an earlier run goes on as this one. */
    readonly goesOn: (before: SessionId, session: SessionId) => void
  }
  readonly clipboard: ClipboardPort
  /**
   * Returns what runs in the foreground of the terminal whose first process is `pid`, or `null`
   * when that is unknown. `isFirst`: it is that process itself, and no job of it. `directory`:
   * where it is now, unless that is unknown. `stopped`: name of a job that a
   * shell in the foreground has suspended.
   */
  readonly foreground: (pid: number) => {
    readonly name: string | null
    readonly isFirst: boolean
    readonly directory?: string | null
    readonly stopped?: string | null
  } | null
  /** Returns the present directory of a process, or `null` when it is unknown. */
  readonly directoryOf: (pid: number) => string | null
  readonly links: Omit<LinkPorts, 'options'>
  readonly pager: PagerCommand
  readonly texts: TextPorts
  readonly configuration: ConfigurationPorts
  /** Offers to integrate an agent that were answered, by all windows. */
  readonly offers: {
    readonly answered: () => readonly IntegratedAgent[]
    readonly answer: (agent: IntegratedAgent) => void
  }
  readonly layouts: LayoutPorts
  /** Which programs may use `vibeflow mcp`, of all windows. */
  readonly mcp: {
    readonly state: () => Extract<MainMessage, { kind: 'page/mcp' }>
    readonly answer: (question: number, access: UserAnswer) => void
    readonly forget: (path: string) => void
  }
  /** Each frame of OSC in a tab's output, read or dropped. Present with `--debug-frames` only. */
  readonly frame?: (session: SessionId, frame: LoggedFrame) => void
  /** The other windows, and those who watch over all tabs. */
  readonly registry: WindowRegistry
  readonly window: {
    readonly id: string
    /** Closes the window without a question. */
    readonly close: () => void
    readonly toggleFullscreen: () => void
    /** The page has measured a cell: the window gets the columns and rows asked for. */
    readonly measured: (measures: Measures) => void
    /** Windows below it can show through it. */
    readonly translucent: boolean
    readonly isFullscreen: () => boolean
    /** The user could see it. */
    readonly isVisible: () => boolean
  }
}

export interface WorkspaceFacts {
  readonly version: string
  readonly test: boolean
  readonly home: string
  readonly environment: Environment
  readonly replies: ReplyFacts
  readonly hostname: string
  /** Families of this system for what those of the configuration lack. */
  readonly fonts: readonly string[]
}

/** The facts, ports and options that the parts of one window share. */
export interface WindowContext {
  readonly facts: WorkspaceFacts
  readonly ports: WorkspacePorts
  readonly page: PageLink
  /** The options in force now. */
  readonly options: Options
}
