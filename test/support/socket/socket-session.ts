/**
 * One session as the scenarios of socket-vectors.json see it: fake clock, pty, window and clients
 * around the real hub and the real size.
 */
import type { FrameEvidence } from '../../../src/agents/state/evidence.ts'
import type { WhyState } from '../../../src/agents/state/why.ts'
import { OutputRing } from '../../../src/core/session/flow/output-ring.ts'
import type { Size } from '../../../src/core/session/ports.ts'
import { TerminalSize } from '../../../src/core/session/terminal-size.ts'
import type { Connection } from '../../../src/core/clients/socket/connection.ts'
import { encodePacket, FrameParser, type Packet } from '../../../src/core/clients/socket/frame.ts'
import { Hub } from '../../../src/core/clients/socket/hub.ts'
import { ptyQueueLow, snapshotBytesMax } from '../../../src/core/clients/socket/limits.ts'
import type { StateFacts } from '../../../src/core/clients/socket/messages.ts'
import type {
  ClientPlaces,
  SentSnapshot,
  SocketOptions,
  SessionPort,
  Wire,
} from '../../../src/core/clients/socket/ports.ts'
import { FakeClock } from '../fake/fake-clock.ts'

/**
 * A client of a fake session. `unsent` is the number of bytes that it has not taken, set by the
 * scenario.
 */
export class FakeClient implements Wire {
  readonly parser = new FrameParser(snapshotBytesMax)
  connection!: Connection // set by `SocketWorld.connect`, before anything is received
  unsent = 0
  takes = 0
  isPaused = false
  isEnded = false
  isDestroyed = false
  writtenBytes = 0

  write(bytes: Uint8Array): void {
    this.writtenBytes += bytes.length
    this.parser.push(bytes)
  }

  get unsentBytes(): number {
    return this.unsent
  }
  get progress(): string {
    return String(this.takes)
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  end(): void {
    this.isEnded = true
  }
  destroy(): void {
    this.isDestroyed = true
  }

  /** The frames since the last call. */
  frames(): Packet[] {
    const frames: Packet[] = []
    for (let frame = this.parser.next(); frame !== null; frame = this.parser.next()) {
      if ('refused' in frame) throw new Error('the server sent a frame that is too long')
      frames.push(frame)
    }
    return frames
  }

  send(type: number, payload: Uint8Array | string = ''): void {
    this.connection.received(encodePacket(type, payload))
  }
}

export interface WorldOptions {
  readonly access?: 'full' | 'read'
  readonly window?: Size | null
  readonly shadow?: boolean
  readonly evidence?: boolean
  readonly places?: ClientPlaces
}

export class SocketWorld {
  readonly clock = new FakeClock()
  readonly hub: Hub
  readonly terminal: TerminalSize
  readonly ring = new OutputRing(1_048_576, () => undefined)
  readonly clients = new Map<string, FakeClient>()
  readonly fails = new Set<string>()
  /** The active options; a test may change them while clients are connected. */
  readonly options: { -readonly [Key in keyof SocketOptions]: SocketOptions[Key] }
  stdin: number[] = []
  signals: number[] = []
  resizes: [number, number][] = []
  evidence: FrameEvidence[] = []
  title = ''
  detail: string | null = null
  queue = 0
  facts: StateFacts = {
    state: 'active',
    since: 0,
    seen: false,
    source: 'shell',
    confidence: 'guess',
  }
  /** Snapshots that are asked for wait here, if it is a list. */
  later: (() => void)[] | null = null
  /** The hub wants to be notified of changes of the screen. */
  followed = false
  viewed = false
  /** The text of the screen, and the number of its changes. */
  screen = { text: '', rev: 0 }

  constructor({
    access = 'full',
    window = { cols: 80, rows: 24 },
    shadow = true,
    evidence = true,
    places = { taken: 0 },
  }: WorldOptions = {}) {
    this.terminal = new TerminalSize(this.clock, window ?? { cols: 80, rows: 24 }, {
      apply: ({ cols, rows }) => {
        this.#may('resize')
        this.resizes.push([cols, rows])
      },
      changed: () => {
        if (this.terminal.by === 'window') this.hub.sizeTaken()
      },
    })
    if (window !== null) this.terminal.fromWindow(window)
    this.options = { access, evidence, version: '0.1.0' }
    this.hub = new Hub({
      clock: this.clock,
      session: this.#session(shadow),
      options: this.options,
      places,
    })
  }

  connect(name: string): FakeClient {
    const client = new FakeClient()
    this.clients.set(name, client)
    client.connection = this.hub.connect(client)
    return client
  }

  client(name: string): FakeClient {
    const client = this.clients.get(name)
    if (client === undefined) throw new Error(`no client is called ${name}`)
    return client
  }

  /** The state machine shows this from now on. */
  shows(said: Partial<StateFacts> & { readonly state: string }): void {
    this.facts = {
      since: this.clock.now(),
      seen: false,
      source: 'osc7501',
      confidence: 'fact',
      ...said,
    }
    this.hub.stateChanged()
  }

  prints(bytes: Uint8Array): void {
    const at = this.ring.end
    this.ring.push(bytes)
    this.hub.output(bytes, at)
  }

  /** The screen is another. */
  draws(text: string): void {
    this.screen = { text, rev: this.screen.rev + 1 }
    if (this.followed) this.hub.screenChanged()
  }

  waits(bytes: number): void {
    this.queue = bytes
    if (bytes < ptyQueueLow) this.hub.ptyDrained()
  }

  unsent(name: string, bytes: number): void {
    const client = this.client(name)
    const less = bytes < client.unsent
    client.unsent = bytes
    if (!less) return
    client.takes += 1
    client.connection.drained()
  }

  #may(call: string): void {
    if (this.fails.has(call)) throw new Error(`${call} fails`)
  }

  #session(shadow: boolean): SessionPort {
    const world = this
    const { ring } = this
    const snapshot = (body: object): SentSnapshot => {
      const revision = { epoch: 1, rev: world.screen.rev }
      return {
        payload: new TextEncoder().encode(
          JSON.stringify({ v: 1, ...revision, at: ring.end, ...body }),
        ),
        revision,
        at: ring.end,
      }
    }
    return {
      now: () => world.clock.now(),
      facts: () => ({
        id: 'abcdefghijkl',
        pid: 4242,
        title: world.title,
        cwd: '/home/u',
        command: '/bin/bash',
        startedAt: 0,
      }),
      state: () => world.facts,
      // the hub passes it on and looks at nothing
      why: () => ({ rule: 'X1', parts: [], dissent: [], history: [] }) as unknown as WhyState,
      terminal: world.terminal,
      input: (bytes) => {
        for (const byte of bytes) world.stdin.push(byte)
      },
      get inputWaiting() {
        return world.queue
      },
      signal: (signal) => {
        if (world.fails.has('kill')) return false
        world.signals.push(signal)
        return true
      },
      setTitle: (title) => {
        world.title = title
      },
      evidence: (frame) => {
        world.evidence.push(frame)
      },
      detail: (text) => {
        world.detail = text
      },
      focus: () => world.terminal.window !== null,
      output: ring,
      hasScreen: shadow,
      viewed: (on) => {
        world.viewed = on
      },
      follow: (on) => {
        world.followed = on
      },
      snapshot: (request, _encoding, answer) => {
        const say = () => answer(snapshot({ format: request.format, text: world.screen.text }))
        if (world.later === null) say()
        else world.later.push(say)
      },
      delta: (since, _encoding, answer) =>
        answer(
          since.rev === world.screen.rev
            ? 'same'
            : snapshot({ from: since.rev, text: world.screen.text }),
        ),
    }
  }
}
