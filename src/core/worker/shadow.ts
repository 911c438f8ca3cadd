/**
 * One session's shadow terminal as the main process has it: feeds a worker from the session's ring,
 * in order and by offset, asks it, and begins it again when it is gone. It holds no byte of its
 * own, and nothing here waits: a worker that is slow holds the pty by flow control alone.
 */
import type { Rule } from '../../agents/rules/rules.ts'
import type { ScreenWatch } from '../../agents/screen-rules/screen-reader.ts'
import { isSameSize, type Size } from '../../base/size.ts'
import { assert, unreachable } from '../../base/assert.ts'
import type { Facts } from '../../terminal/index.ts'
import { feedBytesMax, feedDelayMs, feedsAtOnceMax, reportBytes } from './limits.ts'
import type { AskedReport, FromShadow, Repeated, ToShadow, ViewerMessage } from './messages.ts'
import { Past, type Stretch } from './worker-replay.ts'
import { WorkerQuestions } from './questions.ts'
import { Silence } from './hang-detector.ts'
import type { ScrollbackRows, ShadowChannel, ShadowPorts } from './ports.ts'
import { WorkerDeaths } from './worker-deaths.ts'

/** Rows of a fresh terminal are numbered by other numbers than those of any before. */
const numberingsPerEpoch = 2 ** 32

export class Shadow {
  readonly questions: WorkerQuestions
  readonly #ports: ShadowPorts
  #scrollback: ScrollbackRows
  #channel: ShadowChannel | null = null
  /** It has sent something. */
  #heard = false
  #epoch = 0
  /** Offset behind what the worker has been sent, and what it has said that it parsed. */
  #sent = 0
  #parsed = 0
  #screen: 'grid' | 'stream' = 'stream'
  /** What the next worker goes on from. */
  readonly #past: Past
  readonly #deaths: WorkerDeaths
  /** Rows of history that the worker has been sent, and the size that it has; null: none yet. */
  #lines = 0
  #laidOut: Size | null = null
  #followed = false
  #framed = false
  #watch: ScreenWatch | null = null
  /** Offset of the newest mark. */
  #marked = 0
  /** What ends at or before this offset has its answer, or gets none. */
  #answered = 0
  #facts: Facts
  /** Ends the time in which output gathers; null: it is quiet. */
  #cancelFeed: (() => void) | null = null
  /** Messages sent in that time. */
  #feeds = 0
  readonly #silence: Silence

  constructor(scrollback: ScrollbackRows, facts: Facts, ports: ShadowPorts) {
    this.#scrollback = scrollback
    this.#facts = facts
    this.#ports = ports
    this.questions = new WorkerQuestions({
      isOn: () => this.on,
      epoch: () => (this.#channel === null ? null : this.#epoch),
      start: () => {
        if (this.#channel === null) this.#begin()
        return this.#channel !== null && this.on
      },
      post: (message) => {
        this.#post(message)
        this.#silence.watch()
      },
    })
    this.#past = new Past(ports.history, ports.port?.compression?.freed)
    this.#deaths = new WorkerDeaths(ports.clock, this.#past)
    this.#silence = new Silence({
      clock: ports.clock,
      owes: () => this.#owes,
      received: () => this.#channel?.received(),
      hung: () => this.#channel?.hung(),
    })
  }

  /** There may be a worker: pages draw its frames, and questions are answered. */
  get on(): boolean {
    return this.#ports.port !== undefined && !this.#deaths.isFinal
  }

  /** There is a worker, of which nothing has come yet. */
  get isStarting(): boolean {
    return this.#channel !== null && !this.#heard
  }

  /** A page shows the screen. */
  get framed(): boolean {
    return this.#framed
  }
  /** As last reported. */
  isAlternateScreen(): boolean {
    return this.#screen === 'grid'
  }

  /** Why there is none any more, in a sentence; `null` if there is one. */
  get problem(): string | null {
    return this.#deaths.problem
  }

  // ---- what the session reports ----

  /** The ring holds more than before. */
  printed(): void {
    if (!this.on) return
    if (this.#channel === null) this.#begin()
    else this.#feed()
  }

  /**
   * A program begins to run. Its first words may be a question, and to make a worker takes longer
   * than many shells take to their prompt.
   */
  started(size: Size): void {
    if (this.on && this.#channel === null) this.#begin()
    this.resized(size)
  }

  /**
   * The pty has another size, for everything that it prints from now on: what it has printed
   * belongs to the one before. Or there is none, and the page lays out what is left.
   */
  resized({ cols, rows }: Size): void {
    this.#ports.history.resized({ cols, rows })
    if (!isSameSize(this.#laidOut, { cols, rows }))
      this.#sendRepeated({ kind: 'resize', cols, rows })
    this.#laidOut = { cols, rows }
    this.#keepLines()
  }

  /** What programs can ask for and no output contains. */
  setFacts(facts: Facts): void {
    this.#facts = facts
    this.#post({ kind: 'facts', facts })
  }

  /**
   * What was asked so far gets no answer any more: who asked has ended, or somebody else answers
   * it.
   */
  forgetQuestions(): void {
    this.#answered = this.#ports.history.end
  }

  /** Another program begins in the same terminal: clients begin anew. */
  restarted(): void {
    if (this.#deaths.problem !== null) {
      this.#deaths.skip(this.#ports.history.end)
      this.#forgive()
    }
    this.#epoch += 1
    this.#post({ kind: 'epoch', epoch: this.#epoch })
  }

  configure(scrollback: ScrollbackRows): void {
    this.#scrollback = scrollback
    this.#keepLines()
  }

  #forgive(): void {
    if (this.#deaths.isFinal) this.forgetQuestions()
    this.#deaths.forgive()
  }

  /** What memory allows depends on the columns. */
  #keepLines(): void {
    const lines = this.#scrollback(this.#size.cols)
    if (this.#past.origin === null || lines === this.#lines) return
    this.#lines = lines
    this.#sendRepeated({ kind: 'scrollback', lines })
  }

  /** What has scrolled out so far goes, in this worker and in any that is fed again. */
  clearScrollback(): void {
    for (const lines of [0, this.#lines]) this.#sendRepeated({ kind: 'scrollback', lines })
  }

  dispose(): void {
    this.#end()
    this.#past.begin(null)
    this.#deaths.dispose()
  }

  // ---- who reads it ----

  /** Has `changed` called, or no longer. */
  follow(on: boolean): void {
    if (on === this.#followed) return
    this.#followed = on
    if (on && this.#channel === null && this.on) this.#begin()
    else this.#post({ kind: 'follow', on })
  }

  /**
   * A page shows the screen, and is sent frames and rows of history from the beginning on; or none
   * does.
   */
  frames(on: boolean): void {
    this.#framed = on
    if (on && this.#channel === null && this.on) this.#begin()
    else this.#post({ kind: 'frames', on })
  }

  /** Of its frames and rows. */
  viewed(message: ViewerMessage): void {
    this.#channel?.post(message)
  }

  /**
   * Nothing that was printed so far is of an agent that comes to the front, or has come just now.
   * Sent before it is watched.
   */
  mark(): void {
    if (this.#marked === this.#ports.history.end) return
    this.#marked = this.#ports.history.end
    this.#sendRepeated({ kind: 'mark' })
  }

  /** An event of the recorder stands at the end of what was printed so far. */
  place(): void {
    this.#sendRepeated({ kind: 'place', at: this.#ports.history.end })
  }

  /** As `ScreenPort` of an agent, which may also be the screen of a tmux pane. */
  judge(rules: readonly Rule[], text: string): ReturnType<WorkerQuestions['judge']> {
    return this.questions.judge(rules, text)
  }

  /** Has the screen read for this whenever it has settled, or (null) no longer. */
  watch(watch: ScreenWatch | null): void {
    this.#watch = watch
    if (watch !== null && this.#channel === null && this.on) this.#begin()
    else this.#post({ kind: 'watch', watch })
  }

  // ---- the worker ----

  /**
   * A terminal that goes on from what was kept, or a fresh one, and is fed with what the ring holds
   * behind that.
   */
  #begin(): void {
    assert(this.#channel === null, 'a session has one worker at a time')
    const channel =
      this.#ports.port?.open({
        message: (message) => this.#receive(message),
        lost: (again, why, at) => this.#lost(again, why, at),
        crashes: this.#deaths.crashes,
      }) ?? null
    if (channel === null) {
      this.#giveUp(
        'All workers of the shadow terminal crashed too often: this tab shows nothing new ' +
          'until one is tried again, within an hour, and then goes on with its history.',
      )
      return
    }
    this.#channel = channel
    this.#heard = false
    this.#anew(channel)
    if (this.#followed) channel.post({ kind: 'follow', on: true })
    this.#flush()
    this.#endReplay(channel)
    if (this.#framed) channel.post({ kind: 'frames', on: true })
    if (this.#watch !== null) channel.post({ kind: 'watch', watch: this.#watch })
    // as good as that: nobody will come to it any more
    if (this.#past.isSkippedUpTo(this.#sent)) this.#hasParsed(this.#sent)
  }

  #anew(channel: ShadowChannel): void {
    this.#epoch += 1
    this.#screen = 'stream'
    const past = this.#past
    if (past.origin === null) this.#beginPast()
    const { at, modes } = past.beginning()
    this.#sent = this.#parsed = at
    const { messages, before } = past.repeated
    channel.post({
      kind: 'begin',
      ...past.origin!,
      epoch: this.#epoch,
      repeated: before,
      at,
      modes,
      partial: at > past.at,
      answered: this.#answered,
      // Output from here to the end of the ring is replayed. It touches no files: a worker before
      // may have read them, and they may be of another machine.
      facts: { ...this.#facts, files: false },
      kept: past.terminal,
    }) // it has just been begun at latest
    for (const { at: then, message } of messages) {
      this.#sent = past.feed(channel, this.#sent, then)
      channel.post(message.kind === 'resize' ? { ...message, again: true } : message)
    }
    this.#ports.joined(at)
  }

  /** Lets output that comes from now on name files. All that the ring holds has been sent. */
  #endReplay(channel: ShadowChannel): void {
    if (this.#facts.files) channel.post({ kind: 'facts', facts: this.#facts })
  }

  /** A fresh terminal has each size in its place again. */
  #beginPast(): void {
    const { history } = this.#ports
    const size = (this.#laidOut = this.#size)
    this.#lines = this.#scrollback(size.cols)
    const [{ cols, rows } = size, ...others] = history.sizes
    this.#past.begin({
      at: 0,
      cols,
      rows,
      scrollback: this.#lines,
      numbering: this.#epoch * numberingsPerEpoch,
    })
    const last = others.at(-1) ?? { cols, rows }
    for (const { at, ...other } of isSameSize(last, size)
      ? others
      : [...others, { ...size, at: history.end }])
      this.#past.record(at, { kind: 'resize', ...other })
  }

  /** After quiet at once, and a few times more; then 64 KiB or 8 ms at a time. */
  #feed(): void {
    const { clock, history } = this.#ports
    if (this.#feeds >= feedsAtOnceMax && history.end - this.#sent < feedBytesMax) return
    this.#flush()
    this.#feeds += 1
    this.#cancelFeed ??= clock.after(feedDelayMs, () => {
      this.#cancelFeed = null
      this.#feeds = 0
      if (history.end > this.#sent) this.#feed()
    })
  }

  /** Everything printed so far goes before whatever is posted next. */
  #post(message: ToShadow): void {
    if (this.#channel === null) return
    this.#flush()
    this.#channel.post(message)
  }

  /** The same of what the next worker is sent again. */
  #sendRepeated(message: Repeated): void {
    this.#flush()
    this.#past.record(this.#ports.history.end, message)
    this.#channel?.post(message)
  }

  #flush(): void {
    const { history } = this.#ports
    const channel = this.#channel
    if (channel === null || history.end <= this.#sent) return
    const isLost = this.#sent < history.start // more came at once than the ring holds
    if (isLost) this.#anew(channel)
    this.#sent = this.#past.feed(channel, this.#sent, history.end)
    if (isLost) this.#endReplay(channel)
    this.#silence.watch()
  }

  #receive(message: FromShadow): void {
    this.#deaths.heard()
    this.#heard = true
    switch (message.kind) {
      case 'parsed':
        this.#hasParsed(message.upTo)
        return
      case 'kept':
        this.#past.kept(message)
        this.#hasParsed(message.upTo)
        return
      case 'mode':
        this.#screen = message.screen
        return
      case 'changed':
        this.#ports.changed()
        return
      case 'asked':
        this.#asked(message.queries)
        return
      case 'alive':
        return
      case 'frame':
        this.#ports.frame?.(message.bytes)
        return
      case 'rows':
        this.#ports.rows?.(message.bytes)
        return
      case 'read':
        this.#ports.read(message.found)
        return
      case 'off':
        this.#ports.ruleOff(message.off)
        return
      case 'answer':
        this.#hasParsed(message.upTo)
        this.questions.answer(message.request, message.answer)
        return
      default:
        unreachable(message)
    }
  }

  /** A worker that was begun again has asked for some of it before. */
  #asked(queries: readonly AskedReport[]): void {
    const answered = this.#answered
    for (const { at } of queries) if (at !== null) this.#answered = Math.max(this.#answered, at)
    this.#ports.asked(queries.filter(({ at }) => at === null || at > answered))
  }

  #hasParsed(upTo: number): void {
    this.#parsed = upTo
    this.#ports.parsed(upTo)
  }

  /** `at`: output that it was at when it died. */
  #lost(again: 'whole' | 'behind' | 'never', why: string, at: Stretch | null): void {
    this.#releaseChannel()
    const isSameOutput = this.#deaths.count(at)
    if (again === 'never') this.#giveUp(why)
    else if (this.on) {
      if (again === 'behind' && at !== null && isSameOutput) this.#past.skip(at)
      this.#begin()
    }
    this.#ports.changed()
  }

  #giveUp(why: string): void {
    this.#deaths.giveUp(why, () => {
      this.#deaths.skip(this.#ports.history.end)
      this.#forgive()
      this.#begin()
    })
    this.#ports.gone()
    this.#ports.readerGone()
  }

  /** Turned off, or not needed any more. */
  #end(): void {
    this.#channel?.close()
    this.#releaseChannel()
  }

  #releaseChannel(): void {
    const had = this.#channel !== null
    this.#channel = null
    this.#cancelFeed?.()
    this.#cancelFeed = null
    this.#silence.stop()
    this.#feeds = 0
    this.questions.giveUp()
    if (had) this.#ports.left()
  }

  get #size(): Size {
    const { history, size } = this.#ports
    return this.#laidOut ?? size() ?? history.sizes.at(-1) ?? { cols: 80, rows: 24 }
  }

  get #owes(): boolean {
    return this.questions.isWaiting || this.#sent - this.#parsed > reportBytes + feedBytesMax
  }
}
