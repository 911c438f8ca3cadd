/** Ports and facts of one window's tabs. */
import type { IntegratedAgent } from '../../../agents/state/integration.ts'
import type { SavedLayout } from '../layouts/layout.ts'
import type { FoundConversation, SearchEnd } from '../../../agents/conversations/found.ts'
import type { AgentDirectory } from '../../config/accounts.ts'
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
import type { Size } from '../../../base/sizes/size.ts'
import type { ReplyFacts } from '../../../terminal/replies/replies.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { Command } from '../../../base/command.ts'
import type { SessionPorts } from '../../session/session-ports.ts'
import type { Measures } from '../../../base/sizes/measures.ts'
import type { WindowRegistry } from './window-registry.ts'
import type { ClipboardPort } from './clipboard-service.ts'
import type { PageLink } from './page-link.ts'
import type { Clock } from '../../../base/clock.ts'

/** Ports passed to each session unchanged. */
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
  | 'conversation'
  | 'remembers'
  | 'shadow'
  | 'socket'
  | 'repository'
  | 'turnSnapshot'
  | 'agentDirectory'
  | 'agentLimits'
>

/** The configuration for one window. */
export interface ConfigurationPorts {
  /** Options when the window opens. */
  readonly options: Options
  /** Returns the user's shell and the environment for these options. */
  readonly launch: (options: Options) => {
    readonly shell: Command
    readonly environment: Environment
  }
  /** Writes options to the user's file, all or none. Returns a sentence if it failed. */
  readonly save: (options: readonly Savable[]) => string | null
  /** Reloads the configuration, even if its file is gone. */
  readonly reload: () => void
  /**
   * Opens the configuration in an editor, creating it if missing; other files are not created.
   * @param file `null` for the configuration
   * @param inTerminal uses the editor that was offered
   */
  readonly open: (file: string | null, inTerminal: boolean) => void
}

/** Text and sound of the desktop. */
export interface TextPorts {
  /** Reads the user's themes, and problems in them and in configured names. */
  readonly themes: () => Promise<{
    readonly themes: readonly Theme[]
    readonly problems: readonly ShownProblem[]
  }>
  /** Reads themes that are neither bundled nor the user's. */
  readonly collection: () => Promise<readonly Theme[]>
  /** Rings the desktop's bell. */
  readonly beep: () => void
  /** Reads the file of `bell.sound`, or returns why not. */
  readonly readSound: (file: string) => Promise<Uint8Array | { readonly problem: string }>
  readonly screenReaderRuns: () => Promise<boolean>
  /** Lists families whose letters have one width; empty if that fails. */
  readonly fonts: () => Promise<readonly string[]>
}

export interface LayoutPorts {
  readonly names: () => readonly string[]
  /** Returns the result in sentences. */
  readonly save: (
    name: string,
    layout: SavedLayout,
    overwrite: boolean,
  ) => { readonly problem: string } | { readonly file: string; readonly notes: readonly string[] }
  /** Opens a layout in its own window, relative to a directory. Returns why not, or `null`. */
  readonly openFrom: (name: string, directory: string) => string | null
}

/** Conversations in the agents' own files. */
export interface ConversationPorts {
  /** Searches them; calls `found` for each, then `ended` once. Returns a function that cancels. */
  readonly search: (
    asked: { readonly directories: readonly AgentDirectory[]; readonly text: string },
    events: {
      readonly found: (conversation: FoundConversation) => void
      readonly ended: (end: SearchEnd) => void
    },
  ) => () => void
  /** Returns a directory without links; `null` if it is missing or can't be entered. */
  readonly directory: (path: string) => Promise<string | null>
}

export interface WorkspacePorts {
  readonly clock: Clock
  readonly newId: () => SessionId
  readonly sessions: SharedSessionPorts
  /** An offer to resume was used up and must not be found again. */
  readonly resumed: () => void
  /** Tabs were arranged in another way, or another one is active. */
  readonly arranged: () => void
  /** The page of the window is ready. */
  readonly pageReady: () => void
  /** Opens the windows of the session that was given up last, or shows a notice without one. */
  readonly restoreGivenUp: () => void
  readonly recorder: {
    readonly entry: (session: SessionId, entry: RecordedEvent) => void
    /** Notes that a session continues a session of an earlier run. */
    readonly goesOn: (before: SessionId, session: SessionId) => void
  }
  readonly clipboard: ClipboardPort
  /**
   * Returns facts about the foreground of the terminal whose first process is `pid`, or `null` if
   * they are unknown. `isFirst`: the foreground program is that process itself, not a job of it.
   * `directory`: its current directory, if known. `stopped`: name of a job that a foreground shell
   * has suspended.
   */
  readonly foreground: (pid: number) => {
    readonly name: string | null
    readonly isFirst: boolean
    readonly directory?: string | null
    readonly stopped?: string | null
  } | null
  /** Returns the directory of a process; `null` if unknown. */
  readonly directoryOf: (pid: number) => string | null
  /**
   * Returns the directory of a shell that the terminal's first process `pid` has started, directly
   * or not, if that shell or a program of it has the foreground; `null` if there is none.
   */
  readonly nestedDirectoryOf?: (pid: number) => string | null
  readonly links: Omit<LinkPorts, 'options'>
  readonly pager: PagerCommand
  readonly texts: TextPorts
  readonly configuration: ConfigurationPorts
  /** Answered offers to integrate agents, shared by all windows. */
  readonly offers: {
    readonly answered: () => readonly IntegratedAgent[]
    readonly answer: (agent: IntegratedAgent) => void
  }
  readonly layouts: LayoutPorts
  readonly conversations: ConversationPorts
  /** Access of programs to `vibeflow mcp`, shared by all windows. */
  readonly mcp: {
    readonly state: () => Extract<MainMessage, { kind: 'page/mcp' }>
    readonly answer: (question: number, access: UserAnswer) => void
    readonly forget: (path: string) => void
  }
  /** Receives each read or dropped OSC frame, with `--debug-frames`. */
  readonly frame?: (session: SessionId, frame: LoggedFrame) => void
  readonly registry: WindowRegistry
  readonly window: {
    readonly id: string
    /** Closes the window without a question. */
    readonly close: () => void
    readonly toggleFullscreen: () => void
    /** Takes the page's measured cell: the window gets the requested columns and rows. */
    readonly measured: (measures: Measures) => void
    /** Takes each size of a window's only tab. */
    readonly gridMeasured?: (size: Size) => void
    /** Whether the window is transparent. */
    readonly translucent: boolean
    readonly isDropDown: boolean
    readonly isFullscreen: () => boolean
    /** Whether the user could see it. */
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
  /** Families of this system for characters that the configured ones lack. */
  readonly fonts: readonly string[]
}

/** Facts, ports and options shared by the parts of a window. */
export interface WindowContext {
  readonly facts: WorkspaceFacts
  readonly ports: WorkspacePorts
  readonly page: PageLink
  /** Current options. */
  readonly options: Options
}
