/**
 * The tmux in a tab's foreground. While its client is there, a control-mode client of the same
 * session reports the panes' output, and each pane has its own agent state. The tab shows the most
 * urgent one (docs/contributing/internals/tmux.md).
 */
import { severity } from '../../../agents/state/headline.ts'
import type { Evidence } from '../../../agents/state/evidence.ts'
import type { TmuxWhy } from '../../../agents/state/why.ts'
import type { Options } from '../../config/table.ts'
import {
  againMs,
  againMsMax,
  againTimes,
  tmuxPanesMax,
  pauseAfterSeconds,
  steadyMs,
} from '../../../agents/tmux/limits.ts'
import type { ListedPane } from '../../../agents/tmux/panes.ts'
import type { ConnectTmux, TmuxConnection, TmuxServer } from '../../../agents/tmux/ports.ts'
import { attachWords } from '../../../agents/tmux/server.ts'
import { ControlClient } from '../../../agents/tmux/session-client.ts'
import { lastLines } from '../../../agents/screen-rules/dialog-lines.ts'
import type { AgentDrawn } from '../agent/agent-drawn.ts'
import type { AnsweredBy } from '../../recorder/events.ts'
import type { AgentDialog } from '../../windows/tabs/tab-view.ts'
import { unknown, type Answered } from '../agent/dialogs.ts'
import type { ProcessWatch } from '../ports.ts'
import { TmuxPane, tmuxClient, type TmuxPanePorts } from './tmux-pane.ts'

export type TmuxPanesPorts = Pick<
  TmuxPanePorts,
  'clock' | 'options' | 'home' | 'hostname' | 'watch' | 'agents' | 'shadow' | 'ruleOff' | 'changed'
> & {
  /** Absent if no tmux server can be reached. */
  readonly connect: ConnectTmux | undefined
  /** The client switched sessions. Returns whether another owner follows these panes. */
  readonly moved?: () => boolean
}

export class TmuxPanes {
  readonly #ports: TmuxPanesPorts
  #options: Options
  /** Process id of the foreground client; `null` if there is none. */
  #pid: number | null = null
  #connection: TmuxConnection | null = null
  #server: TmuxServer | null = null
  #client: ControlClient | null = null
  readonly #panes = new Map<number, TmuxPane>()
  /** Panes of the session beyond `tmuxPanesMax`. */
  #beyond = 0
  #focused = false
  #problem: string | null = null
  /** Consecutive clients that ended early. */
  #failures = 0
  #connectedAt = 0
  #cancelAgain: (() => void) | null = null
  #name: string | null = null
  #changed: () => void
  #connect: ConnectTmux | undefined
  #leave: (() => boolean) | undefined

  constructor(ports: TmuxPanesPorts) {
    this.#changed = ports.changed
    this.#connect = ports.connect
    this.#leave = ports.moved
    this.#ports = { ...ports, changed: () => this.#changed() }
    this.#options = ports.options
  }

  /** The connected server; `null` if there is none yet. */
  get seen(): { readonly server: TmuxServer; readonly connection: TmuxConnection } | null {
    const [server, connection] = [this.#server, this.#connection]
    return server === null || connection === null ? null : { server, connection }
  }

  /** Whether this reading of the foreground ends the connection. */
  isLeft({ name, pid }: Pick<ProcessWatch['front'], 'name' | 'pid'>): boolean {
    return this.#server !== null && this.#pid !== (name === tmuxClient ? (pid ?? null) : null)
  }

  /** Hands the panes over to another owner, with its own connection. */
  handOver(changed: () => void, connect: ConnectTmux): void {
    this.applyEvidence({ type: 'focus', on: false })
    this.#changed = changed
    this.#connect = connect
    // the former tab may show another session by now
    this.#leave = undefined
    this.#client?.leaveTab()
  }

  /** Whether panes are known, so that their programs' reports are theirs. */
  get on(): boolean {
    return this.#panes.size > 0
  }

  /** Takes a reading of the foreground. */
  front({ name, pid }: Pick<ProcessWatch['front'], 'name' | 'pid'>): void {
    this.#name = name
    const client = name === tmuxClient ? (pid ?? null) : null
    if (client === this.#pid) return
    this.#end()
    this.#pid = client
    this.#failures = 0
    this.#problem = null
    this.#begin()
  }

  configure(options: Options): void {
    const was = this.#options.ai.tmux
    this.#options = options
    for (const pane of this.#panes.values()) pane.configure(options)
    if (was === options.ai.tmux) return
    this.#end()
    this.#failures = 0
    this.#problem = null
    this.#begin()
  }

  /** Applies focus and user actions. */
  applyEvidence(evidence: Evidence, among?: ReadonlySet<number>): void {
    if (evidence.type === 'focus') {
      this.#focused = evidence.on
      for (const pane of this.#panes.values()) this.#updateFocus(pane)
    } else if (evidence.type === 'user')
      for (const [id, { agent }] of this.#panes)
        if (among?.has(id) !== false) agent.applyEvidence(evidence)
  }

  /** Passes the user's input to the pane with the keyboard. */
  input(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    for (const pane of this.#panes.values()) if (pane.listed.active) pane.typed(kind, bytes)
  }

  /** Returns a pane, or that for a new prompt: the active one, or the only one with an agent. */
  forPrompt(pane: number | null): TmuxPane | null {
    if (pane !== null) return this.#panes.get(pane) ?? null
    const [only = null, ...others] = [...this.#panes.values()].filter(({ isAgent }) => isAgent)
    const active = [...this.#panes.values()].find(({ listed }) => listed.active)
    if (active?.isAgent === true) return active
    return others.length === 0 ? only : null
  }

  /** tmux's ids of the panes that wait for the user. */
  get waiting(): readonly number[] {
    return [...this.#panes].flatMap(([id, { agent }]) =>
      agent.drawn.state === 'waiting' ? [id] : [],
    )
  }

  /** Returns the tab's headline. `own`: the headline without tmux; `among`: only these panes. */
  headline(own: AgentDrawn, among?: ReadonlySet<number>): AgentDrawn {
    const pane = this.speaker(own, among)
    if (pane === null) return own
    const { drawn } = pane.agent
    const speaking = [...this.#panes].reduce((sum, [id, { agent }]) => {
      const { tool, more } = agent.drawn.agent
      return sum + (tool === '' || among?.has(id) === false ? 0 : 1 + more)
    }, 0)
    return {
      ...drawn,
      agent: {
        ...drawn.agent,
        more: Math.max(0, speaking - (drawn.agent.tool === '' ? 0 : 1)),
        where: `tmux ${pane.listed.place}`,
        ...(pane.isAnswered ? { answered: true } : {}),
      },
    }
  }

  /** The pane whose state the tab shows; `null` if none. */
  speaker(own: AgentDrawn, among?: ReadonlySet<number>): TmuxPane | null {
    let best: TmuxPane | null = null
    for (const [id, pane] of this.#panes) {
      if (among?.has(id) === false) continue
      const [one, other] = [pane.agent.drawn, best?.agent.drawn]
      const more = other === undefined ? 1 : severity[one.state] - severity[other.state]
      const isNewer = other === undefined || one.agent.since >= other.agent.since
      if (more > 0 || (more === 0 && isNewer)) best = pane
    }
    // that tmux itself is a running command is unrelated to its panes' state
    if (best === null || own.agent.source === 'shell' || own.agent.source === null) return best
    return severity[own.state] > severity[best.agent.drawn.state] ? null : best
  }

  /** tmux's ids of all watched panes. */
  get ids(): readonly number[] {
    return [...this.#panes.keys()]
  }

  /** Returns the process ids of these panes' first programs. */
  pidsOf(panes: ReadonlySet<number>): readonly number[] {
    return [...panes].flatMap((id) => this.#panes.get(id)?.listed.pid ?? [])
  }

  /**
   * Makes the pane that the tab shows the active pane of tmux. The request is sent even if that
   * pane was active when last listed, since the user may have chosen another one since. Returns
   * `false` if the pane had the keyboard at that time, or if there is no such pane.
   */
  reveal(own: AgentDrawn, among?: ReadonlySet<number>): boolean {
    const pane = this.speaker(own, among)
    if (pane === null || this.#server === null) return false
    const { active, id, window } = pane.listed
    void this.#connection?.run([
      'select-window',
      '-t',
      `${this.#server.session}:@${window}`,
      ';',
      'select-pane',
      '-t',
      `%${id}`,
    ])
    return !active
  }

  /** Reads the dialog of the pane that represents these panes. It can be answered. */
  async ownDialog(own: AgentDrawn, among: ReadonlySet<number>): Promise<AgentDialog> {
    const pane = this.speaker(own, among)
    const read = (await pane?.dialog()) ?? null
    if (pane === null || read === null) return { ...(await this.dialog(own, among)), why: unknown }
    return read.token === null ? read : { ...read, token: `${pane.listed.id}/${read.token}` }
  }

  /** Answers in the pane of the token, which must be one of `among`. */
  async answer(
    token: string,
    { choice, by, among }: { choice: number; by: AnsweredBy; among: ReadonlySet<number> },
  ): Promise<Answered> {
    const [, id, rest = ''] = /^(\d{1,9})\/(.*)$/s.exec(token) ?? []
    const pane = among.has(Number(id)) ? this.#panes.get(Number(id)) : undefined
    if (pane === undefined) return { sent: false, why: 'Not sent: the tmux pane is gone.' }
    return pane.answer(rest, choice, by)
  }

  /** Reads the last rows of the pane whose state the tab shows. */
  dialog(own: AgentDrawn, among?: ReadonlySet<number>): Promise<AgentDialog> {
    const pane = this.speaker(own, among)
    const client = this.#client
    const read = (rows: readonly string[]): AgentDialog => ({
      lines: lastLines(rows),
      choices: [],
      token: null,
      why: notThroughTmux,
    })
    if (pane === null || client === null) return Promise.resolve(read([]))
    return new Promise((resolve) => {
      client.text(pane.listed.id, (rows) => resolve(read(rows)))
    })
  }

  /** Returns tmux facts for *Why*; `null` if tmux is not involved. */
  why(speaker: TmuxPane | null): TmuxWhy | null {
    if (this.#pid === null) {
      if (this.#name === null || !remote.has(this.#name)) return null
      return { place: null, how: remoteText, panes: [] }
    }
    return {
      place: speaker === null ? null : speaker.listed.place,
      how: this.#how(),
      panes: [...this.#panes.values()]
        .sort((a, b) => a.listed.window - b.listed.window || a.listed.id - b.listed.id)
        .map(({ listed, agent, nested, flooded }) => ({
          place: listed.place,
          state: agent.drawn.state,
          tool: agent.drawn.agent.tool,
          note: [
            ...(nested ? ['nested tmux is not inspected'] : []),
            ...(flooded ? ['output was too fast to read completely'] : []),
          ].join('; '),
        })),
    }
  }

  release(): void {
    this.#pid = null
    this.#name = null
    this.#end()
  }

  #how(): string {
    if (!this.#options.ai.tmux) return 'tmux panes are not inspected (ai.tmux = false).'
    if (this.#connect === undefined) return "tmux panes can't be inspected here."
    if (this.#problem !== null) return `Can't read the tmux panes. ${this.#problem}`
    if (this.#server === null || this.#panes.size === 0) return 'Looking for tmux panes…'
    const { socket, version } = this.#server
    const more =
      this.#beyond === 0
        ? ''
        : ` ${this.#beyond} more ${this.#beyond === 1 ? 'is' : 'are'} not inspected.`
    return (
      `Connected to tmux ${version.text} at ${socket} in control mode: ` +
      `${this.#panes.size} ${this.#panes.size === 1 ? 'pane' : 'panes'}.${more}`
    )
  }

  #begin(): void {
    const { clock } = this.#ports
    const connect = this.#connect
    if (this.#pid === null || connect === undefined || !this.#options.ai.tmux) return
    this.#connectedAt = clock.now()
    this.#connection = connect(this.#pid, {
      words: (server) => attachWords(server, pauseAfterSeconds),
      found: (server) => this.#found(server),
      output: (bytes) => this.#client?.feed(bytes),
      ended: (problem, final) => this.#ended(problem, final),
    })
  }

  #found(server: TmuxServer): void {
    this.#server = server
    this.#client = new ControlClient(server, {
      clock: this.#ports.clock,
      send: (line) => this.#connection?.send(line),
      listed: (panes) => this.#listed(panes),
      output: (pane, bytes) => this.#panes.get(pane)?.output(bytes),
      lost: (pane) => this.#lost(pane),
      moved: (own) => this.#moved(own),
      broken: (problem) => this.#ended(problem, false),
    })
  }

  #listed(panes: readonly ListedPane[]): void {
    this.#problem = null
    const kept = [...panes]
      .sort((a, b) => Number(b.visible) - Number(a.visible))
      .slice(0, tmuxPanesMax)
    this.#beyond = panes.length - kept.length
    for (const [id, pane] of [...this.#panes]) {
      const listed = kept.find((one) => one.id === id)
      // another program in the same pane starts over, as in a tab
      if (listed?.pid === pane.listed.pid) continue
      pane.dispose()
      this.#panes.delete(id)
    }
    for (const listed of kept) {
      const known = this.#panes.get(listed.id)
      if (known === undefined) this.#add(listed)
      else {
        known.update(listed)
        this.#updateFocus(known)
      }
    }
    this.#ports.changed()
  }

  #add(listed: ListedPane): void {
    const { id } = listed
    const pane: TmuxPane = new TmuxPane(listed, {
      ...this.#ports,
      options: this.#options,
      capture: () => this.#client?.capture(id, (rows) => this.#panes.get(id)?.captured(rows)),
      rest: (on) => this.#client?.rest(id, on),
      connection: () => this.#connection,
      input: () => this.#client?.input(id) ?? Promise.resolve(null),
      gone: () => this.#client?.list(),
    })
    this.#panes.set(id, pane)
    pane.begin()
    this.#updateFocus(pane)
  }

  /** Gives a visible pane the tab's focus. */
  #updateFocus({ agent, listed }: TmuxPane): void {
    agent.applyEvidence({ type: 'focus', on: this.#focused && listed.visible })
  }

  #lost(pane: number | null): void {
    for (const [id, one] of this.#panes) if (pane === null || id === pane) one.lost()
  }

  /**
   * The tab's client switched sessions: the new session is looked up from the start. If the
   * control-mode client itself was moved (`detach-on-destroy off`), nothing is left to follow.
   */
  #moved(own: boolean): void {
    if (!own && this.#leave?.() === true) return
    this.#end()
    this.#begin()
  }

  #ended(problem: string, final: boolean): void {
    const { clock, changed } = this.#ports
    const lived = clock.now() - this.#connectedAt
    this.#end()
    this.#problem = problem
    this.#failures = lived >= steadyMs ? 1 : this.#failures + 1
    changed()
    if (final || this.#failures > againTimes) return
    const delay = Math.min(againMsMax, againMs * 2 ** (this.#failures - 1))
    this.#cancelAgain = clock.after(delay, () => {
      this.#cancelAgain = null
      this.#begin()
    })
  }

  #end(): void {
    this.#cancelAgain?.()
    this.#cancelAgain = null
    this.#client?.dispose()
    this.#client = null
    this.#connection?.close()
    this.#connection = null
    this.#server = null
    this.#beyond = 0
    const had = this.on
    for (const pane of this.#panes.values()) pane.dispose()
    this.#panes.clear()
    if (had) this.#ports.changed()
  }
}

export const notThroughTmux =
  'This question is in tmux in this tab. Press Enter to open the tab and answer there.'

/** Programs in which a tmux on another machine may run. */
const remote: ReadonlySet<string> = new Set(['ssh', 'mosh-client', 'et'])

const remoteText =
  "tmux on a remote machine can't be inspected. Agents there must report their state."
