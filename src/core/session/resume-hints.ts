/**
 * Keeps the command that resumes this tab's agent after a restart of vibeflow. Offers the previous
 * run's command until the user accepts it or types something else.
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
  lookUpIntervalMs,
  verifyIntervalMs,
} from '../../agents/resume/limits.ts'
import { unresumedBy, type Unresumed } from '../../agents/resume/unresumed.ts'
import { quotedLine } from '../../base/text/shell-words.ts'
import { safeText } from '../../base/text/safe-text.ts'
import type { AgentInFront } from './agent/agent-in-front.ts'
import { baseName } from '../../base/text/base-name.ts'
import type { ResumeOffer, SessionParts } from './parts.ts'
import type { AskedConversation } from './session-ports.ts'

/** Agent and prompt whose conversation is looked up. */
interface Asked extends Pick<AskedConversation, 'process' | 'directory'> {
  readonly promptedAt: Millis
}

export class ResumeHints {
  readonly #parts: SessionParts
  readonly #clock: Clock
  /** Name of the tab's shell, at which a line is typed; `null` if the tab runs a program. */
  readonly #shell: string | null
  /** Hint of the current or last agent. */
  #hint: ResumeHint | null = null
  /** The last hint from the agent's own files, and the prompt before it. */
  #lookedUp: ResumeHint | null = null
  #lookedUpFor: Millis | null = null
  #looksUp = false
  #looksUpAgainAt: Millis = Number.NEGATIVE_INFINITY
  /** The command that gave the hint has not ended. */
  #runs = false
  /** The last report in the chunk being read. */
  #said: Said | null = null
  /** Cancels a scheduled verification; `null` if none is pending. */
  #cancelVerify: (() => void) | null = null
  #verifiedAt: Millis = Number.NEGATIVE_INFINITY
  /** Hint of the previous run. */
  #offer: ResumeHint | null
  #offered = false
  /** The accepted offer, not yet known to have started. */
  #taken: ResumeHint | null = null
  /** The accepted offer whose agent has reported nothing, until its command ends. */
  #typed: ResumeHint | null = null
  /** The shell is at its prompt, by its marks; `null` if it has sent none. */
  #atPrompt: boolean | null = null
  #cancelAlive: (() => void) | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#clock = parts.ports.clock
    const { command, isUserShell, resume } = parts.options
    this.#offer = resume ?? null
    this.#shell = isUserShell ? baseName(command.program) : null
  }

  /** Hint for the next run; an unused offer is kept. */
  get kept(): ResumeHint | null {
    return this.#offer ?? this.#hint
  }

  /** Whether an agent runs here with this conversation, or is about to. */
  has(agent: string, session: string): boolean {
    this.lookUp()
    const chosen = this.#parts.options.resumesNow === true ? this.#offer : null
    const hint = this.#runs ? this.#hint : (this.#typed ?? this.#taken ?? chosen)
    return hint?.agent === agent && hint.session === session && hint.fork !== true
  }

  /** The agent that was sent a prompt and has given no hint; `null` if none runs. */
  get unresumed(): Unresumed | null {
    if (this.kept !== null || this.#parts.agents.own.promptedAt === null) return null
    const found = this.#inFront.programNow()
    return found === null ? null : unresumedBy(found.agent)
  }

  /** The offer that the user can accept now; `null` if there is none. */
  get offered(): ResumeOffer | null {
    return this.#offered && this.#offer !== null ? this.#offerOf(this.#offer) : null
  }

  /** `false` if the shell's marks show a running command, or an agent has reported itself. */
  get atPrompt(): boolean {
    return this.#atPrompt !== false && !this.#runs
  }

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
        this.#drop() // the program that reported has ended
        this.#typed = null
        if (this.#runs && wasLeft(mark.exit_code ?? -1)) this.#forget()
        this.#runs = false
        break
      default:
        break
    }
  }

  /** Looks into the agent's own files if it has reported no session. A later call has the hint. */
  lookUp(): void {
    const { agents, ports, directoryInFront: directory } = this.#parts
    const { promptedAt } = agents.own
    if (this.#looksUp || ports.conversation === undefined) return
    if (this.#clock.now() < this.#looksUpAgainAt) return
    if (promptedAt === null || directory === null) return
    const found = this.#inFront.programNow()
    if (found?.file == null || found.agent.resume === null) return
    const { agent, process } = found
    const known = this.#hint !== null && isSame(this.#hint.process, process)
    // only a prompt starts another conversation
    if (known && (this.#hint !== this.#lookedUp || promptedAt === this.#lookedUpFor)) return
    const promptAgeMs = this.#clock.now() - promptedAt
    const { id, names } = agent
    this.#looksUp = true
    const asked = ports.conversation({ agent: id, names, directory, process, promptAgeMs })
    void asked.then((session) => {
      this.#looksUp = false
      this.#looksUpAgainAt = this.#clock.now() + lookUpIntervalMs
      if (session !== null) this.#found(session, { process, directory, promptedAt })
    })
  }

  /** Takes what is in the agent's files, unless another agent or prompt has come since. */
  #found(session: string, { process, directory, promptedAt }: Asked): void {
    const { own } = this.#parts.agents
    const now = this.#inFront.programNow()
    if (now?.file == null || !isSame(now.process, process) || own.promptedAt !== promptedAt) return
    const known = this.#hint !== null && isSame(this.#hint.process, process)
    if (known && this.#hint !== this.#lookedUp) return // the agent has reported one
    this.#lookedUpFor = promptedAt
    if (known && this.#hint?.session === session) return
    const said = { of: 'session', app: undefined, id: session } as const
    this.#lookedUp = hintOf(said, { ...now, file: now.file }, directory)
    if (this.#lookedUp !== null) this.#take(this.#lookedUp)
  }

  /** Verifies the last report of the chunk that was read. */
  settle(): void {
    const said = this.#said
    if (said === null) return
    this.#drop() // the last of several reports counts
    const wait = this.#verifiedAt + verifyIntervalMs - this.#clock.now()
    if (wait <= 0) this.#verify(said, null, 1)
    else {
      const by = this.#inFront.process
      if (by !== null) this.#verifyIn(wait, said, by, 1)
    }
  }

  /** Offers the hint while a start waits for the user. */
  waits(): void {
    this.#tryToOffer(aliveAgainMax)
  }

  /**
   * Takes the start of a program. A shell can resume an agent that ran in this directory.
   * @param marks the shell marks its prompts: until the first mark it is not at a prompt, whatever
   * its startup files read
   */
  began(directory: string, marks: boolean): void {
    this.#taken = null
    this.#atPrompt = marks ? false : null
    if (this.#shell !== null && this.#offer?.directory === directory)
      this.#tryToOffer(aliveAgainMax)
  }

  /** Notes that the accepted line was typed. */
  typed(): void {
    this.#typed = this.#taken
    this.#taken = null
  }

  /** Offers an accepted hint again after it could not be started. */
  failed(): void {
    if (this.#taken === null) return
    this.#offer = this.#taken
    this.#taken = null
    this.#tryToOffer(0)
  }

  /** Withdraws the offer: the user types something else. */
  dismiss(): void {
    if (this.#offer !== null) this.#end()
  }

  /** Accepts the offer and uses it up. Returns `null` if there is none any longer. */
  take(): ResumeOffer | null {
    const { offered } = this
    if (offered === null) return null
    if (this.#lives(offered.hint)) {
      this.#offered = false
      this.#changed()
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

  /** Returns `null` if the hint is no longer allowed, or the shell can't quote its arguments. */
  #offerOf(hint: ResumeHint): ResumeOffer | null {
    const agent = this.#inFront.listed(hint.agent)
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
   * Keeps the hint if the reported agent is in the foreground.
   * @param by process that must still be there; `null` for a new report
   * @param look number of this attempt
   */
  #verify(said: Said, by: HintedProgram['process'] | null, look: number): void {
    this.#verifiedAt = this.#clock.now()
    const found = this.#inFront.programNow()
    if (found === null || (by !== null && !isSame(found.process, by))) return
    const { file, process } = found
    if (file === null) {
      if (found.agent.resume !== null && look < fileLooksMax)
        this.#verifyIn(verifyIntervalMs, said, process, look + 1)
      return
    }
    const place = this.#parts.directoryInFront
    const hint = place === null ? null : hintOf(said, { ...found, file }, place)
    if (hint !== null) this.#take(hint)
  }

  #take(hint: ResumeHint): void {
    this.#hint = hint
    this.#typed = null
    this.#runs = true
    this.#taken = null
    this.dismiss() // another agent runs here now
  }

  get #inFront(): AgentInFront {
    return this.#parts.agents.own.inFront
  }

  #changed(): void {
    this.#parts.delivery.state.changed()
  }

  /** Forgets the unverified report. */
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
    return this.#parts.ports.lives?.(hint, this.#inFront.listed(hint.agent)?.names ?? []) ?? false
  }

  #tryToOffer(again: number): void {
    this.#cancelAlive?.()
    this.#cancelAlive = null
    if (this.#offer === null) return
    if (!this.#lives(this.#offer)) {
      this.#offered = true
      this.#changed()
    } else if (again > 0)
      this.#cancelAlive = this.#clock.after(aliveAgainMs, () => this.#tryToOffer(again - 1))
  }

  #end(): void {
    this.#cancelAlive?.()
    this.#cancelAlive = null
    this.#offer = null
    this.#offered = false
    this.#changed()
  }
}

function isSame(one: HintedProgram['process'], other: HintedProgram['process']): boolean {
  return one.pid === other.pid && one.startTime === other.startTime
}
