/**
 * Runs the user's commands on changes of state (`[[on]]`, docs/guides/run-commands-on-events.md).
 * A command gets the facts as one line of JSON on its standard input. Nothing from a program is in
 * its arguments.
 */
import { waited, type Clock, type Millis } from '../../../base/clock.ts'
import { safeJson } from '../../../base/text/safe-text.ts'
import { RateWindow } from '../../../base/time/rate-window.ts'
import type { EventCommand, EventState, Presence } from '../../config/sections/events.ts'
import type { SessionId } from '../../ids.ts'
import {
  dialogLookMs,
  dialogLooks,
  eventCommandsPerMinuteMax,
  eventProblemRepeatMs,
  minuteMs,
} from './limits.ts'
import { rawMessage } from './messages.ts'
import type { AgentDialog, TabState, TabView } from '../tabs/tab-view.ts'

export interface EventCommandPorts {
  readonly clock: Clock
  /** Returns a time of the clock as milliseconds since the epoch. */
  readonly sinceEpoch: (at: Millis) => number
  /** Name of a window, which the list of windows shows. */
  readonly nameOf: (window: string) => string
  /** Reads the question of a session's program; `null` if the session is gone. */
  readonly dialog: (session: SessionId) => Promise<AgentDialog> | null
  /**
   * Runs a program without a shell, with `input` as its standard input.
   * @returns a sentence about why it failed, or `null`
   */
  readonly runCommand: (command: readonly string[], input: string) => Promise<string | null>
  /** Shows a sentence about a command that failed. */
  readonly commandFailed: (sentence: string) => void
}

interface Followed {
  window: string
  view: TabView
  /** State and its start. */
  key: string
  readonly waits: Set<() => void>
}

export class EventCommands {
  readonly #ports: EventCommandPorts
  readonly #sessions = new Map<SessionId, Followed>()
  #presence: Presence | null = null
  /** Commands that wait for their time after a change of `#presence`. */
  readonly #waits = new Set<() => void>()
  #commands: readonly EventCommand[] = []
  readonly #rate = new RateWindow(eventCommandsPerMinuteMax, minuteMs)
  /** Sentences shown, and when. */
  readonly #said = new Map<string, Millis>()

  constructor(ports: EventCommandPorts) {
    this.#ports = ports
  }

  /** Takes the commands of the configuration. Commands that wait for their time are dropped. */
  setCommands(commands: readonly EventCommand[]): void {
    for (const { waits } of this.#sessions.values()) cancel(waits)
    cancel(this.#waits)
    this.#commands = commands
  }

  /** The user is at the desk, or has left it. */
  userIs(presence: Presence): void {
    const before = this.#presence
    if (presence === before) return
    this.#presence = presence
    cancel(this.#waits)
    for (const command of this.#commands) {
      const isDue = () => this.#presence === presence && this.#commands.includes(command)
      const facts = { state: presence, ...(before === null ? {} : { before }) }
      if (isForUser(command, presence))
        this.#start(this.#waits, command, async () => {
          if (isDue() && this.#mayRun()) await this.#send(command, facts)
        })
    }
  }

  /** A session is there, has another view, or is in another window. Its first view runs nothing. */
  changed(window: string, view: TabView): void {
    const key = keyOf(view)
    const followed = this.#sessions.get(view.id)
    if (followed === undefined) {
      this.#sessions.set(view.id, { window, view, key, waits: new Set() })
      return
    }
    const before = followed.view.state
    Object.assign(followed, { window, view })
    if (followed.key === key) return
    followed.key = key
    cancel(followed.waits)
    for (const command of this.#commands)
      if (isFor(command, view))
        this.#start(followed.waits, command, () => this.#run(followed, command, before))
  }

  gone(session: SessionId): void {
    const followed = this.#sessions.get(session)
    if (followed !== undefined) cancel(followed.waits)
    this.#sessions.delete(session)
  }

  #start(waits: Set<() => void>, { after_s }: EventCommand, run: () => Promise<void>): void {
    if (after_s === 0) {
      void run()
      return
    }
    const stop = this.#ports.clock.after(after_s * 1_000, () => {
      waits.delete(stop)
      void run()
    })
    waits.add(stop)
  }

  async #run(followed: Followed, command: EventCommand, before: TabState): Promise<void> {
    const { key } = followed
    const isDue = () =>
      this.#sessions.get(followed.view.id) === followed &&
      followed.key === key &&
      this.#commands.includes(command) &&
      (!command.unseen || isUnseen(followed.view))
    if (!isDue() || !this.#mayRun()) return
    const dialog = await this.#dialog(followed, command)
    if (isDue()) await this.#send(command, this.#facts(followed, command, before, dialog))
  }

  #mayRun(): boolean {
    const isFew = this.#rate.admit(this.#ports.clock.now())
    if (!isFew)
      this.#failed(
        `More than ${eventCommandsPerMinuteMax} commands of [[on]] were due within a minute, so ` +
          'some did not run.',
      )
    return isFew
  }

  async #send({ run }: EventCommand, facts: Readonly<Record<string, unknown>>): Promise<void> {
    const problem = await this.#ports.runCommand(run, `${safeJson(facts)}\n`)
    if (problem !== null) this.#failed(`A command of [[on]] failed: ${problem}`)
  }

  /** Reads the question, which may be drawn after the report of the state. */
  async #dialog({ view, key }: Followed, { answer }: EventCommand): Promise<AgentDialog | null> {
    if (view.state !== 'waiting') return null
    for (let look = 1; ; look += 1) {
      const dialog = await this.#ports.dialog(view.id)
      const isDrawn = dialog === null || dialog.choices.length > 0
      if (!answer || isDrawn || look === dialogLooks) return dialog
      await waited(this.#ports.clock, dialogLookMs)
      if (this.#sessions.get(view.id)?.key !== key) return null
    }
  }

  #facts(
    { window, view }: Followed,
    command: EventCommand,
    before: TabState,
    dialog: AgentDialog | null,
  ): Readonly<Record<string, unknown>> {
    const { id, title, project, branch, place, state, agent } = view
    const asked = dialog !== null && dialog.choices.length > 0 ? dialog : null
    return {
      ...{ id, title, window: this.#ports.nameOf(window), project },
      ...(branch === undefined ? {} : { branch }),
      ...{ directory: place, state, before },
      ...(agent?.kind === undefined ? {} : { kind: agent.kind }),
      ...{ tool: agent?.tool ?? '', message: rawMessage(view) },
      since: Math.round(this.#ports.sinceEpoch(agent?.since ?? 0)),
      ...(asked === null ? {} : { lines: asked.lines, choices: asked.choices }),
      ...(asked?.token == null || !command.answer ? {} : { token: `${id}:${asked.token}` }),
    }
  }

  /** Shows a sentence, the same one once in `eventProblemRepeatMs`. */
  #failed(sentence: string): void {
    const now = this.#ports.clock.now()
    for (const [text, at] of this.#said)
      if (now - at >= eventProblemRepeatMs) this.#said.delete(text)
    if (this.#said.has(sentence)) return
    this.#said.set(sentence, now)
    this.#ports.commandFailed(sentence)
  }
}

function cancel(waits: Set<() => void>): void {
  for (const stop of waits) stop()
  waits.clear()
}

function keyOf({ state, agent }: TabView): string {
  return `${state} ${agent?.since ?? 0}`
}

function isFor(
  { state, agent, project }: EventCommand,
  { agent: found, project: name, state: now }: TabView,
): boolean {
  return (
    found !== undefined &&
    found.source !== 'terminal' && // a password prompt or question of an ordinary program
    state.includes(now as EventState) &&
    (agent === '' || agent === found.tool) &&
    (project === '' || project === name)
  )
}

/** Conditions on a tab never hold for the user. */
function isForUser(
  { state, agent, project, unseen, answer }: EventCommand,
  presence: Presence,
): boolean {
  return state.includes(presence) && agent === '' && project === '' && !unseen && !answer
}

function isUnseen({ agent, muted }: TabView): boolean {
  return agent?.seen === false && agent.snoozedUntil === null && muted !== true
}
