/**
 * The start of a session's program: where it begins, the line that is drawn above it, and taking it
 * back while its folder is still looked at.
 */
import { restartRule, type RuleWord } from './restart-rule.ts'
import type { Launch, PtyEvents, StartOutcome, StartPty } from '../ports.ts'
import type { SessionOptions } from '../session-ports.ts'
import type { Command } from '../../../base/command.ts'

/** A hang-up and its SIGCONT are two; a start takes a second at most. */
const signalsMax = 16

export class Launching {
  readonly #options: SessionOptions
  readonly #start: StartPty
  /** Takes the start back that is under way; null: none is. */
  #cancel: (() => void) | null = null
  /** Of the rule line that is to be drawn; null: it is drawn, or there is none. */
  #word: RuleWord | null
  #ran = false
  /** To be sent to the program as soon as it is there. Beyond `signalsMax` the rest is refused. */
  #signals: number[] = []
  /** The next start is of this one, in place of the tab's own command. */
  #once: (Command & Pick<Launch, 'directory'>) | null = null

  constructor(options: SessionOptions, start: StartPty) {
    this.#options = options
    this.#start = start
    this.#word = options.deferredStart === true ? null : (options.word ?? null)
  }

  /** What was asked for is not there yet, and neither is a reason why not. */
  get underWay(): boolean {
    return this.#cancel !== null
  }

  /**
   * `directory`: where the tab is. `began`: once, at once or later; `rule`: to be drawn above the
   * program, null: nothing.
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
    } = this.#options
    const once = this.#once
    this.#once = null
    const { program, args } = once ?? usual
    // A restarted shell goes on where it was; another command begins where it began.
    const directory = once?.directory ?? (isUserShell ? present : first)
    const elsewhere = [...(directory === first ? [] : [first]), ...instead]
    let settled = false
    const cancel = this.#start(
      {
        program,
        args,
        directory,
        environment: { ...own, ...environment },
        size,
        integration,
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

  /** The next start is of this command, once. */
  useOnce(command: Command & Pick<Launch, 'directory'>): void {
    this.#once = command
  }

  /** The next start is another one of the same. */
  restart(): void {
    this.cancel()
    if (this.#ran) this.#word = 'restarted'
  }

  cancel(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#signals = []
  }

  /** For a program that is not there yet. @returns false: none is to come */
  signalSoon(signal: number): boolean {
    if (this.#cancel === null || this.#signals.length >= signalsMax) return false
    this.#signals.push(signal)
    return true
  }

  /** Under what another program left; or because a shell is not where it was to be. */
  #rule(outcome: StartOutcome, gone: string): Uint8Array | null {
    const word = this.#word
    this.#word = null
    const moved =
      'pty' in outcome && outcome.directory !== gone
        ? { gone, silent: outcome.silent, to: outcome.directory }
        : null
    const isBelow = this.#ran || (this.#options.restoredOutput?.length ?? 0) > 0
    this.#ran ||= 'pty' in outcome
    return word !== null && (moved !== null || isBelow)
      ? restartRule(word, moved, this.#options.savedAt)
      : null
  }
}

/**
 * Returns what is in the terminal before anything begins. A command that waits for the user has its
 * rule line already.
 */
export function outputBefore(options: SessionOptions): readonly Uint8Array[] {
  const { restoredOutput: before = [], deferredStart, word, savedAt } = options
  return deferredStart === true && before.length > 0
    ? [...before, restartRule(word, null, savedAt)]
    : before
}
