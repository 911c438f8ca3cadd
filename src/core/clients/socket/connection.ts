/** One client of a session: its frames in order, the data that it must get, and its limits. */
import type { Clock } from '../../../base/clock.ts'
import { obeyCommand, readCommand, type ControlCommand } from './control.ts'
import { Ending } from './session-exit.ts'
import { accept, errorPayload, refuse, type Validated, type Refusal } from './errors.ts'
import {
  noSubscription,
  readAcknowledge,
  readHello,
  readSnapshotRequest,
  readSubscription,
  type ClientHello,
  type SnapshotRequest,
  type ClientSubscription,
} from './extensions.ts'
import { encodePacket, encodeJson, encodeOutput, FrameParser, type Packet } from './frame.ts'
import {
  errorsMax,
  frameBytesMax,
  heartbeatsMax,
  ptyQueueHigh,
  rateWindowMs,
  unsentBytesMax,
} from './limits.ts'
import { acts, answersMuch, messageType, needsHello, watches } from './message-types.ts'
import type { Welcome } from './messages.ts'
import { readObject, type JsonObject } from './payload.ts'
import { OutputFeed } from './output-feed.ts'
import { FramePatience, StuckPatience } from './client-timeouts.ts'
import type { SentSnapshot, SessionPort, Wire } from './ports.ts'
import { RateWindow } from '../../../base/time/rate-window.ts'
import { ScreenFeed } from './screen-feed.ts'
import { readStatus, type Status } from './status.ts'

/** The server of the connection's session. */
export interface ConnectionOwner {
  readonly clock: Clock
  readonly session: SessionPort
  readonly access: 'full' | 'read'
  readonly welcome: (hello: ClientHello) => Welcome
  readonly stateFrame: (why: boolean) => Uint8Array
  readonly status: (from: Connection, status: Status) => void
  readonly resized: (from: Connection) => void
  /** The connection starts or stops following the screen. */
  readonly follows: (from: Connection, on: boolean) => void
  readonly views: (from: Connection, on: boolean) => void
  /** It has ended; nothing more is sent. */
  readonly ended: (from: Connection) => void
}

const tooLate = refuse('INVALID_OPERATION', 'too-late')

/** Reasons to stop reading: the pty's queue is full, an answer is due, the client is slow. */
type Hold = 'pty' | 'answer' | 'drain'

export class Connection {
  readonly #owner: ConnectionOwner
  readonly #wire: Wire
  readonly #parser = new FrameParser()
  readonly #heartbeats = new RateWindow(heartbeatsMax, rateWindowMs)
  readonly #errors = new RateWindow(errorsMax, rateWindowMs)
  readonly #holds = new Set<Hold>()
  #hello: ClientHello | null = null
  #subscription: ClientSubscription = noSubscription
  readonly #output: OutputFeed
  #feed: ScreenFeed | null = null
  /** The latest of each, waiting for the client to read. */
  #statusWaits: Uint8Array | null = null
  #modeWaits: Uint8Array | null = null
  #stateWaits = false
  /** A frame that waits for the client to read. */
  #held: Packet | null = null
  #inputEnded = false
  /** The client no longer waits after this time, in ms since 1970. */
  #until = Number.POSITIVE_INFINITY
  #over = false
  readonly #ending: Ending
  readonly #patience: FramePatience
  readonly #stuck: StuckPatience
  /** Frames in and out, for the log. */
  readonly counts = { in: 0, out: 0, refused: 0 }

  constructor(owner: ConnectionOwner, wire: Wire) {
    this.#owner = owner
    this.#wire = wire
    this.#ending = new Ending(owner.clock, wire)
    this.#output = new OutputFeed({
      output: owner.session.output,
      full: () => this.#full,
      restore: () => this.#restore(() => undefined),
      send: (at, bytes) => this.#send(encodeOutput(messageType.output, at, bytes)),
    })
    this.#patience = new FramePatience(owner.clock, () => this.fail({ code: 'MALFORMED_FRAME' }))
    this.#stuck = new StuckPatience(
      owner.clock,
      { full: () => this.#full, progress: () => wire.progress },
      () => {
        this.#leave()
        wire.destroy()
      },
    )
  }

  get hello(): ClientHello | null {
    return this.#hello
  }

  // ---- from the wire ----

  received(chunk: Uint8Array): void {
    if (this.#over) return
    this.#parser.push(chunk)
    this.#parse()
  }

  /** The client has read everything. */
  drained(): void {
    if (this.#over || this.#full) return
    const [status, mode, held] = [this.#statusWaits, this.#modeWaits, this.#held]
    this.#statusWaits = this.#modeWaits = this.#held = null
    if (status !== null) this.#send(status)
    if (this.#stateWaits) this.state()
    this.#output.pump()
    if (mode !== null) this.mode(mode)
    this.#feed?.drained()
    if (held !== null) {
      this.#holds.delete('drain')
      this.#handle(held)
      this.#goOn()
    }
  }

  /** Ends after the client's last frames took effect and their answers are flushed. */
  inputEnded(): void {
    this.#inputEnded = true
    this.#parse()
  }

  /** The connection is closed. */
  closed(): void {
    this.#ending.dispose()
    this.#leave()
  }

  // ---- from the session ----

  /** Sends a STATUS_UPDATE, or keeps the latest while the client does not read. */
  status(frame: Uint8Array): void {
    if (this.#over) return
    this.#statusWaits = null
    if (this.#full) this.#statusWaits = frame
    else this.#send(frame)
    this.#stuck.watch()
  }

  /** Sends the changed state. */
  state(): void {
    if (this.#over || !this.#subscription.state) return
    this.#stateWaits = this.#full
    if (!this.#stateWaits) this.#send(this.#owner.stateFrame(this.#subscription.why))
  }

  /** Sends output of the pty; `at` is the offset of its first byte. */
  output(bytes: Uint8Array, at: number): void {
    if (this.#over) return
    this.#output.printed(bytes, at)
    this.#stuck.watch()
  }

  /** Sends a change of buffer or size. */
  mode(frame: Uint8Array): void {
    if (this.#over || !(this.#subscription.output || this.#subscription.screen)) return
    this.#modeWaits = this.#full ? frame : null
    if (this.#modeWaits === null) this.#send(frame)
  }

  screenChanged(): void {
    this.#feed?.changed()
  }

  /** Continues to read: the pty takes input again. */
  ptyDrained(): void {
    if (!this.#holds.delete('pty')) return
    this.#until = Number.POSITIVE_INFINITY // the program was slow, and this app did not hang
    this.#goOn()
  }

  /** Ends with the session: sends all output, the last status, and EXIT to hello clients. */
  exit(status: Uint8Array, exit: Uint8Array, isLate = false): void {
    if (this.#over) return
    this.#output.pump(true) // may request the screen if the client lags
    if (this.#holds.has('answer') && !isLate) {
      this.#ending.await(() => this.exit(status, exit, true))
      return
    }
    this.#output.pump(true)
    this.#send(status)
    if (this.#hello !== null) this.#send(exit)
    this.end()
  }

  /** Sends a last error and ends. */
  fail(refusal: Refusal, type?: number): void {
    this.#send(encodeJson(messageType.error, errorPayload(refusal, type)))
    this.end()
  }

  /**
   * Sends the queued data and ends the stream. Later input is read and dropped for a while, since
   * closing with unread input would reset the peer.
   */
  end(): void {
    if (this.#over) return
    this.#leave()
    this.#wire.resume()
    this.#wire.end()
    this.#ending.awaitClose()
  }

  // ---- frames ----

  #parse(): void {
    while (!this.#over && this.#holds.size === 0) {
      const frame = this.#parser.next()
      if (frame === null) break
      if ('refused' in frame) {
        this.fail({ code: frame.refused, limit: frameBytesMax }, frame.type)
        return
      }
      this.#handle(frame)
    }
    this.#watchFrame()
    if (this.#inputEnded && !this.#over && this.#holds.size === 0) this.end()
  }

  #handle(frame: Packet): void {
    if (answersMuch.has(frame.type) && this.#full) {
      this.#held = frame
      this.#hold('drain')
      return
    }
    this.counts.in += 1
    const { type, payload } = frame
    if (needsHello.has(type) && this.#hello === null) {
      this.#refuse({ code: 'INVALID_OPERATION', reason: 'hello-first' }, type)
      return
    }
    const outcome = this.#serve(type, payload)
    if (outcome !== null && !outcome.ok) this.#refuse(outcome.refusal, type)
  }

  /** Returns `null` if it was done, or a refusal for the client. */
  #serve(type: number, payload: Uint8Array): Validated<unknown> | null {
    if (this.#owner.access === 'read' && !watches.has(type))
      return refuse('INVALID_OPERATION', 'access')
    if (acts.has(type) && this.#isLate) return tooLate
    switch (type) {
      case messageType.stdin:
        return this.#stdin(payload)
      case messageType.control:
        return this.#read(payload, readCommand, (command) => this.#control(command, type))
      case messageType.status:
        return this.#read(payload, readStatus, (status) => {
          this.#owner.status(this, status)
          return null
        })
      case messageType.heartbeat:
        if (this.#heartbeats.admit(this.#owner.clock.now()))
          this.#send(encodePacket(messageType.heartbeat))
        return null
      case messageType.hello:
        return this.#read(payload, readHello, (hello) => this.#greet(hello))
      case messageType.subscribe:
        return this.#read(payload, readSubscription, (wanted) => this.#subscribe(wanted))
      case messageType.snapshotRequest:
        return this.#read(payload, readSnapshotRequest, (request) => this.#snapshot(request))
      case messageType.acknowledge:
        return this.#read(payload, readAcknowledge, (revision) => {
          this.#feed?.acknowledge(revision)
          return null
        })
      case messageType.focus:
        return this.#read(payload, accept<JsonObject>, () => this.#focus())
      default:
        return refuse('INVALID_MESSAGE_TYPE')
    }
  }

  #read<Value>(
    payload: Uint8Array,
    read: (object: JsonObject) => Validated<Value>,
    use: (value: Value) => Validated<unknown> | null,
  ): Validated<unknown> | null {
    const object = readObject(payload)
    if (!object.ok) return object
    const value = read(object.value)
    return value.ok ? use(value.value) : value
  }

  #stdin(payload: Uint8Array): Validated<unknown> | null {
    if (payload.length === 0) return null
    const { session } = this.#owner
    session.terminal.flush()
    session.input(payload)
    if (session.inputWaiting > ptyQueueHigh) this.#hold('pty')
    return null
  }

  #control(command: ControlCommand, type: number): Validated<unknown> | null {
    if (command.cmd === 'until') {
      this.#until = command.until
      return null
    }
    if (this.#isLate) return tooLate
    const outcome = obeyCommand(command, this.#owner.session, (code) =>
      this.#refuse({ code }, type),
    )
    if (command.cmd === 'resize') this.#owner.resized(this)
    return outcome
  }

  #greet(hello: ClientHello): Validated<unknown> | null {
    if (this.#hello !== null) return refuse('INVALID_OPERATION', 'hello-twice')
    this.#hello = hello
    this.#send(encodeJson(messageType.welcome, this.#owner.welcome(hello)))
    return null
  }

  #focus(): Validated<unknown> | null {
    return this.#owner.session.focus() ? null : refuse('INVALID_OPERATION', 'no-window')
  }

  #snapshot(request: SnapshotRequest): Validated<unknown> | null {
    if (!this.#owner.session.hasScreen) return refuse('INVALID_OPERATION', 'no-shadow')
    this.#ask(request, (snapshot) => {
      this.#sendSnapshot(snapshot)
      // the client now has this snapshot
      if (request.format === 'screen') this.#feed?.replaced(snapshot.revision)
    })
    return null
  }

  /** Answers newly enabled parts immediately, in the order output, screen, state. */
  #subscribe(wanted: ClientSubscription): Validated<unknown> | null {
    const before = this.#subscription
    const { session } = this.#owner
    const [output, screen] = [wanted.output && !before.output, wanted.screen && !before.screen]
    if ((output || screen) && !session.hasScreen) return refuse('INVALID_OPERATION', 'no-shadow')
    this.#subscription = wanted
    this.#owner.views(this, wanted.output || wanted.screen)
    if (!wanted.output) this.#output.stop()
    if (!wanted.screen) this.#stopFeed()
    const thenState = () => {
      if (!before.state || (wanted.why && !before.why)) this.state()
    }
    // A part that can't be sent counts as not requested, and can be requested again.
    const takenBack = (...refused: ('output' | 'screen')[]) => {
      for (const one of refused) this.#subscription = { ...this.#subscription, [one]: false }
    }
    const thenScreen = () => {
      if (screen) this.#startFeed(thenState, () => takenBack('screen'))
      else thenState()
    }
    if (output)
      this.#restore(thenScreen, () => takenBack('output', ...(screen ? ['screen' as const] : [])))
    else thenScreen()
    return null
  }

  // ---- data sent to the client ----

  /** Sends the screen at an offset, from which output continues. */
  #restore(then: () => void, refused?: () => void): void {
    this.#ask(
      { format: 'ansi', scrollback: 0, clean: false },
      (snapshot) => {
        this.#sendSnapshot(snapshot)
        this.#output.begin(snapshot.at)
        then()
      },
      refused,
    )
  }

  #startFeed(then: () => void, refused: () => void): void {
    this.#ask(
      { format: 'screen', scrollback: 0, clean: false },
      (snapshot) => {
        this.#sendSnapshot(snapshot)
        const { clock, session } = this.#owner
        this.#feed = new ScreenFeed(
          {
            clock,
            session,
            encoding: this.#hello?.encoding ?? 'json',
            full: () => this.#full,
            sendSnapshot: (one) => this.#sendSnapshot(one),
            sendDelta: (payload) => this.#send(encodePacket(messageType.delta, payload)),
          },
          snapshot.revision,
        )
        this.#owner.follows(this, true)
        then()
      },
      refused,
    )
  }

  #stopFeed(): void {
    if (this.#feed === null) return
    this.#feed.dispose()
    this.#feed = null
    this.#owner.follows(this, false)
  }

  /** Takes a snapshot; later frames of this client wait for it. */
  #ask(
    request: SnapshotRequest,
    use: (snapshot: SentSnapshot) => void,
    refused: () => void = () => undefined,
  ): void {
    this.#hold('answer')
    this.#owner.session.snapshot(request, this.#hello?.encoding ?? 'json', (snapshot) => {
      if (this.#over) return
      this.#holds.delete('answer')
      if ('code' in snapshot) {
        this.#refuse(snapshot, messageType.snapshotRequest)
        refused()
      } else use(snapshot)
      if (this.#ending.waits && !this.#holds.has('answer')) this.#ending.answered()
      else this.#goOn()
    })
  }

  #sendSnapshot({ payload }: SentSnapshot): void {
    this.#send(encodePacket(messageType.snapshot, payload))
  }

  #refuse(refusal: Refusal, type: number): void {
    this.counts.refused += 1
    if (!this.#over && this.#errors.admit(this.#owner.clock.now()))
      this.#send(encodeJson(messageType.error, errorPayload(refusal, type)))
  }

  #send(frame: Uint8Array): void {
    if (this.#over) return
    this.counts.out += 1
    this.#wire.write(frame)
    this.#stuck.watch()
  }

  get #full(): boolean {
    return this.#wire.unsentBytes > unsentBytesMax
  }

  // ---- time ----

  /** The app has hung, and the client has left or asks again. */
  get #isLate(): boolean {
    return this.#owner.session.now() > this.#until
  }

  #hold(why: Hold): void {
    if (this.#holds.size === 0) this.#wire.pause()
    this.#holds.add(why)
  }

  /** Continues to read after a hold has ended. */
  #goOn(): void {
    if (this.#over || this.#holds.size > 0) return
    this.#wire.resume()
    this.#parse()
  }

  #watchFrame(): void {
    this.#patience.watch(
      !this.#over && this.#holds.size === 0 && this.#parser.pendingBytes > 0,
      this.#parser.frames,
    )
  }

  /** Stops everything for this connection. */
  #leave(): void {
    if (this.#over) return
    this.#over = true
    this.#stopFeed()
    this.#owner.views(this, false)
    this.#patience.dispose()
    this.#stuck.dispose()
    this.#output.stop()
    this.#held = this.#statusWaits = this.#modeWaits = null
    this.#holds.clear()
    this.#owner.ended(this)
  }
}
