/**
 * The session as the clients of its socket have it (docs/socket.md): when there is a
 * socket, what they may ask, and what they are sent. One hub lives as long as one program; a
 * restart makes another at the same path.
 */
import { defined } from '../../base/defined.ts'
import type { Evidence as StateEvidence } from '../../agents/state/evidence.ts'
import type { Why } from '../../agents/state/why.ts'
import type { Clock } from '../../base/clock.ts'
import type { RecentOutput } from './flow/recent-output.ts'
import type { Shadow } from '../worker/shadow.ts'
import { Hub } from '../clients/socket/hub.ts'
import type { SessionFacts, StateFacts } from '../clients/socket/messages.ts'
import type { Places, SessionPort, SocketOptions } from '../clients/socket/ports.ts'
import { ptyQueueLow } from '../clients/socket/limits.ts'
import { screenOf } from './socket-screen.ts'
import type { AgentDrawn } from './agent.ts'
import type { Environment } from './launch/environment.ts'
import type { Exit } from './ports.ts'
import type { TerminalSize } from './terminal-size.ts'

/** Where a session's clients come from. The host opens real sockets. */
export interface SocketPort {
  readonly options: SocketOptions
  readonly places: Places
  /**
   * Opens the socket of a session and lets its clients in; or says in a sentence why it has none.
   * Never throws.
   */
  readonly open: (
    id: string,
    hub: Hub,
  ) => { readonly path: string; readonly close: () => void } | { readonly problem: string }
  /** A time of the session's clock in ms since 1970. */
  readonly sinceEpoch: (at: number) => number
}

export interface SocketSessionPorts {
  readonly clock: Clock
  readonly socket: SocketPort | undefined
  readonly id: string
  readonly terminal: TerminalSize
  readonly history: RecentOutput
  /** Snapshots and deltas of the screen. */
  readonly shadow: Shadow
  /** `startedAt` on the session's clock. */
  readonly facts: () => SessionFacts
  readonly drawn: () => AgentDrawn
  readonly why: () => Why
  readonly input: (bytes: Uint8Array) => void
  readonly inputWaiting: () => number
  readonly signal: (signal: number) => boolean
  readonly applyEvidence: (evidence: StateEvidence) => void
  /** Shows the tab; false: there is no window. */
  readonly focus: () => boolean
  /** `update-title`: below the user's own name, above OSC 0/2; '' takes it back. */
  readonly setTitle: (title: string) => void
  /** What the tab shows has changed: `detail`. */
  readonly changed: () => void
  /** `socket.enabled`, now. */
  readonly enabled: () => boolean
}

const turnedOff = 'The option socket.enabled is false.'

export class SocketSession {
  readonly #ports: SocketSessionPorts
  #hub: Hub | null = null
  #close: (() => void) | null = null
  #runs = false
  /** Of the last hub: what the clients are sent is numbered on over a restart. */
  #seq = 0
  /** Of the socket; null: there is none now. */
  path: string | null = null
  #screen: 'grid' | 'stream' = 'stream'
  /** A status that is no state, for a while. */
  detail: string | null = null
  /** Why there is no socket, in a sentence; null: there is one, or nobody asked for one. */
  problem: string | null = null

  constructor(ports: SocketSessionPorts) {
    this.#ports = ports
  }

  /**
   * A program is to be started: its socket is there before it. What its environment is to name, of
   * this session only.
   */
  begin(): Environment {
    if (this.#ports.socket === undefined) return {}
    this.#ports.setTitle('')
    this.#runs = true
    this.#open()
    return this.path === null
      ? {}
      : { VIBEFLOW_SESSION_ID: this.#ports.id, VIBEFLOW_SOCKET: this.path }
  }

  /** The program has ended, or is given up: all clients are notified, and the socket is removed. */
  ended(exit: Exit): void {
    this.#runs = false
    this.#release((hub) => hub.exit(exit))
  }

  /**
   * `socket.enabled` may be another: a program that runs gets a socket, or loses it while it goes
   * on. It is not notified, since its environment is its own.
   */
  configured(): void {
    if (!this.#runs) return
    if (!this.#ports.enabled()) {
      this.#release((hub) => hub.dismiss())
      this.problem = turnedOff
    } else if (this.#hub === null) this.#open()
  }

  #open(): void {
    const { socket, clock, id, enabled } = this.#ports
    if (socket === undefined) return
    if (!enabled()) {
      this.problem = turnedOff
      return
    }
    const hub = new Hub({
      clock,
      session: this.#session(socket),
      options: socket.options,
      places: socket.places,
      seq: this.#seq,
    })
    const opened = socket.open(id, hub)
    if ('problem' in opened) {
      this.problem = opened.problem
      return
    }
    this.problem = null
    this.#hub = hub
    this.#close = opened.close
    this.path = opened.path
  }

  #release(end: (hub: Hub) => void): void {
    const [hub, close] = [this.#hub, this.#close]
    this.#hub = this.#close = this.path = null
    if (hub !== null) {
      end(hub)
      this.#seq = hub.seq
    }
    close?.()
  }

  /** The ring holds these bytes already. */
  output(bytes: Uint8Array): void {
    this.#hub?.output(bytes, this.#ports.history.end - bytes.length)
  }

  stateChanged(): void {
    this.#hub?.stateChanged()
  }

  /** The pty has taken input; so many bytes still wait. */
  inputTaken(waitingBytes: number): void {
    if (waitingBytes < ptyQueueLow) this.#hub?.ptyDrained()
  }

  /** The buffer in use is another one, by the bytes before offset `at`. */
  screen(screen: 'grid' | 'stream', at: number): void {
    this.#screen = screen
    this.#hub?.mode(screen, at)
  }

  /** The shadow's screen is another one than before. */
  screenChanged(): void {
    this.#hub?.screenChanged()
  }

  /** Size or authority are to be others. */
  sizeChanged(): void {
    if (this.#ports.terminal.by === 'window') this.#hub?.sizeTaken()
  }

  /** The pty has another size. */
  resized(): void {
    this.#hub?.mode(this.#screen, this.#ports.history.end)
  }

  #session({ sinceEpoch }: SocketPort): SessionPort {
    const {
      clock,
      history,
      shadow,
      terminal,
      facts,
      setTitle,
      drawn,
      why,
      input,
      inputWaiting,
      signal,
      applyEvidence,
      focus,
      changed,
    } = this.#ports
    return {
      now: () => Math.round(sinceEpoch(clock.now())),
      facts: () => {
        const { startedAt, ...rest } = facts()
        return { ...rest, startedAt: Math.round(sinceEpoch(startedAt)) }
      },
      state: () => stateFacts(drawn(), sinceEpoch),
      why,
      terminal,
      input,
      signal,
      focus,
      output: history,
      get inputWaiting() {
        return inputWaiting()
      },
      setTitle,
      evidence: (frame) => applyEvidence(frame),
      detail: (text) => {
        if (text !== this.detail) {
          this.detail = text
          changed()
        }
      },
      get hasScreen() {
        return shadow.on
      },
      snapshot: (request, encoding, answer) => {
        void screenOf(request, { shadow, history, encoding }).then(answer)
      },
      follow: (on) => shadow.follow(on),
      delta: (since, encoding, answer) => {
        void shadow.delta(since, encoding).then((delta) => {
          if (delta === null || delta.kind === 'unknown') answer('unknown')
          else if (delta.kind === 'same') answer('same')
          else answer({ payload: delta.payload, revision: { epoch: delta.epoch, rev: delta.rev } })
        })
      },
    }
  }
}

function stateFacts({ state, agent }: AgentDrawn, sinceEpoch: (at: number) => number): StateFacts {
  const { since, seen, source, confidence, tool, kind, project, message, progress } = agent
  return {
    state,
    since: Math.round(sinceEpoch(since)),
    seen,
    source: source ?? 'shell',
    confidence,
    ...(tool === '' ? {} : { tool }),
    ...(kind === undefined || kind === 'other' ? {} : { kind }),
    ...defined({ project, message, progress }),
  }
}
