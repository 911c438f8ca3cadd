/**
 * What is shown of a tab, each with its run-time guard: in the page, in the list of what needs the
 * user, by commands, in logs.
 */
import { z } from 'zod'
import { sessionId } from '../../ids.ts'

/** Name of a profile. */
export const profile = z.string().min(1).max(64)

export const count = z.int().min(0).max(1_000_000)

export const displayState = z.enum(['active', 'idle', 'working', 'waiting', 'done', 'error'])
export type TabState = z.infer<typeof displayState>

/**
 * What is known of the program that a tab's state speaks of. Times are of the main process's clock
 * (`page/hello`).
 */
export const tabAgent = z.strictObject({
  since: z.number(),
  /** The user has looked at it since it began. */
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
    ])
    .nullable(),
  /** With `waiting` only: what for. */
  kind: z.enum(['permission', 'question', 'auth', 'other']).optional(),
  /** '' when nobody said its name. */
  tool: z.string(),
  project: z.string().optional(),
  message: z.string().optional(),
  progress: z.int().min(0).max(100).optional(),
  /** Other agents that speak in this tab. */
  more: count,
  /** Of the last command, by the shell's marks. */
  exitCode: z.int().optional(),
  /** The pane within the tab that it is about: `tmux 2.1`. */
  where: z.string().optional(),
  /** What it waits for was answered from elsewhere just now: it goes on soon. */
  answered: z.literal(true).optional(),
})
export type TabAgent = Readonly<z.infer<typeof tabAgent>>

/** One session as the page draws it. Every text has passed `safeText`. */
export const tabView = z.strictObject({
  id: sessionId,
  title: z.string(),
  /** First part of the second line: what it works on, else where it is. */
  project: z.string(),
  /** Of the repository that it is in; absent: unknown, or there is none. */
  branch: z.string().optional(),
  /**
   * What a client of the session's socket reported that is no state, for half a minute; it stands
   * in the project's place.
   */
  detail: z.string().optional(),
  /** The directory as people write it: `~/api`. */
  place: z.string(),
  state: displayState,
  /** `failed`: the program could not be started; `problem` says why in one sentence. */
  phase: z.enum(['starting', 'running', 'ended', 'failed']),
  /** Exit code, or the signal's name; `ranMs` is the run time. Only when ended. */
  exit: z
    .strictObject({ code: z.int(), signal: z.string().nullable(), ranMs: z.number().min(0) })
    .optional(),
  problem: z.string().optional(),
  /** What could not be started is named by the configuration: the shell, or a profile's command. */
  configured: z.literal(true).optional(),
  /**
   * Command of the last run, or of a layout, that waits until the user starts it. Both texts are
   * exact: they may hold any character, and only core/consent draws them.
   */
  deferredStart: z.strictObject({ command: z.string(), directory: z.string() }).optional(),
  /**
   * An agent that ran here can be resumed: its name, its session, the very line that would be run,
   * and the directory. It waits for the user.
   */
  resume: z
    .strictObject({
      agent: z.string(),
      session: z.string(),
      command: z.string(),
      directory: z.string(),
    })
    .optional(),
  /** Absent: nothing is known but the state. */
  agent: tabAgent.optional(),
  /** The title was typed by the user. */
  named: z.literal(true).optional(),
  /** No notification, sound or urgency comes of it. */
  muted: z.literal(true).optional(),
  /** By whose colours, fonts and cursor it is drawn; absent: those of every tab. */
  profile: profile.optional(),
  /** A bell or a program's own notification that the user has not looked at. */
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

/** Not strict: another version may say more. */
export const agentDialog = z.object({
  lines: z.array(z.string()).readonly(),
  choices: z.array(z.strictObject({ number: z.int(), label: z.string() })).readonly(),
  /** Goes back with a choice; null: it cannot be answered from there. */
  token: z.string().nullable(),
  /** Why it cannot be answered, or nothing can be shown, in a sentence. */
  why: z.string().optional(),
})
/** What a program asks, cleaned, as those outside of its tab are shown it. */
export type AgentDialog = Readonly<z.infer<typeof agentDialog>>
