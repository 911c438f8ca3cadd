/**
 * One session's terminal in a worker: handles the messages of `messages.ts` in order. It changes no
 * bytes, and sends programs' queries to the main process. Pure; `host/shadow/worker.ts` runs it in
 * a thread, tests run it in place.
 */
import { unreachable } from '../../base/assert.ts'
import { judgeWithin, type Limited, type RuleOff } from '../../agents/rules/limited.ts'
import { regionText } from '../../agents/rules/rules.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import type { Compression } from '../../terminal/history/compression.ts'
import { Prompts } from '../../terminal/frames/prompts.ts'
import { heldForViewersMs } from '../../terminal/frames/limits.ts'
import { Subscription } from '../../terminal/frames/subscription.ts'
// Not the room's index, which would load more into each worker.
import type { MessagePackCodec } from '../../terminal/snapshot/encoding.ts'
import type { PictureHost } from '../../terminal/images/host.ts'
import { Terminal } from '../../terminal/terminal.ts'
import { ScreenReader, type ScreenWatch } from '../../agents/screen-rules/screen-reader.ts'
import { ChangeReports } from './change-reports.ts'
import { DialogReader, withoutFaint } from './dialog-reader.ts'
import { EarlierText } from './earlier-text.ts'
import { lineAtCursor } from './cursor-line.ts'
import { IdleCompression } from './idle-compression.ts'
import { workerAliveMs, reportBytes } from './limits.ts'
import { SnapshotStore } from './snapshot-store.ts'
import type {
  WorkerAnswer,
  DeltaQuestion,
  DialogQuestion,
  FromShadow,
  JudgeQuestion,
  WorkerQuestion,
  SnapshotQuestion,
  ToShadow,
} from './messages.ts'
import { PendingQueries } from './questions-out.ts'
import { ReadDebouncer } from './read-debouncer.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { Viewers } from './viewers.ts'

interface WorkerTerminalPorts {
  readonly clock: Clock
  readonly codec: MessagePackCodec
  readonly post: (message: FromShadow) => void
  /** Limits the user's rules. */
  readonly limited: Limited
  /** Compresses idle history, if set. */
  readonly compression?: Compression
  /** Absent if images are not inflated or read. */
  readonly pictures?: PictureHost
  /** Time limit of one write, since others wait for the thread; absent for none. */
  readonly pieceMs?: Millis
}

/** The workers of a session number their images in separate ranges. */
const serialsPerEpoch = 2 ** 32

export class WorkerTerminal {
  readonly #ports: WorkerTerminalPorts
  readonly #debouncer: ReadDebouncer
  readonly #questions: PendingQueries
  #terminal = new Terminal({ cols: 2, rows: 1, scrollback: 0 })
  #prompts = new Prompts()
  #keeper = new SnapshotStore(this.#terminal, this.#prompts, 0)
  #subscription: Subscription | null = null
  /** The program was already sent the report of this size. */
  #repeats = false
  /** Offset of the chunk being parsed. */
  #chunkAt = 0
  /** The newest change of the active screen, and the last reported one. */
  #epoch = 0
  #partial = false
  readonly #viewers: Viewers
  #reported = 0
  readonly #reader: ScreenReader
  #dialogs: DialogReader
  #earlier = new EarlierText()
  /** Something was printed since the mark. */
  #hasPrinted = false
  #watch: ScreenWatch | null = null
  readonly #changes: ChangeReports
  #aliveAt: Millis = Number.NEGATIVE_INFINITY
  /** Start of the current write; infinite if none. */
  #wroteAt: Millis = Number.POSITIVE_INFINITY
  /** Start of the open synchronized update; `null` if none is open. */
  #updating: Millis | null = null
  #updates = 0
  /** Questions that wait for its end. */
  #held: { readonly request: number; readonly question: SnapshotQuestion | DeltaQuestion }[] = []
  #cancelPending: (() => void) | null = null
  readonly #idle: IdleCompression | null

  constructor(ports: WorkerTerminalPorts) {
    this.#ports = ports
    this.#idle =
      ports.compression === undefined
        ? null
        : new IdleCompression({
            clock: ports.clock,
            terminal: () => this.#terminal,
            keepAll: () => this.#keepAll(true),
            isBehind: () => this.#keeper.lacksImages,
          })
    this.#changes = new ChangeReports(ports.clock, () => ports.post({ kind: 'changed' }))
    this.#viewers = new Viewers(ports.clock, ports.codec, this.#terminal)
    this.#debouncer = new ReadDebouncer(ports.clock, () => this.#read())
    this.#questions = new PendingQueries(ports.clock, ports.post)
    this.#reader = new ScreenReader(ports.limited, (off) => this.#switchedOff(off))
    this.#dialogs = new DialogReader(ports.limited)
  }

  /** Parsed bytes of the session; fewer than written if a write was cut short. */
  get at(): number {
    return this.#terminal.at
  }

  receive(message: ToShadow): void {
    this.#idle?.busy()
    switch (message.kind) {
      case 'begin':
        return this.#begin(message)
      case 'write':
        return this.#write(message.bytes, message.at)
      case 'skip':
        return this.#skip(message.at, message.modes)
      case 'resize':
        return this.#resize(message)
      case 'facts':
        this.#terminal.setFacts(message.facts)
        this.#subscription?.changed() // images may be disabled now
        return this.#questions.send()
      case 'scrollback':
        this.#keeper.received()
        this.#terminal.setScrollback(message.lines)
        return this.#subscription?.changed()
      case 'epoch':
        this.#epoch = message.epoch
        return this.#viewers.begin(this.#terminal, this.#epoch)
      case 'ask':
        return this.#ask(message.request, message.question)
      case 'follow':
        return this.#setFollow(message.on)
      case 'frames':
        return this.#subscribe(message.on)
      case 'drawn':
        return this.#subscription?.drawn()
      case 'rows-taken':
        return this.#subscription?.rowsTaken()
      case 'view':
        if (message.numbering === this.#terminal.screen.numbering) this.#prompts.view = message.row
        return
      case 'want-rows':
        return this.#subscription?.wantRows(message.numbering, message.first, message.count)
      case 'mark':
        return this.#mark()
      case 'place':
        return this.#place(message.at)
      case 'watch':
        this.#watch = message.watch
        return this.#beginReading()
      case 'end':
        return this.dispose()
      default:
        return unreachable(message)
    }
  }

  #resize({ cols, rows, again }: Extract<ToShadow, { readonly kind: 'resize' }>): void {
    this.#keeper.received()
    this.#repeats = again === true
    this.#dialogs.resize(
      this.#terminal.screen,
      () => this.#earlier.rowTexts(this.#terminal),
      () => this.#earlier.resize(this.#terminal, cols, rows),
    )
    this.#repeats = false
    this.#subscription?.changed()
    this.#questions.send()
    this.#changes.changed()
    if (this.#hasPrinted) this.#debouncer.printed(this.#updating)
    if (this.#keeper.due) this.#keepAll()
  }

  #setFollow(on: boolean): void {
    this.#changes.setFollow(on)
    if (!on) this.#viewers.forget()
  }

  #mark(): void {
    this.#keeper.received()
    this.#earlier.mark(this.#terminal)
    this.#hasPrinted = false
    this.#debouncer.stop()
    this.#beginReading()
  }

  /** Marks an event; on the alternate screen, where the primary one was left. */
  #place(at: number): void {
    this.#keeper.received()
    const { screen } = this.#terminal
    if (!this.#terminal.isAlternateScreen()) this.#prompts.place(at, screen.firstRow + screen.y)
  }

  /** Stops everything; nothing is called afterwards. */
  dispose(): void {
    this.#idle?.dispose()
    this.#ports.compression?.freed(this.#terminal.screen.primary.history?.bytes ?? 0)
    this.#debouncer.stop()
    this.#subscribe(false)
    this.#changes.stop()
    this.#cancelPending?.()
    this.#cancelPending = null
    this.#held = []
    this.#viewers.forget()
  }

  #begin({
    cols,
    rows,
    scrollback,
    epoch,
    numbering,
    repeated,
    at,
    modes,
    partial,
    answered,
    continuesTo = 0,
    facts,
    kept,
  }: Extract<ToShadow, { kind: 'begin' }>): void {
    this.#updating = null
    this.#earlier = new EarlierText()
    this.#dialogs = new DialogReader(this.#ports.limited)
    this.#hasPrinted = kept?.around.hasPrinted ?? false
    this.#prompts = new Prompts()
    this.#prompts.restore(kept?.around.commands ?? [])
    this.#prompts.restorePlaces(kept?.around.places ?? [])
    this.#prompts.view = kept?.around.view ?? null
    this.#terminal = new Terminal({
      ...{ cols, rows, scrollback, numbering, facts, continuesTo },
      marks: this.#prompts,
      shared: true,
      compression: this.#ports.compression,
      ...this.#pictureHost,
      serial: epoch * serialsPerEpoch,
      ...(kept === null ? {} : { kept }),
      shouldYield: () =>
        this.#ports.clock.now() - this.#wroteAt > (this.#ports.pieceMs ?? Infinity),
      onUpdated: () => {
        this.#updates += 1
        this.#debouncer.updated()
        this.#subscription?.updated()
      },
      onUpdating: () => {
        this.#subscription?.updating(this.#chunkAt)
      },
      onQuery: (query, offset) => {
        if (!this.#repeats) this.#questions.add(query, offset)
      },
    })
    this.#questions.begin(Math.max(answered, at)) // `modes` contains no queries
    this.#epoch = epoch
    this.#viewers.begin(this.#terminal, epoch)
    this.#partial = partial || kept?.around.partial === true
    if (kept?.around.earlier) this.#earlier.restore(this.#terminal, kept.around.earlier)
    this.#keeper = new SnapshotStore(this.#terminal, this.#prompts, repeated)
    this.#goOnAt(at, modes)
    if (this.#subscription !== null) this.#subscribe(true)
  }

  /** Draws images that are inflated elsewhere once they are ready. */
  get #pictureHost(): { readonly pictureHost?: PictureHost } {
    const host = this.#ports.pictures
    if (host === undefined) return {}
    const pictureHost: PictureHost = {
      ...host,
      inflateLater: (bytes, most, done) =>
        host.inflateLater(bytes, most, (inflated) => {
          done(inflated)
          this.#subscription?.changed()
        }),
      deflateLater: (bytes, done) =>
        host.deflateLater(bytes, (deflated) => {
          done(deflated)
          this.#idle?.busy() // then it is kept
        }),
      soon: (act) =>
        host.soon(() => {
          act()
          this.#subscription?.changed()
        }),
    }
    return { pictureHost }
  }

  #skip(at: number, modes: Uint8Array): void {
    this.#partial = true
    this.#goOnAt(at, modes)
    this.#keeper.keepSoon() // so that the skipped output precedes the next worker's state
    this.#subscription?.printed(false)
  }

  /** Continues at an offset. Open sequences end. */
  #goOnAt(at: number, modes: Uint8Array): void {
    this.#chunkAt = at
    const bytes =
      // CAN ends any open sequence
      this.#terminal.at === 0 || this.#terminal.at === at ? modes : Uint8Array.of(0x18, ...modes)
    this.#terminal.write(bytes, at - bytes.length)
    this.#reported = at
  }

  #write(bytes: Uint8Array, at: number): void {
    const updates = this.#updates
    const beganAt = this.#ports.clock.now()
    this.#hasPrinted = true
    this.#chunkAt = at
    this.#wroteAt = beganAt
    this.#terminal.write(bytes, at)
    this.#wroteAt = Number.POSITIVE_INFINITY
    this.#questions.send()
    // few bytes may be much work, and reports count bytes
    if (this.#ports.clock.now() - beganAt >= workerAliveMs) this.#ports.post({ kind: 'alive' })
    const open = this.#terminal.screen.modes.synchronizedOutput
    if (!open) this.#updating = null
    else if (this.#updating === null || updates !== this.#updates)
      this.#updating = this.#ports.clock.now()
    if (this.#keeper.due) this.#keepAll()
    else if (this.#terminal.at - this.#reported >= reportBytes) this.#report()
    if (this.#held.length > 0 && !open) this.#release()
    this.#subscription?.printed(open)
    this.#changes.changed()
    this.#debouncer.printed(this.#updating)
  }

  #report(): void {
    this.#reported = this.#terminal.at
    this.#ports.post({ kind: 'parsed', upTo: this.#reported })
  }

  /** Saves everything for the next worker. */
  #keepAll(rests = false): void {
    this.#reported = this.#terminal.at
    const around = {
      partial: this.#partial,
      hasPrinted: this.#hasPrinted,
      earlier: this.#earlier.kept(this.#terminal),
    }
    this.#ports.post(this.#keeper.take(around, rests))
  }

  /** Starts frames for a page, replacing an earlier one's, or stops them. */
  #subscribe(on: boolean): void {
    const before = this.#subscription
    before?.dispose()
    this.#subscription = on
      ? new Subscription(this.#terminal, this.#prompts, this.#ports, before?.frameAt)
      : null
  }

  // ---- questions ----

  #ask(request: number, question: WorkerQuestion): void {
    const holds = question.kind === 'delta' || (question.kind === 'snapshot' && question.hold)
    const waitMs =
      this.#updating === null ? 0 : this.#updating + heldForViewersMs - this.#ports.clock.now()
    if (!holds || waitMs <= 0) {
      this.#answer(request, question)
      return
    }
    this.#held.push({ request, question })
    this.#cancelPending ??= this.#ports.clock.after(waitMs, () => this.#release())
  }

  #release(): void {
    this.#cancelPending?.()
    this.#cancelPending = null
    const held = this.#held
    this.#held = []
    for (const { request, question } of held) this.#answer(request, question)
  }

  #answer(request: number, question: WorkerQuestion): void {
    this.#aliveAt = this.#ports.clock.now()
    this.#reported = this.#terminal.at
    this.#ports.post({
      kind: 'answer',
      request,
      answer: this.#answerTo(question),
      upTo: this.#reported,
    })
  }

  #answerTo(question: WorkerQuestion): WorkerAnswer {
    switch (question.kind) {
      case 'snapshot':
        return this.#snapshot(question)
      case 'delta':
        return this.#viewers.delta(question)
      case 'judge':
        return this.#judge(question)
      case 'dialog':
        return this.#dialog(question)
      case 'place': {
        const { numbering, primary } = this.#terminal.screen
        const row = this.#prompts.rowOf(question.at, primary.history?.dropped ?? 0)
        return { kind: 'place', numbering, row }
      }
      case 'places': {
        const { numbering, primary, firstRow, isAlternate } = this.#terminal.screen
        const dropped = primary.history?.dropped ?? 0
        // while the alternate screen is active, no primary row is visible
        const end = isAlternate ? firstRow : Number.POSITIVE_INFINITY
        const places = this.#prompts.places.filter(({ row }) => row >= dropped && row < end)
        return { kind: 'places', numbering, first: firstRow, places }
      }
      case 'line':
        return { kind: 'line', text: lineAtCursor(this.#terminal) }
      default:
        return unreachable(question)
    }
  }

  #snapshot(question: SnapshotQuestion): WorkerAnswer {
    return {
      kind: 'snapshot',
      ...takeSnapshot(question, {
        terminal: this.#terminal,
        prompts: this.#prompts,
        codec: this.#ports.codec,
        epoch: this.#epoch,
        rev: question.viewer ? this.#viewers.add() : this.#viewers.revision,
        partial: this.#partial,
        alive: () => this.#alive(),
      }),
    }
  }

  /** Called during long work. */
  #alive(): void {
    const now = this.#ports.clock.now()
    if (now - this.#aliveAt < workerAliveMs) return
    this.#aliveAt = now
    this.#ports.post({ kind: 'alive' })
  }

  #judge({ rules, text }: JudgeQuestion): WorkerAnswer {
    const region = regionText([text])
    const judged = judgeWithin(rules, () => region, this.#ports.limited)
    if ('outcome' in judged) return { kind: 'judge', outcome: judged.outcome }
    this.#switchedOff(judged.off)
    return { kind: 'judge', outcome: null }
  }

  /** Returns no dialog while the screen is being drawn. */
  #dialog({ rules, prompt: wanted }: DialogQuestion): WorkerAnswer {
    const rows = this.#earlier.rowTexts(this.#terminal)
    const isWhole = this.#updating === null && this.#terminal.opener === ''
    const read = this.#dialogs.read(this.#terminal.screen, rows, isWhole ? rules : [], wanted)
    if ('off' in read) {
      this.#switchedOff(read.off)
      const nothing = { lines: [], prompt: null, pastes: false, dialog: null }
      return { kind: 'dialog', at: this.#terminal.at, ...nothing }
    }
    const { dialog } = read
    return {
      kind: 'dialog',
      at: this.#terminal.at,
      ...read,
      prompt: isWhole ? read.prompt : null,
      pastes: this.#terminal.screen.modes.bracketedPaste,
      dialog: dialog && { ...dialog, instance: `${this.#epoch}.${dialog.instance}` },
    }
  }

  // ---- messages sent without a request ----

  #switchedOff(off: RuleOff): void {
    this.#ports.post({ kind: 'off', off })
  }

  #beginReading(): void {
    if (this.#watch === null) this.#debouncer.stop()
    else this.#debouncer.begin(this.#updating, this.#hasPrinted)
  }

  #read(): void {
    const grid = {
      rowTexts: () => this.#earlier.rowTexts(this.#terminal),
      typed: (rows: readonly string[]) => withoutFaint(this.#terminal.screen, rows),
    }
    const found =
      this.#watch === null ? null : this.#reader.read(grid, this.#watch, this.#ports.clock.now())
    if (found !== null) this.#ports.post({ kind: 'read', found })
  }
}
