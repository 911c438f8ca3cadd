/**
 * The session as the clients of its socket have it (docs/socket.md): when there is a
 * socket, what they may ask, and what they are sent. One hub lives as long as one program; a
 * restart makes another at the same path.
 */
import type { WhyState } from '../../agents/state/why.ts'
import { commandText } from '../../base/command.ts'
import { defined } from '../../base/defined.ts'
import { Hub } from '../clients/socket/hub.ts'
import { ptyQueueLow } from '../clients/socket/limits.ts'
import type { StateFacts } from '../clients/socket/messages.ts'
import type { SessionPort } from '../clients/socket/ports.ts'
import type { AgentDrawn } from './agent/agent-drawn.ts'
import type { SessionInput } from './input/session-input.ts'
import type { Environment } from './launch/environment.ts'
import type { SessionEvidence } from './output-evidence.ts'
import type { ProgramExit } from './ports.ts'
import type { SocketPort } from './session-ports.ts'
import { screenOf } from './socket-screen.ts'
import type { SessionParts, TabAgents } from './agent/tab-agents.ts'

export interface SocketSessionParts extends SessionParts {
  readonly agents: TabAgents
  readonly input: SessionInput
  readonly evidence: SessionEvidence
  /** Title of the tab. */
  readonly title: () => string
  readonly why: () => WhyState
}

const turnedOff = 'The option socket.enabled is false.'

export class SocketSession {
  readonly #parts: SocketSessionParts
  #hub: Hub | null = null
  #close: (() => void) | null = null
  #runs = false
  /** Number of the last hub's last packet: numbers go on over a restart. */
  #seq = 0
  /** Path of the socket; `null` if there is none now. */
  path: string | null = null
  /** `grid`: the alternate screen, a canvas of cells; `stream`: the primary one, which scrolls. */
  screen: 'grid' | 'stream' = 'stream'
  /** A status that is no state, for a while. */
  detail: string | null = null
  /** Why there is no socket, in a sentence; `null` if there is one, or none is wanted. */
  problem: string | null = null

  constructor(parts: SocketSessionParts) {
    this.#parts = parts
  }

  /**
   * A program is to be started: its socket is there before it. What its environment is to name, of
   * this session only.
   */
  begin(): Environment {
    if (this.#parts.ports.socket === undefined) return {}
    this.#parts.identity.give('')
    this.#runs = true
    this.#open()
    return this.path === null
      ? {}
      : { VIBEFLOW_SESSION_ID: this.#parts.options.id, VIBEFLOW_SOCKET: this.path }
  }

  /** The program has ended, or is given up: all clients are notified, and the socket is removed. */
  ended(exit: ProgramExit): void {
    this.#runs = false
    this.#release((hub) => hub.exit(exit))
  }

  /**
   * `socket.enabled` may be another: a program that runs gets a socket, or loses it while it goes
   * on. It is not notified, since its environment is its own.
   */
  configured(): void {
    if (!this.#runs) return
    if (!this.#parts.settings().socket.enabled) {
      this.#release((hub) => hub.dismiss())
      this.problem = turnedOff
    } else if (this.#hub === null) this.#open()
  }

  #open(): void {
    const { options, ports, settings } = this.#parts
    const { clock, socket } = ports
    if (socket === undefined) return
    if (!settings().socket.enabled) {
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
    const opened = socket.open(options.id, hub)
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
    this.#hub?.output(bytes, this.#parts.delivery.history.end - bytes.length)
  }

  stateChanged(): void {
    this.#hub?.stateChanged()
  }

  /** The pty has taken input; so many bytes still wait. */
  inputTaken(waitingBytes: number): void {
    if (waitingBytes < ptyQueueLow) this.#hub?.ptyDrained()
  }

  /** The buffer in use is another one, by the bytes before offset `at`. */
  setScreen(screen: 'grid' | 'stream', at: number): void {
    this.screen = screen
    this.#hub?.mode(screen, at)
  }

  /** The shadow's screen is another one than before. */
  screenChanged(): void {
    this.#hub?.screenChanged()
  }

  /** Size or authority are to be others. */
  sizeChanged(): void {
    if (this.#parts.program.terminal.by === 'window') this.#hub?.sizeTaken()
  }

  /** The pty has another size. */
  resized(): void {
    this.#hub?.mode(this.screen, this.#parts.delivery.history.end)
  }

  #session({ sinceEpoch }: SocketPort): SessionPort {
    const { agents, delivery, evidence, identity, input, options, ports, program } = this.#parts
    const { title, why } = this.#parts
    const { clock, focus } = ports
    const { history, shadow } = delivery
    return {
      now: () => Math.round(sinceEpoch(clock.now())),
      facts: () => ({
        id: options.id,
        pid: program.pid ?? 0,
        title: title(),
        cwd: identity.directory,
        command: commandText(options.command),
        startedAt: Math.round(sinceEpoch(program.startedAt ?? 0)),
      }),
      state: () => stateFacts(agents.drawn, sinceEpoch),
      why,
      terminal: program.terminal,
      input: (bytes) => input.typeFromClient(bytes),
      signal: (signal) => program.signal(signal),
      focus: () => focus?.() ?? false,
      output: history,
      get inputWaiting() {
        return input.waitingBytes
      },
      setTitle: (text) => identity.give(text),
      evidence: (frame) => evidence.apply(frame),
      detail: (text) => {
        if (text !== this.detail) {
          this.detail = text
          delivery.state.changed()
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
        void shadow.questions.delta(since, encoding).then((delta) => {
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
