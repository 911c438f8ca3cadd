/**
 * Detached tmux sessions that a tab has shown, while their server lives. Each is watched as in its
 * tab and is an item of the inbox (docs/guides/tmux.md). Sessions that a tab shows again, or that
 * end, are removed.
 */
import type { SessionId } from '../ids.ts'
import type { Options } from '../config/table.ts'
import type { TabView } from './tabs/tab-view.ts'
import type { AgentDrawn } from '../session/agent/agent-drawn.ts'
import type { TmuxPanes } from '../session/tmux/tmux-panes.ts'
import { detachedMax } from '../../agents/tmux/limits.ts'
import type {
  ConnectTmux,
  ReconnectTmux,
  TmuxConnection,
  TmuxServer,
} from '../../agents/tmux/ports.ts'
import type { Attended } from './workspace/messages/handlers.ts'
import type { TabOptions } from './workspace/tab-options.ts'

interface DetachedTmuxPorts {
  readonly options: Options
  readonly home: string
  readonly reconnect: ReconnectTmux
  readonly newId: () => SessionId
  readonly changed: (view: TabView) => void
  readonly gone: (id: SessionId) => void
}

/** The state without any reporting pane. */
const nothing: AgentDrawn = {
  state: 'active',
  front: null,
  reason: '',
  agent: {
    ...{ since: 0, seen: true, snoozedUntil: null, confidence: 'fact', source: null },
    ...{ tool: '', more: 0 },
  },
}

interface Item {
  readonly id: SessionId
  muted: boolean
}

interface Detached {
  readonly server: TmuxServer
  readonly panes: TmuxPanes
  /** Item of the session, for all panes without their own item. */
  readonly item: Item
  /** The waiting pane of `item`, which keeps it. */
  asking: number | null
  /** Items of further waiting panes, by tmux's number. */
  readonly others: Map<number, Item>
  name: string | null
}

export class DetachedTmux {
  readonly #ports: DetachedTmuxPorts
  #options: Options
  /** Session keys of tabs' clients. */
  readonly #shown = new Map<TmuxConnection, string>()
  /** By key, the oldest first. */
  readonly #detached = new Map<string, Detached>()

  constructor(ports: DetachedTmuxPorts) {
    this.#ports = ports
    this.#options = ports.options
  }

  /** Wraps `connect` to note the sessions that tabs show. */
  noting(connect: ConnectTmux): ConnectTmux {
    return (pid, events) => {
      const connection = connect(pid, {
        ...events,
        found: (server) => {
          const key = keyOf(server)
          this.#shown.set(own, key)
          this.#remove(key)
          events.found(server)
        },
        ended: (problem, final) => {
          this.#shown.delete(own)
          events.ended(problem, final)
        },
      })
      const own: TmuxConnection = {
        send: (line) => connection.send(line),
        run: (words) => connection.run(words),
        terminal: (path, pid) => connection.terminal(path, pid),
        close: () => {
          this.#shown.delete(own)
          connection.close()
        },
      }
      return own
    }
  }

  /** Takes over a session that a tab detaches from. Returns `false` if it need not be watched. */
  keep(panes: TmuxPanes): boolean {
    const { seen } = panes
    if (seen === null || !this.#on || seen.server.endsUnattached) return false
    const key = keyOf(seen.server)
    this.#shown.delete(seen.connection)
    if ([...this.#shown.values()].includes(key)) return false
    this.#remove(key)
    const [oldest] = this.#detached.keys()
    if (oldest !== undefined && this.#detached.size >= detachedMax) this.#remove(oldest)
    const one: Detached = {
      ...{ server: seen.server, panes, asking: null, others: new Map(), name: null },
      item: { id: this.#ports.newId(), muted: false },
    }
    this.#detached.set(key, one)
    panes.handOver(
      () => this.#publish(one),
      (_, events) =>
        this.#ports.reconnect(one.server, {
          ...events,
          ended: (problem, final) => {
            if (final) this.#remove(key)
            else events.ended(problem, false)
          },
        }),
    )
    this.#publish(one)
    return true
  }

  /** Returns the actions of an item. */
  find(id: SessionId): Attended | undefined {
    const found = this.#byId(id)
    if (found === undefined) return undefined
    const { one, item } = found
    return {
      agents: {
        copyRules: null,
        dialog: () => one.panes.ownDialog(nothing, panesOf(one, item)),
        answer: (token, choice, by = 'list') =>
          one.panes.answer(token, { choice, by, among: panesOf(one, item) }),
      },
      delivery: { clearScrollback: () => undefined }, // tmux keeps its own
      evidence: { apply: (evidence) => one.panes.applyEvidence(evidence, panesOf(one, item)) },
      identity: {
        mute: (muted) => {
          item.muted = muted
          this.#publish(one)
        },
        rename: (name) => {
          one.name = name
          this.#publish(one)
        },
      },
    }
  }

  /** Returns a tab that attaches to it; `null` for an unknown id. */
  attach(id: SessionId): TabOptions | null {
    const found = this.#byId(id)
    if (found === undefined) return null
    const { one, item } = found
    const { program, socket, session } = one.server
    one.panes.reveal(nothing, panesOf(one, item))
    return {
      command: { program, args: ['-u', '-S', socket, 'attach-session', '-t', session] },
      directory: this.#ports.home,
    }
  }

  /** Returns each item with the process ids of its panes' first programs. */
  listed(): readonly { readonly view: TabView; readonly pids: readonly number[] }[] {
    return [...this.#detached.values()].flatMap((one) =>
      [one.item, ...one.others.values()].map((item) => ({
        view: this.#viewOf(one, item),
        pids: one.panes.pidsOf(panesOf(one, item)),
      })),
    )
  }

  configure(options: Options): void {
    this.#options = options
    if (!this.#on) this.dispose()
    for (const { panes } of this.#detached.values()) panes.configure(options)
  }

  dispose(): void {
    for (const key of [...this.#detached.keys()]) this.#remove(key)
  }

  get #on(): boolean {
    return this.#options.ai.tmux && this.#options.ai.tmux_detached
  }

  #byId(id: SessionId): { readonly one: Detached; readonly item: Item } | undefined {
    for (const one of this.#detached.values())
      for (const item of [one.item, ...one.others.values()])
        if (item.id === id) return { one, item }
    return undefined
  }

  #remove(key: string): void {
    const one = this.#detached.get(key)
    if (one === undefined) return
    this.#detached.delete(key) // stops its reports
    one.panes.release()
    for (const { id } of [one.item, ...one.others.values()]) this.#ports.gone(id)
  }

  #publish(one: Detached): void {
    if (this.#detached.get(keyOf(one.server)) !== one) return
    this.#assign(one)
    for (const item of [one.item, ...one.others.values()])
      this.#ports.changed(this.#viewOf(one, item))
  }

  /** Assigns waiting panes to items: the first to the session's, each other one to its own. */
  #assign(one: Detached): void {
    const { waiting } = one.panes
    for (const [pane, { id }] of one.others)
      if (!waiting.includes(pane)) {
        one.others.delete(pane)
        this.#ports.gone(id)
      }
    if (one.asking !== null && !waiting.includes(one.asking)) one.asking = null
    for (const pane of waiting) {
      if (one.others.has(pane) || pane === one.asking) continue
      if (one.asking === null) one.asking = pane
      else one.others.set(pane, { id: this.#ports.newId(), muted: one.item.muted })
    }
  }

  #viewOf(one: Detached, item: Item): TabView {
    const { state, agent } = one.panes.headline(nothing, panesOf(one, item))
    return {
      id: item.id,
      title: one.name ?? one.server.name,
      ...(one.name === null ? {} : { named: true }),
      // panes distinguish two items of one session
      ...{ project: `${agent.where ?? 'tmux'} (detached)`, place: '' },
      ...{ state, agent, phase: 'running' },
      ...(item.muted ? { muted: true } : {}),
    }
  }
}

/** Returns the panes of an item. */
function panesOf({ item, asking, others, panes }: Detached, of: Item): ReadonlySet<number> {
  for (const [pane, one] of others) if (one === of) return new Set([pane])
  if (of === item && asking !== null) return new Set([asking])
  return new Set(panes.ids.filter((pane) => !others.has(pane)))
}

/** Session numbers are only unique within their server. */
function keyOf({ socket, pid, session }: TmuxServer): string {
  return `${pid} ${session} ${socket}`
}
