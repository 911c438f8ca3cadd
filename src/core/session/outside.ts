/**
 * The session as the clients of its socket have it (protocols/session-socket.md): when there is a socket, what they may ask, and what they
 * are told. One hub lives as long as one program; a restart makes another at the same path.
 */
import type { Evidence as StateEvidence, Why } from '../agent-state/index.ts'
import type { Clock } from '../clock.ts'
import type { History } from '../flow/history.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { Hub } from '../socket/hub.ts'
import type { Places, SessionFacts, Snapshot, SocketOptions, SocketSession, StateFacts } from '../socket/ports.ts'
import { ptyQueueLow } from '../socket/limits.ts'
import type { AgentDrawn } from './agent.ts'
import type { Environment } from './environment.ts'
import type { Exit } from './ports.ts'
import type { TerminalSize } from './terminal-size.ts'

/** Where a session's clients come from. The host opens real sockets. */
export interface SocketPort {
  readonly options: SocketOptions
  readonly places: Places
  /** Opens the socket of a session and lets its clients in; or says in a sentence why it has none. Never throws. */
  readonly open: (id: string, hub: Hub) => { readonly path: string; readonly close: () => void } | { readonly problem: string }
  /** A time of the session's clock in ms since 1970. */
  readonly sinceEpoch: (at: number) => number
}

export interface OutsidePorts {
  readonly clock: Clock
  readonly socket: SocketPort | undefined
  readonly id: string
  readonly terminal: TerminalSize
  readonly history: History
  /** Snapshots and deltas of the screen. */
  readonly shadow: Shadow
  /** `startedAt` on the session's clock. */
  readonly facts: () => SessionFacts
  readonly drawn: () => AgentDrawn
  readonly why: () => Why
  readonly input: (bytes: Uint8Array) => void
  readonly inputWaiting: () => number
  readonly signal: (signal: number) => boolean
  readonly tell: (evidence: StateEvidence) => void
  /** Shows the tab; false: there is no window. */
  readonly focus: () => boolean
  /** `update-title`: below the user's own name, above OSC 0/2; '' takes it back. */
  readonly setTitle: (title: string) => void
  /** What the tab shows has changed: `detail`. */
  readonly changed: () => void
}

export class Outside {
  readonly #ports: OutsidePorts
  #hub: Hub | null = null
  #close: (() => void) | null = null
  /** Of the socket; null: there is none now. */
  path: string | null = null
  #screen: 'grid' | 'stream' = 'stream'
  /** Offset of output at which the terminal got its present size. */
  #resizedAt = 0
  /** A status that is no state, for a while. */
  detail: string | null = null
  /** Why there is no socket, in a sentence; null: there is one, or nobody asked for one. */
  problem: string | null = null

  constructor(ports: OutsidePorts) {
    this.#ports = ports
  }

  /** A program is to be started: its socket is there before it. What its environment is to name, of this session only. */
  open(): Environment {
    const { socket, clock, id } = this.#ports
    if (socket === undefined) return {}
    this.#ports.setTitle('')
    const hub = new Hub({ clock, session: this.#session(socket), options: socket.options, places: socket.places })
    const opened = socket.open(id, hub)
    if ('problem' in opened) { this.problem = opened.problem; return {} }
    this.problem = null
    this.#hub = hub
    this.#close = opened.close
    this.path = opened.path
    return { VIBEFLOW_SESSION_ID: id, VIBEFLOW_SOCKET: opened.path }
  }

  /** The program has ended, or is given up: all clients are told, and the socket goes. */
  ended(exit: Exit): void {
    const [hub, close] = [this.#hub, this.#close]
    this.#hub = this.#close = this.path = null
    hub?.exit(exit)
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
    this.#resizedAt = this.#ports.history.end
    this.#hub?.mode(this.#screen, this.#resizedAt)
  }

  #session({ sinceEpoch }: SocketPort): SocketSession {
    const { clock, history, terminal, facts, setTitle, drawn, why, input, inputWaiting, signal, tell, focus, changed } = this.#ports
    return {
      now: () => Math.round(sinceEpoch(clock.now())),
      facts: () => { const { startedAt, ...rest } = facts(); return { ...rest, startedAt: Math.round(sinceEpoch(startedAt)) } },
      state: () => stateFacts(drawn(), sinceEpoch),
      why, terminal, input, signal, focus, output: history,
      get inputWaiting() { return inputWaiting() },
      setTitle,
      evidence: (frame) => tell(frame),
      detail: (text) => { if (text !== this.detail) { this.detail = text; changed() } },
      // The screen itself is the shadow terminal's, which is not there yet: its snapshots and deltas are refused as `no-shadow`.
      serves: (format) => format === 'ansi',
      snapshot: ({ format }, _encoding, answer) => answer(format === 'ansi' ? this.#restore() : null),
      delta: (_since, _encoding, answer) => answer('unknown'),
    }
  }

  /** What brings a fresh terminal of this size to the present screen: the modes at the start of the ring, then all that it holds, replayed. */
  #restore(): Snapshot {
    const { terminal, history } = this.#ports
    const { at: from, modes } = history.beginning()
    const bytes = new Uint8Array(history.end - from)
    for (const part of history.read(from, history.end)) bytes.set(part.bytes, part.at - from)
    const whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes))
    const at = from + whole.length
    const resized = this.#resizedAt > from ? betweenSequences(whole, this.#resizedAt - from) : 0
    const decoder = new TextDecoder()
    const { cols = 0, rows = 0 } = terminal.size ?? {}
    const revision = { epoch: 0, rev: 0 }
    const value = { v: 1, format: 'ansi', ...revision, at, cols, rows, ansi: decoder.decode(modes) + decoder.decode(whole.subarray(0, resized)) + (resized === 0 ? '' : withoutMargins) + decoder.decode(whole.subarray(resized)), ...(from > 0 ? { cut: true } : {}) }
    return { payload: new TextEncoder().encode(JSON.stringify(value)), revision, at }
  }
}

/** A terminal that is resized loses its margins, and programs rely on that; one that is restored is not resized in between. */
const withoutMargins = '\x1b7\x1b[r\x1b8'

/** The first place at or behind `at` where no escape sequence or character is under way: before the next one, or the end. */
function betweenSequences(bytes: Uint8Array, at: number): number {
  for (let next = bytes.indexOf(0x1b, at); next !== -1; next = bytes.indexOf(0x1b, next + 1)) if (bytes[next + 1] !== 0x5c) return next // else the end of a string
  return bytes.length
}

/** Bytes of a character at the end that is not whole: they come as output. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    return byte < 0xf5 && needed > back ? back : 0
  }
  return 0
}

function stateFacts({ state, agent }: AgentDrawn, sinceEpoch: (at: number) => number): StateFacts {
  const { since, seen, source, confidence, tool, kind, project, message, progress } = agent
  return {
    state, since: Math.round(sinceEpoch(since)), seen, source: source ?? 'shell', confidence,
    ...(tool === '' ? {} : { tool }),
    ...(kind === undefined || kind === 'other' ? {} : { kind }),
    ...(project === undefined ? {} : { project }),
    ...(message === undefined ? {} : { message }),
    ...(progress === undefined ? {} : { progress }),
  }
}
