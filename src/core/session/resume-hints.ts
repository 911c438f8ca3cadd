/**
 * The command with which this tab's agent can be resumed after a restart of vibeflow, and the one
 * of the run before, which is offered until the user takes it or types something else.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import type { OutputReport, EvidenceOf } from '../../agents/dispatch/evidence.ts'
import { wasLeft } from '../../agents/process/exit-codes.ts'
import {
  resumeCommand,
  hintOf,
  type HintedProgram,
  type ResumeHint,
  type Said,
} from '../../agents/resume/hint.ts'
import {
  aliveAgainMax,
  aliveAgainMs,
  resumeLineCharactersMax,
  fileLooksMax,
  verifyIntervalMs,
} from '../../agents/resume/limits.ts'
import { quotedLine } from '../../base/text/shell-words.ts'
import { safeText } from '../../base/text/safe-text.ts'
import type { AgentInFront } from './agent/agent-in-front.ts'
import { baseName } from '../../base/text/base-name.ts'
import type { SessionOptions, SessionPorts } from './session-ports.ts'

export interface ResumeHintsParts {
  readonly options: Pick<SessionOptions, 'command' | 'isUserShell' | 'resume'>
  readonly ports: Pick<SessionPorts, 'clock' | 'lives'>
  readonly inFront: () => Pick<AgentInFront, 'listed' | 'process' | 'programNow'>
  /** Directory of the program in the foreground, by the kernel; `null` if it is not known. */
  readonly directory: () => string | null
  /** The offer has changed. */
  readonly changed: () => void
}

/** An offer to resume an agent: the very line and directory, and the words that the line is of. */
export interface ResumeOffer {
  readonly hint: ResumeHint
  /** Name of the agent, for people. */
  readonly name: string
  readonly args: readonly string[]
  readonly line: string
}

export class ResumeHints {
  readonly #parts: ResumeHintsParts
  readonly #clock: Clock
  /** Name of the tab's shell, which a line is typed at; `null` if the tab starts a program. */
  readonly #shell: string | null
  /** Hint of the agent that runs, or ran last. */
  #hint: ResumeHint | null = null
  /** The command that gave the hint has not ended. */
  #runs = false
  /** The last report in the output that is being read. */
  #said: Said | null = null
  /** Cancels the look for a report that waits; `null` if none does. */
  #cancelVerify: (() => void) | null = null
  #verifiedAt: Millis = Number.NEGATIVE_INFINITY
  /** Hint of the run before. */
  #offer: ResumeHint | null
  #offered = false
  /** The offer that was taken, and is not known to have started. */
  #taken: ResumeHint | null = null
  /** The shell is at its prompt, by its marks; `null` if it has sent none and may never do so. */
  #atPrompt: boolean | null = null
  #cancelAlive: (() => void) | null = null

  constructor(parts: ResumeHintsParts) {
    this.#parts = parts
    this.#clock = parts.ports.clock
    const { command, isUserShell, resume } = parts.options
    this.#offer = resume ?? null
    this.#shell = isUserShell ? baseName(command.program) : null
  }

  /** The hint for the next run: an offer that is not used up stays. */
  get kept(): ResumeHint | null {
    return this.#offer ?? this.#hint
  }

  /** The offer that the user may take now; `null` if there is none. */
  get offered(): ResumeOffer | null {
    return this.#offered && this.#offer !== null ? this.#offerOf(this.#offer) : null
  }

  /** `false` if the shell runs a command, by its marks, or an agent has reported itself. */
  get atPrompt(): boolean {
    return this.#atPrompt !== false && !this.#runs
  }

  /** Takes in an item of the tab's output. */
  found(evidence: OutputReport): void {
    switch (evidence.type) {
      case 'osc88':
        if (evidence.value.op === 'arm') this.#said = { of: 'osc88', op: evidence.value }
        else if (evidence.value.op === 'clear') this.#forget()
        break
      case 'osc26':
      case 'warp': {
        const { app, sessionId: id } = evidence.value
        if (id !== undefined) this.#said = { of: 'session', app, id }
        break
      }
      case 'prompt':
        this.#marked(evidence.value)
        break
      default:
        break
    }
  }

  #marked(mark: EvidenceOf<'prompt'>): void {
    switch (mark.kind) {
      case 'prompt_start':
      case 'prompt_end':
        this.#atPrompt = true
        break
      case 'command_start':
        this.#atPrompt = false
        this.#forget()
        break
      case 'command_end':
        this.#atPrompt = false
        this.#drop() // its program has ended
        if (this.#runs && wasLeft(mark.exit_code ?? -1)) this.#forget()
        this.#runs = false
        break
      default:
        break
    }
  }

  /** A chunk of output has been read. */
  settle(): void {
    const said = this.#said
    if (said === null) return
    this.#drop() // of several reports the last counts
    const wait = this.#verifiedAt + verifyIntervalMs - this.#clock.now()
    if (wait <= 0) this.#verify(said, null, 1)
    else {
      const by = this.#parts.inFront().process
      if (by !== null) this.#verifyIn(wait, said, by, 1)
    }
  }

  /** A start waits for the user. */
  waits(): void {
    this.#tryToOffer(aliveAgainMax)
  }

  /**
   * A program has started in this directory; a shell there can resume what ran there.
   *
   * @param marks it is a shell that marks its prompts: it is at none before the first mark,
   * whatever its start-up files read
   */
  began(directory: string, marks: boolean): void {
    this.#taken = null
    this.#atPrompt = marks ? false : null
    if (this.#shell !== null && this.#offer?.directory === directory)
      this.#tryToOffer(aliveAgainMax)
  }

  /** The line that was taken is typed. */
  typed(): void {
    this.#taken = null
  }

  /** The offer that was taken could not be started. It is offered again. */
  failed(): void {
    if (this.#taken === null) return
    this.#offer = this.#taken
    this.#taken = null
    this.#tryToOffer(0)
  }

  /** The user types something else: the offer is gone. */
  dismiss(): void {
    if (this.#offer !== null) this.#end()
  }

  /** The user takes the offer, which is used up by that. `null` if there is none any more. */
  take(): ResumeOffer | null {
    const { offered } = this
    if (offered === null) return null
    if (this.#lives(offered.hint)) {
      this.#offered = false
      this.#parts.changed()
      this.#tryToOffer(aliveAgainMax)
      return null
    }
    this.#end()
    this.#taken = offered.hint
    return offered
  }

  dispose(): void {
    this.#drop()
    this.#cancelAlive?.()
    this.#cancelAlive = null
  }

  /**
   * Returns `null` if the hint does not pass the closed list as it is now, even a saved one,
   * or if the tab's shell cannot hold its words.
   */
  #offerOf(hint: ResumeHint): ResumeOffer | null {
    const agent = this.#parts.inFront().listed(hint.agent)
    const command = agent === null ? null : resumeCommand(hint, agent)
    if (agent === null || command === null) return null
    const { program, args } = command
    const line = quotedLine([program, ...args], this.#shell ?? 'sh')
    if (line === null || line.length > resumeLineCharactersMax) return null
    return safeText(line, line.length) === line ? { hint, name: agent.name, args, line } : null
  }

  #verifyIn(ms: Millis, said: Said, by: HintedProgram['process'], look: number): void {
    this.#cancelVerify = this.#clock.after(ms, () => {
      this.#cancelVerify = null
      this.#verify(said, by, look)
    })
  }

  /**
   * Keeps the hint if the agent that it is about is in the foreground.
   *
   * @param by process that must still be there; `null` if the report has just come
   * @param look number of this look for the report
   */
  #verify(said: Said, by: HintedProgram['process'] | null, look: number): void {
    const { directory, inFront } = this.#parts
    this.#verifiedAt = this.#clock.now()
    const found = inFront().programNow()
    if (found === null || (by !== null && !isSame(found.process, by))) return
    const { file, process } = found
    if (file === null) {
      if (found.agent.resume !== null && look < fileLooksMax)
        this.#verifyIn(verifyIntervalMs, said, process, look + 1)
      return
    }
    const place = directory()
    const hint = place === null ? null : hintOf(said, { ...found, file }, place)
    if (hint === null) return
    this.#hint = hint
    this.#runs = true
    this.#taken = null
    this.dismiss() // another agent runs here now
  }

  /** Forgets the report that is not looked up yet. */
  #drop(): void {
    this.#said = null
    this.#cancelVerify?.()
    this.#cancelVerify = null
  }

  #forget(): void {
    this.#drop()
    this.#hint = null
  }

  #lives(hint: ResumeHint): boolean {
    return (
      this.#parts.ports.lives?.(hint, this.#parts.inFront().listed(hint.agent)?.names ?? []) ??
      false
    )
  }

  #tryToOffer(again: number): void {
    this.#cancelAlive?.()
    this.#cancelAlive = null
    if (this.#offer === null) return
    if (!this.#lives(this.#offer)) {
      this.#offered = true
      this.#parts.changed()
    } else if (again > 0)
      this.#cancelAlive = this.#clock.after(aliveAgainMs, () => this.#tryToOffer(again - 1))
  }

  #end(): void {
    this.#cancelAlive?.()
    this.#cancelAlive = null
    this.#offer = null
    this.#offered = false
    this.#parts.changed()
  }
}

function isSame(one: HintedProgram['process'], other: HintedProgram['process']): boolean {
  return one.pid === other.pid && one.startTime === other.startTime
}
