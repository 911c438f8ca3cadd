/** Starts a session's program: directory, rule line, and canceling. */
import { restartRule, type RuleWord } from './restart-rule.ts'
import { HeldStart } from './held-start.ts'
import { keptFacts } from './kept-facts.ts'
import type { CellPixels, Launch, PtyEvents, StartOutcome, StartPty } from '../ports.ts'
import type { SessionOptions } from '../session-ports.ts'
import type { Command } from '../../../base/command.ts'

/** SIGHUP and its SIGCONT are two; a start takes up to a second. */
const signalsMax = 16

export class Launching {
  readonly #options: SessionOptions
  readonly #start: StartPty
  /** The next start adopts a program. */
  #adopts: boolean
  /** Cancels the current start; `null` if there is none. */
  #cancel: (() => void) | null = null
  /** Verb of the pending rule line; `null` if there is none. */
  #word: RuleWord | null
  #ran = false
  /** Sent to the program once it has started. Signals beyond `signalsMax` are refused. */
  #signals: number[] = []
  /** The next or current start, if its program waits for the size of its window. */
  #held: HeldStart | null = null
  /** Command for the next start only. */
  #once: (Command & Pick<Launch, 'directory'>) | null = null

  constructor(options: SessionOptions, start: StartPty) {
    this.#options = options
    this.#start = start
    this.#adopts = options.adopts !== undefined
    this.#word = options.deferredStart === true ? null : (options.word ?? null)
  }

  /** A start was requested and has no outcome yet. */
  get underWay(): boolean {
    return this.#cancel !== null
  }

  /**
   * Starts the program. `directory`: current directory of the tab. `began` is called once, now or
   * later; `rule` is the line to draw above the program, `null` for none.
   */
  begin(
    { directory: present, environment, size }: Pick<Launch, 'directory' | 'environment' | 'size'>,
    events: PtyEvents,
    began: (outcome: StartOutcome, rule: Uint8Array | null) => void,
  ): void {
    const {
      command: usual,
      environment: own,
      isUserShell,
      directory: first,
      instead = [],
      integration = true,
      limits,
    } = this.#options
    const once = this.#once
    this.#once = null
    const { program, args } = once ?? usual
    // A restarted shell continues in its current directory, another command in its original one.
    const directory = once?.directory ?? (isUserShell ? present : first)
    const elsewhere = [...(directory === first ? [] : [first]), ...instead]
    const adopt = this.#adopts
    this.#adopts = false
    let settled = false
    const start = this.#held?.start ?? this.#start
    const cancel = start(
      {
        program,
        args,
        directory,
        environment: { ...own, ...environment },
        size,
        integration,
        keep: { id: this.#options.id, facts: keptFacts(this.#options) },
        adopt,
        ...(limits === undefined ? {} : { limits }),
        ...(isUserShell && elsewhere.length > 0 ? { instead: elsewhere } : {}),
      },
      events,
      (outcome) => {
        settled = true
        this.#cancel = null
        began(outcome, this.#rule(outcome, directory))
        const signals = this.#signals.splice(0)
        if ('pty' in outcome) for (const signal of signals) outcome.pty.signal(signal)
      },
    )
    if (!settled) this.#cancel = cancel
  }

  /** Makes the program of the next start wait for `release`. */
  hold(cell: CellPixels | null): void {
    this.#held = new HeldStart(this.#start, cell)
  }

  /** Passes on what the program has done since a start that was held. Returns whether one was. */
  release(): boolean {
    const held = this.#held
    this.#held = null
    held?.release()
    return held !== null
  }

  useOnce(command: Command & Pick<Launch, 'directory'>): void {
    this.#once = command
  }

  restart(): void {
    this.cancel()
    if (this.#ran) this.#word = 'restarted'
  }

  cancel(): void {
    this.#cancel?.()
    this.#cancel = this.#held = null
    this.#signals = []
  }

  /** Queues a signal for a program being started. Returns `false` if there is none. */
  signalSoon(signal: number): boolean {
    if (this.#cancel === null || this.#signals.length >= signalsMax) return false
    this.#signals.push(signal)
    return true
  }

  /** Returns a rule line under an earlier program's output, or for a shell in another directory. */
  #rule(outcome: StartOutcome, gone: string): Uint8Array | null {
    const word = 'past' in outcome ? null : this.#word
    this.#word = null
    const moved =
      'pty' in outcome && outcome.directory !== gone
        ? { gone, silent: outcome.silent, to: outcome.directory }
        : null
    const isBelow = this.#ran || (this.#options.restoredOutput?.length ?? 0) > 0
    this.#ran ||= 'pty' in outcome
    return word !== null && (moved !== null || isBelow)
      ? restartRule(word, moved, this.#options.savedAt, this.#options.unresumed)
      : null
  }
}

/** Returns the terminal's content before a start. A deferred command already has its rule line. */
export function outputBefore(options: SessionOptions): readonly Uint8Array[] {
  const { restoredOutput: before = [], deferredStart, word, savedAt, unresumed } = options
  return deferredStart === true && before.length > 0
    ? [...before, restartRule(word, null, savedAt, unresumed)]
    : before
}
