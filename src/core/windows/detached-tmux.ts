/**
 * Sessions of tmux that a tab has shown and none shows any more, while their server lives: each is
 * looked into as in its tab, and is an item of what needs the user (docs/tmux.md). One that a tab
 * shows again goes from here, as one does that has ended.
 */
import type { Options } from '../config/table.ts'
import type { TabView } from '../ipc/contract.ts'
import type { AgentDrawn } from '../session/agent.ts'
import { notThroughTmux, type TmuxPanes } from '../session/tmux-panes.ts'
import { detachedMax } from '../tmux/limits.ts'
import type { ConnectTmux, ReconnectTmux, TmuxConnection, TmuxServer } from '../tmux/ports.ts'
import type { Attended } from '../workspace/page-message-handlers.ts'
import type { TabOptions } from '../workspace/tab-options.ts'

export interface DetachedTmuxPorts {
  readonly options: Options
  readonly home: string
  readonly reconnect: ReconnectTmux
  readonly newId: () => string
  readonly changed: (view: TabView) => void
  readonly gone: (id: string) => void
}

/** What is there without any pane that says something. */
const nothing: AgentDrawn = {
  state: 'active',
  front: null,
  reason: '',
  agent: {
    ...{ since: 0, seen: true, snoozedUntil: null, confidence: 'fact', source: null },
    ...{ tool: '', more: 0 },
  },
}

interface Detached {
  readonly id: string
  readonly server: TmuxServer
  readonly panes: TmuxPanes
  muted: boolean
  name: string | null
}

export class DetachedTmux {
  readonly #ports: DetachedTmuxPorts
  #options: Options
  /** Key of the session that each tab's client is at. */
  readonly #shown = new Map<TmuxConnection, string>()
  /** By key, the oldest first. */
  readonly #detached = new Map<string, Detached>()

  constructor(ports: DetachedTmuxPorts) {
    this.#ports = ports
    this.#options = ports.options
  }

  /** The same, and it is noted which sessions tabs show. */
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
        close: () => {
          this.#shown.delete(own)
          connection.close()
        },
      }
      return own
    }
  }

  /** Goes on with what a tab has seen and leaves. False: there is no need to. */
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
      ...{ id: this.#ports.newId(), server: seen.server, panes, muted: false, name: null },
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

  /** What the list can do with it. */
  find(id: string): Attended | undefined {
    const one = this.#byId(id)
    if (one === undefined) return undefined
    return {
      applyEvidence: (evidence) => one.panes.applyEvidence(evidence),
      mute: (muted) => {
        one.muted = muted
        this.#publish(one)
      },
      rename: (name) => {
        one.name = name
        this.#publish(one)
      },
      clearScrollback: () => undefined, // tmux's own
      dialog: () => one.panes.dialog(nothing),
      answer: () => Promise.resolve({ sent: false, why: notThroughTmux }),
    }
  }

  /** The tab that shows it again; null: there is no such session. */
  attach(id: string): TabOptions | null {
    const one = this.#byId(id)
    if (one === undefined) return null
    const { program, socket, session } = one.server
    one.panes.reveal(nothing)
    return {
      command: { program, args: ['-u', '-S', socket, 'attach-session', '-t', session] },
      directory: this.#ports.home,
    }
  }

  configure(options: Options): void {
    this.#options = options
    if (!this.#on) this.dispose()
    for (const { panes } of this.#detached.values()) panes.configure(options)
  }

  /** Nothing is looked into any more. */
  dispose(): void {
    for (const key of [...this.#detached.keys()]) this.#remove(key)
  }

  get #on(): boolean {
    return this.#options.ai.tmux && this.#options.ai.tmux_detached
  }

  #byId(id: string): Detached | undefined {
    return [...this.#detached.values()].find((one) => one.id === id)
  }

  #remove(key: string): void {
    const one = this.#detached.get(key)
    if (one === undefined) return
    this.#detached.delete(key) // nothing of it is published any more
    one.panes.release()
    this.#ports.gone(one.id)
  }

  #publish(one: Detached): void {
    if (this.#detached.get(keyOf(one.server)) !== one) return
    const { state, agent } = one.panes.headline(nothing)
    this.#ports.changed({
      id: one.id,
      title: one.name ?? one.server.name,
      ...(one.name === null ? {} : { named: true }),
      ...{ project: 'tmux, detached', place: '' },
      ...{ state, agent, phase: 'running' },
      ...(one.muted ? { muted: true } : {}),
    })
  }
}

/** Numbers of sessions mean something with their server only. */
function keyOf({ socket, pid, session }: TmuxServer): string {
  return `${pid} ${session} ${socket}`
}
