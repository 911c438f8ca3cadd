/**
 * Serves a session to the clients of its socket (docs/reference/session-socket.md): opening and
 * closing the socket, requests, and reports. Each program has its own hub; a restart opens another
 * at the same path.
 */
import { commandText } from '../../base/command.ts'
import { defined } from '../../base/objects/defined.ts'
import { Hub } from '../clients/socket/hub.ts'
import { ptyQueueLow } from '../clients/socket/limits.ts'
import type { StateFacts } from '../clients/socket/messages.ts'
import type { SessionPort } from '../clients/socket/ports.ts'
import type { AgentDrawn } from './agent/agent-drawn.ts'
import type { Environment } from './launch/environment.ts'
import type { SessionParts } from './parts.ts'
import type { ProgramExit } from './ports.ts'
import type { SocketPort } from './session-ports.ts'
import { screenOf } from './socket-screen.ts'

const turnedOff = 'socket.enabled is off.'

export class SocketSession {
  readonly #parts: SessionParts
  #hub: Hub | null = null
  #close: (() => void) | null = null
  #runs = false
  /** Number of the last packet; numbering continues over restarts. */
  #seq = 0
  /** Path of the open socket; `null` if there is none. */
  path: string | null = null
  /** `grid`: the alternate screen, a grid of cells; `stream`: the primary screen, which scrolls. */
  screen: 'grid' | 'stream' = 'stream'
  /** Temporary status text; `null` if none. */
  detail: string | null = null
  /** Sentence about why there is no socket; `null` if there is one or none is enabled. */
  problem: string | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Opens the socket before the program starts. Returns variables for its environment. */
  begin(): Environment {
    if (this.#parts.ports.socket === undefined) return {}
    this.#parts.identity.give('')
    this.#runs = true
    this.#open()
    return this.path === null
      ? {}
      : { VIBEFLOW_SESSION_ID: this.#parts.options.id, VIBEFLOW_SOCKET: this.path }
  }

  /** Sends the exit to all clients and removes the socket. */
  ended(exit: ProgramExit): void {
    this.#runs = false
    this.#release((hub) => hub.exit(exit))
  }

  /** Opens or closes the running program's socket by `socket.enabled`. */
  configured(): void {
    if (!this.#runs) return
    if (!this.#parts.settings.socket.enabled) {
      this.#release((hub) => hub.dismiss())
      this.problem = turnedOff
    } else if (this.#hub === null) this.#open()
  }

  #open(): void {
    const { options, ports, settings } = this.#parts
    const { clock, socket } = ports
    if (socket === undefined) return
    if (!settings.socket.enabled) {
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

  /** Passes on bytes that the ring already has. */
  output(bytes: Uint8Array): void {
    this.#hub?.output(bytes, this.#parts.delivery.history.end - bytes.length)
  }

  stateChanged(): void {
    this.#hub?.stateChanged()
  }

  /** Takes the number of bytes that still wait after the pty took input. */
  inputTaken(waitingBytes: number): void {
    if (waitingBytes < ptyQueueLow) this.#hub?.ptyDrained()
  }

  /** Reports a change of the active screen by the program's bytes before offset `end`. */
  setScreen(screen: 'grid' | 'stream', end: number): void {
    if (screen === this.screen) return
    const at = this.#parts.delivery.base + end
    this.screen = screen
    this.#hub?.mode(screen, at)
    this.#parts.ports.happened?.({ type: 'screen', screen, at })
  }

  screenChanged(): void {
    this.#hub?.screenChanged()
  }

  /** Handles a change of the target size, or of the client or window that sets it. */
  sizeChanged(): void {
    if (this.#parts.program.terminal.by === 'window') this.#hub?.sizeTaken()
  }

  resized(): void {
    this.#hub?.mode(this.screen, this.#parts.delivery.history.end)
  }

  #session({ sinceEpoch }: SocketPort): SessionPort {
    const { agents, delivery, evidence, identity, input, limits, options, ports, program, queue } =
      this.#parts
    const { clock, focus } = ports
    const { history, shadow } = delivery
    return {
      now: () => Math.round(sinceEpoch(clock.now())),
      facts: () => ({
        id: options.id,
        pid: program.pid ?? 0,
        title: this.#parts.view().title,
        cwd: identity.directory,
        command: commandText(options.command),
        startedAt: Math.round(sinceEpoch(program.startedAt ?? 0)),
        ...defined({
          mark: this.#parts.view().mark,
          userVariables: evidence.variables.shown,
          usage: agents.processes?.usage?.() ?? undefined,
          queue: queue.shown,
        }),
      }),
      state: () => ({
        ...stateFacts(agents.drawn, sinceEpoch),
        ...defined({ limitedUntil: limits.until ?? undefined }),
      }),
      why: () => this.#parts.why(),
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
        void screenOf(request, delivery, encoding, this.#parts.agents.copyRules).then(answer)
      },
      follow: (on) => shadow.follow(on),
      viewed: (on) => delivery.setViewed('clients', on),
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
