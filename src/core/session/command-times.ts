/** Tracks a shell's commands by their prompt marks: line, offset in the output, and run time. */
import type { Clock, Millis } from '../../base/clock.ts'
import { RateWindow } from '../../base/time/rate-window.ts'
import type { EvidenceOf } from '../../agents/dispatch/evidence.ts'
import { longCommandMs, nestedCommandsMax, notificationsPerSecondMax } from './limits.ts'

/** A command that has ended. */
export interface RanCommand {
  /** Untrusted, as reported by the shell; `null` if the shell did not report it. */
  readonly line: string | null
  /** Offset in the output where the command's output starts. */
  readonly place: number
  readonly ranMs: Millis
  readonly code: number | null
  /** `false` for a short command beyond the notification rate. */
  readonly notifies: boolean
}

interface OpenCommand {
  /** Id in the mark of its shell's prompt; `null` if there is none. */
  readonly shell: string | null
  readonly at: Millis
  readonly place: number
  readonly line: string | null
  /** First title since it started: fish sets the line as title after the mark. */
  title: string | null
}

export class CommandTimes {
  readonly #clock: Clock
  /** Commands that run, the one of the innermost shell last. Shells without an id replace it. */
  readonly #open: OpenCommand[] = []
  /** Id of the shell that showed the last prompt; `null` if it has none. */
  #shell: string | null = null
  /** The prompt has ended: titles now describe the line typed there. */
  #typed = false
  #line: string | null = null
  readonly #rate = new RateWindow(notificationsPerSecondMax, 1_000)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Takes a title. Between prompt and command, the title is the command line as the shell's history
   * has it: bash and zsh leave out lines that are excluded from history.
   */
  titled(text: string): void {
    const open = this.#open.at(-1)
    if (this.#typed) this.#line = text
    else if (open !== undefined) open.title ??= text
  }

  /** Takes a mark at an offset. Returns the command that has just ended, if any. */
  mark(mark: EvidenceOf<'prompt'>, place: number): RanCommand | null {
    switch (mark.kind) {
      case 'prompt_start':
        this.#typed = false
        this.#shell = mark.aid ?? null
        return null
      case 'prompt_end':
        this.#typed = true
        this.#line = null
        return null
      case 'command_line':
        // VS Code's marks include lines that the shell keeps out of its history
        this.#line = unlessExcluded(mark.text)
        return null
      case 'command_start':
        this.#typed = false
        this.#start(place, mark.line === undefined ? this.#line : unlessExcluded(mark.line))
        this.#line = null
        return null
      case 'command_end':
        return this.#ended(mark.exit_code, mark.aid ?? null)
      case 'cwd':
        return null
    }
  }

  /** Whether the end of a command was not marked yet. */
  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** Whether a title came since the end of the prompt: the shell sets titles itself. */
  get isTitled(): boolean {
    return this.#line !== null
  }

  /** Line of the running command; `null` if none runs or the shell does not report it. */
  get running(): string | null {
    return this.#open.at(-1)?.line ?? null
  }

  /** Title that the shell has set for the running command, or `null`. */
  get runningTitle(): string | null {
    return this.running ?? this.#open.at(-1)?.title ?? null
  }

  /** Drops commands whose shells never mark their ends. Returns whether it dropped any. */
  lose(): boolean {
    const { isOpen } = this
    this.#open.length = 0
    return isOpen
  }

  /** Drops the command of the shell with this id, which shows a prompt, and those nested in it. */
  loseOf(shell: string | undefined): boolean {
    const own = this.#open.findIndex((one) => one.shell !== null && one.shell === shell)
    if (own !== -1) this.#open.length = own
    return own !== -1
  }

  forget(): void {
    this.lose()
    this.#line = null
    this.#shell = null
    this.#typed = false
  }

  #start(place: number, line: string | null): void {
    const shell = this.#shell
    const own = this.#open.findIndex((one) => one.shell === shell)
    if (own !== -1) this.#open.length = own
    this.#open.push({ shell, at: this.#clock.now(), place, line, title: null })
    if (this.#open.length > nestedCommandsMax) this.#open.shift()
  }

  #ended(code: number | null, shell: string | null): RanCommand | null {
    const last = this.#open.at(-1)
    if (last === undefined) return null
    const isAny = shell === null || last.shell === null
    const own = isAny ? this.#open.length - 1 : this.#open.findLastIndex((o) => o.shell === shell)
    const command = this.#open[own]
    if (command === undefined) return null
    this.#open.length = own
    const now = this.#clock.now()
    const { at, place, line } = command
    const ranMs = now - at
    const notifies = this.#rate.admit(now) || ranMs >= longCommandMs
    return { line, place, ranMs, code, notifies }
  }
}

/** Returns `null` for a line that its shell keeps out of its history: it starts with a space. */
function unlessExcluded(line: string): string | null {
  return line.startsWith(' ') ? null : line
}
