/** The view of a tab with its run-time guard, for the page, the inbox, commands and logs. */
import { z } from 'zod'
import { sessionId } from '../panes/id-guards.ts'
import { tabMark } from './tab-mark.ts'

export const profile = z.string().min(1).max(64)

export const count = z.int().min(0).max(1_000_000)

export const displayState = z.enum(['active', 'idle', 'working', 'waiting', 'done', 'error'])
export type TabState = z.infer<typeof displayState>

/** The agent of a tab's state. Times are on the main process's clock (`page/hello`). */
export const tabAgent = z.strictObject({
  since: z.number(),
  /** The user has looked at it since the state started. */
  seen: z.boolean(),
  snoozedUntil: z.number().nullable(),
  confidence: z.enum(['fact', 'likely', 'guess']),
  source: z
    .enum([
      'osc7501',
      'osc1338',
      'osc26',
      'osc21337',
      'osc777',
      'socket',
      'title',
      'osc9_4',
      'screen',
      'silence',
      'shell',
      'exit',
      'terminal',
    ])
    .nullable(),
  /** With `waiting` only: the reason. */
  kind: z.enum(['permission', 'question', 'auth', 'other', 'password', 'input']).optional(),
  /** Empty if unknown. */
  tool: z.string(),
  project: z.string().optional(),
  message: z.string().optional(),
  progress: z.int().min(0).max(100).optional(),
  /** Number of other agents that report in this tab. */
  more: count,
  /** Exit code of the last command, by the shell's marks. */
  exitCode: z.int().optional(),
  /** The pane within the tab: `tmux 2.1`. */
  where: z.string().optional(),
  /** A limit of its account is reached. `until`: when it resets, unless that is days away. */
  limit: z.strictObject({ until: z.number().optional() }).optional(),
  /** The question was just answered from elsewhere; the agent will continue soon. */
  answered: z.literal(true).optional(),
})
export type TabAgent = Readonly<z.infer<typeof tabAgent>>

/** One session as the page draws it. Every text has passed `safeText`. */
export const tabView = z.strictObject({
  id: sessionId,
  title: z.string(),
  /** First part of the second line: the project, else the location. */
  project: z.string(),
  /** Branch of its repository. */
  branch: z.string().optional(),
  /** A socket client's opaque status, shown instead of the project for half a minute. */
  detail: z.string().optional(),
  /** The directory in short form: `~/api`. */
  place: z.string(),
  state: displayState,
  /** `failed`: the program could not be started; `problem` is a sentence about why. */
  phase: z.enum(['starting', 'running', 'ended', 'failed']),
  /** Only after the end: exit code, `null` if it is unknown, name of the signal, and run time. */
  exit: z
    .strictObject({
      code: z.int().nullable(),
      signal: z.string().nullable(),
      ranMs: z.number().min(0),
      /** The kernel killed it, since memory ran out. */
      outOfMemory: z.literal(true).optional(),
    })
    .optional(),
  problem: z.string().optional(),
  /**
   * The configuration names the program that could not be started: the shell, or a profile's
   * command.
   */
  configured: z.literal(true).optional(),
  /**
   * Command of the last run or of a layout that waits for the user. Both texts are exact and may
   * contain any character; only core/consent draws them.
   */
  deferredStart: z.strictObject({ command: z.string(), directory: z.string() }).optional(),
  /** Offers to resume an agent: name, session, command line and directory. */
  resume: z
    .strictObject({
      agent: z.string(),
      session: z.string(),
      command: z.string(),
      directory: z.string(),
    })
    .optional(),
  /** Absent if only the state is known. */
  agent: tabAgent.optional(),
  /** Queued prompts; absent without any. `paused`: a sentence about why none is sent. */
  queue: z.strictObject({ count, paused: z.string().optional() }).optional(),
  /** The user set the title. */
  named: z.literal(true).optional(),
  /** By which the user recognizes the tab. */
  mark: tabMark.optional(),
  /** No notification, sound or urgency. */
  muted: z.literal(true).optional(),
  /** Source that output reports (OSC 3008). Advisory: any program can print it. */
  contexts: z
    .strictObject({
      trail: z.string(),
      root: z.boolean(),
      place: z.enum(['container', 'remote']).nullable(),
    })
    .optional(),
  /** Profile that names the account of its agent (core/config/accounts.ts). */
  account: profile.optional(),
  /** Provides colors, fonts and cursor, if set. */
  profile: profile.optional(),
  /** A bell or notification that the user has not seen. */
  call: z
    .strictObject({
      kind: z.enum(['bell', 'program']),
      title: z.string(),
      body: z.string(),
      at: z.number(),
    })
    .optional(),
})
export type TabView = z.infer<typeof tabView>

/** Not strict: another version may send more. */
export const agentDialog = z.object({
  lines: z.array(z.string()).readonly(),
  choices: z.array(z.strictObject({ number: z.int(), label: z.string() })).readonly(),
  /** Sent back with a choice; `null` if it can't be answered from there. */
  token: z.string().nullable(),
  /** Changes since the agent's turn started, such as `+12 -3 in 2 files`. */
  changes: z.string().optional(),
  /** Sentence about why it can't be answered or shown. */
  why: z.string().optional(),
})
/** A program's dialog, sanitized, for callers outside its tab. */
export type AgentDialog = Readonly<z.infer<typeof agentDialog>>
