/**
 * One session's shadow terminal in the main process: feeds a worker from the session's ring by
 * offset, queries it, and restarts it. It stores no bytes and never waits; a slow worker pauses the
 * pty through flow control only.
 */
import type { Rule } from '../../agents/rules/rules.ts'
import type { ScreenWatch } from '../../agents/screen-rules/screen-reader.ts'
import { isSameSize, type Size } from '../../base/sizes/size.ts'
import { assert, unreachable } from '../../base/assert.ts'
import type { Facts } from '../../terminal/index.ts'
import { feedBytesMax, feedDelayMs, feedsAtOnceMax, reportBytes } from './limits.ts'
import type { AskedReport, FromShadow, Repeated, ToShadow, ViewerMessage } from './messages.ts'
import { Past, type Origin, type Stretch } from './worker-replay.ts'
import { WorkerQuestions } from './questions.ts'
import { Silence } from './hang-detector.ts'
import type { ScrollbackRows, ShadowChannel, ShadowPorts } from './ports.ts'
import { WorkerDeaths } from './worker-deaths.ts'

/** Fresh terminals number their rows in separate ranges. */
const numberingsPerEpoch = 2 ** 32

export class Shadow {
  readonly questions: WorkerQuestions
  readonly #ports: ShadowPorts
  #scrollback: ScrollbackRows
  #channel: ShadowChannel | null = null
  /** The worker has sent something. */
  #heard = false
  #epoch = 0
  /** Offsets up to which output was sent, and was reported as parsed. */
  #sent = 0
  #parsed = 0
  /** State from which the next worker continues. */
  readonly #past: Past
  readonly #deaths: WorkerDeaths
  /** History rows and size that the worker was sent; `null` before the first. */
  #lines = 0
  #laidOut: Size | null = null
  #followed = false
  #framed = false
  #watch: ScreenWatch | null = null
  /** Offset of the newest mark. */
  #marked = 0
  /** Queries up to this offset have been answered or are dropped. */
  #answered = 0
  #facts: Facts
  /** `visible` of the facts that a worker has; a replay reports a change since then. */
  #visibleSent: boolean | null = null
  /** Ends the time in which output is gathered; `null` while quiet. */
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

  /** Whether there may be a worker: pages draw its frames, and questions are answered. */
  get on(): boolean {
    return this.#ports.port !== undefined && !this.#deaths.isFinal
  }

  /** Whether a worker exists that has not sent anything. */
  get isStarting(): boolean {
    return this.#channel !== null && !this.#heard
  }

  /** Whether a page shows the screen. */
  get framed(): boolean {
    return this.#framed
  }

  /** Sentence about why there is no worker; `null` if there is one or none is enabled. */
  get problem(): string | null {
    return this.#deaths.problem
  }

  // ---- reports from the session ----

  /** Feeds new output of the ring. */
  printed(): void {
    if (!this.on) return
    if (this.#channel === null) this.#begin()
    else this.#feed()
  }

  /**
   * Starts a worker with the program, whose first output may be a query. Starting a worker takes
   * longer than many shells take to their prompt.
   */
  started(size: Size): void {
    if (this.on && this.#channel === null) this.#begin()
    this.resized(size)
  }

  /** Applies a size to all later output. It is the pty's, or without a pty the page's. */
  resized({ cols, rows }: Size): void {
    this.#ports.history.resized({ cols, rows })
    if (!isSameSize(this.#laidOut, { cols, rows }))
      this.#sendRepeated({ kind: 'resize', cols, rows })
    this.#laidOut = { cols, rows }
    this.#keepLines()
  }

  /** Sets facts that programs can query. */
  setFacts(facts: Facts): void {
    this.#facts = facts
    this.#postFacts()
  }

  #postFacts(): void {
    if (this.#channel === null) return
    this.#visibleSent = this.#facts.visible
    this.#post({ kind: 'facts', facts: this.#facts })
  }

  /** Drops queries so far: their program has ended, or another part answers them. */
  forgetQuestions(): void {
    this.#answered = this.#ports.history.end
  }

  /** Notes another program in the same terminal; clients start over. */
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

  /** The memory limit depends on the columns. */
  #keepLines(): void {
    const lines = this.#scrollback(this.#size.cols)
    if (this.#past.origin === null || lines === this.#lines) return
    this.#lines = lines
    this.#sendRepeated({ kind: 'scrollback', lines })
  }

  /** Clears the scrollback, in this worker and in replays. */
  clearScrollback(): void {
    for (const lines of [0, this.#lines]) this.#sendRepeated({ kind: 'scrollback', lines })
  }

  dispose(): void {
    this.#end()
    this.#past.begin(null)
    this.#deaths.dispose()
  }

  // ---- readers ----

  /** Starts or stops calls of `changed`. */
  follow(on: boolean): void {
    if (on === this.#followed) return
    this.#followed = on
    if (on && this.#channel === null && this.on) this.#begin()
    else this.#post({ kind: 'follow', on })
  }

  /** Starts frames and history rows for a page, or stops them. */
  frames(on: boolean): void {
    this.#framed = on
    if (on && this.#channel === null && this.on) this.#begin()
    else this.#post({ kind: 'frames', on })
  }

  viewed(message: ViewerMessage): void {
    this.#channel?.post(message)
  }

  /** Notes that the output so far is not an agent's. Sent before its screen is watched. */
  mark(): void {
    if (this.#marked === this.#ports.history.end) return
    this.#marked = this.#ports.history.end
    this.#sendRepeated({ kind: 'mark' })
  }

  /** Marks a recorder event at the end of the output so far. */
  place(): void {
    this.#sendRepeated({ kind: 'place', at: this.#ports.history.end })
  }

  /** As `ScreenPort` of an agent, which may instead be the screen of a tmux pane. */
  judge(rules: readonly Rule[], text: string): ReturnType<WorkerQuestions['judge']> {
    return this.questions.judge(rules, text)
  }

  /** Reads the screen for these rules whenever it settles; `null` ends it. */
  watch(watch: ScreenWatch | null): void {
    this.#watch = watch
    this.#ports.watched(watch !== null)
    if (watch !== null && this.#channel === null && this.on) this.#begin()
    else this.#post({ kind: 'watch', watch })
  }

  // ---- the worker ----

  /** Starts a worker with the saved terminal, or a fresh one, and feeds it the later output. */
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
        'All terminal parsers crashed too often. This tab shows nothing new until one is ' +
          'tried again within an hour, then continues with its history.',
      )
      return
    }
    this.#channel = channel
    this.#heard = false
    this.#anew(channel)
    if (this.#followed) channel.post({ kind: 'follow', on: true })
    this.#flush()
    this.#endReplay()
    if (this.#framed) channel.post({ kind: 'frames', on: true })
    if (this.#watch !== null) channel.post({ kind: 'watch', watch: this.#watch })
    // counts as parsed, since no output up to there is fed
    if (this.#past.isSkippedUpTo(this.#sent)) this.#hasParsed(this.#sent)
  }

  #anew(channel: ShadowChannel): void {
    this.#epoch += 1
    const past = this.#past
    const origin = past.origin ?? this.#beginPast()
    const { at, modes, continuesTo = 0 } = past.beginning()
    this.#sent = this.#parsed = at
    const { messages, before } = past.repeated
    channel.post({
      kind: 'begin',
      ...origin,
      epoch: this.#epoch,
      repeated: before,
      at,
      continuesTo,
      modes,
      partial: at > past.at,
      answered: this.#answered,
      // Output up to the end of the ring is replayed without file access: an earlier worker may
      // have read its files, which may be on another machine.
      facts: { ...this.#facts, files: false, visible: this.#visibleSent ?? this.#facts.visible },
      kept: past.terminal,
    })
    for (const { at: then, message } of messages) {
      this.#sent = past.feed(channel, this.#sent, then)
      channel.post(message.kind === 'resize' ? { ...message, again: true } : message)
    }
    this.#ports.joined(at)
  }

  /** Sends facts that a replay must not use. Everything in the ring has been sent. */
  #endReplay(): void {
    const { files, visible } = this.#facts
    if (files || visible !== this.#visibleSent) this.#postFacts()
  }

  /** Starts a fresh terminal with each size at its offset. */
  #beginPast(): Origin {
    const { history } = this.#ports
    const size = (this.#laidOut = this.#size)
    this.#lines = this.#scrollback(size.cols)
    const [{ cols, rows } = size, ...others] = history.sizes
    const numbering = this.#epoch * numberingsPerEpoch
    const origin = { at: 0, cols, rows, scrollback: this.#lines, numbering }
    this.#past.begin(origin)
    const last = others.at(-1) ?? { cols, rows }
    for (const { at, ...other } of isSameSize(last, size)
      ? others
      : [...others, { ...size, at: history.end }])
      this.#past.record(at, { kind: 'resize', ...other })
    return origin
  }

  /** Sends immediately after quiet, and for a few more messages; then 64 KiB or 8 ms at a time. */
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

  /** Posts a message after all output so far. */
  #post(message: ToShadow): void {
    if (this.#channel === null) return
    this.#flush()
    this.#channel.post(message)
  }

  /** Posts a message that the next worker is sent again. */
  #sendRepeated(message: Repeated): void {
    this.#flush()
    this.#past.record(this.#ports.history.end, message)
    this.#channel?.post(message)
  }

  #flush(): void {
    const { history } = this.#ports
    const channel = this.#channel
    if (channel === null || history.end <= this.#sent) return
    const isLost = this.#sent < history.start // more came than the ring holds
    if (isLost) this.#anew(channel)
    this.#sent = this.#past.feed(channel, this.#sent, history.end)
    if (isLost) this.#endReplay()
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

  /** A restarted worker repeats some queries. */
  #asked(queries: readonly AskedReport[]): void {
    const answered = this.#answered
    for (const { at } of queries) if (at !== null) this.#answered = Math.max(this.#answered, at)
    this.#ports.asked(queries.filter(({ at }) => at === null || at > answered))
  }

  #hasParsed(upTo: number): void {
    this.#parsed = upTo
    this.#ports.parsed(upTo)
  }

  /** @param at the output it was processing when it died */
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

  /** Ends a worker that is not needed any longer. */
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
