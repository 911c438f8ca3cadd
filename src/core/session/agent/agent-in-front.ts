/**
 * Who has the terminal: the watch of its processes, the agent that its readings name, and the one
 * on the other side of a program that leads elsewhere.
 */
import { neverMatchingText, Tools } from '../../../agents/process/match.ts'
import type { HintedProgram } from '../../../agents/resume/hint.ts'
import type { KnownAgent as AgentRules, Agents, Rule } from '../../../agents/rules/rules.ts'
import { shippedAgents } from '../../../agents/rules/shipped.ts'
import { seenWithinMs } from '../../../agents/screen-rules/limits.ts'
import type { Evidence, Foreground } from '../../../agents/state/evidence.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { Options } from '../../config/table.ts'
import type { ProcessWatch, WatchProcesses } from '../ports.ts'
import { AgentElsewhere } from './agent-elsewhere.ts'

/** A reading of who has the terminal. */
type ProcessEvidence = Extract<Evidence, { type: 'process' }>

/** Output may ask as often as it likes who has the terminal: it is looked at so often. */
const lookAgainMs = 100

/** The agent in the foreground. `file` is `null` if it is not known. */
export type SeenProgram = Omit<HintedProgram, 'file'> & { readonly file: string | null }

export interface AgentInFrontPorts {
  readonly clock: Clock
  /** Absent: unknown who has the terminal. */
  readonly watch: WatchProcesses | undefined
  readonly tools: () => Options['ai']['tools']
  readonly agents: () => Agents
  /** The screen so far belongs to no agent that comes from now on. */
  readonly mark: () => void
  readonly applyEvidence: (evidence: Evidence) => void
  /** This agent's rules count from now on; `null`: none's. */
  readonly changed: (agent: string | null) => void
  /** A reading of who has the terminal was taken in. */
  readonly read: ((front: ProcessWatch['front']) => void) | undefined
}

export class AgentInFront {
  /** The agent on the other side of a program that leads elsewhere. */
  readonly elsewhere: AgentElsewhere
  readonly #ports: AgentInFrontPorts
  #watch: ProcessWatch | null = null
  /** The tool that was in front last, so that each is begun once. */
  #armed: string | null = null
  #agent: string | null = null
  #lastReading: ProcessEvidence | null = null
  #printedAt: Millis = Number.NEGATIVE_INFINITY
  /** A program that leads elsewhere had the terminal at the last reading. */
  #led = false
  /** The reading of who has the terminal, without the agent elsewhere. */
  #seen: { readonly evidence: ProcessEvidence; readonly agent: string | null } | null = null
  #tools: Tools | null = null
  /** When output last had a look taken at who has the terminal. */
  #lookedAt: Millis = Number.NEGATIVE_INFINITY

  constructor(ports: AgentInFrontPorts) {
    this.#ports = ports
    this.elsewhere = new AgentElsewhere({
      clock: ports.clock,
      tools: () => this.#listedTools,
      agents: ports.agents,
      prompted: ports.mark,
      changed: () => {
        if (this.#seen !== null) this.#process(this.#seen.evidence, this.#seen.agent)
      },
    })
  }

  /** Id of the agent in front, whose rules count; `null` if there is none. */
  get id(): string | null {
    return this.#agent
  }

  /** The watch, to be asked and told what is of use; `null` if no program is watched. */
  get watch(): ProcessWatch | null {
    return this.#watch
  }

  /** The last reading, in which an agent elsewhere counts as the tool in front. */
  get lastReading(): ProcessEvidence | null {
    return this.#lastReading
  }

  /** The program in front leads to another machine or into a container. */
  get leads(): boolean {
    return this.#watch?.front.elsewhere !== undefined
  }

  /** It did so at the last reading, and no agent is known there. */
  get leadsToUnknown(): boolean {
    return this.#led && this.elsewhere.match === null && this.#agent === null
  }

  /** The rules of the agent in front, whether its screen is read for them now or not. */
  get rules(): readonly Rule[] {
    return (this.#agent === null ? undefined : this.#ports.agents().get(this.#agent)?.rules) ?? []
  }

  /**
   * Returns the same for dialogs that are asked for: a program that reports may have done so before
   * it was seen in front. It is then looked for, once a second at most.
   */
  rulesNow(): readonly Rule[] {
    if (this.#agent === null) this.#watch?.look()
    return this.rules
  }

  /** The tab's own shell has the terminal now: what is printed is of this machine. */
  get isShell(): boolean {
    const now = this.#ports.clock.now()
    if (now - this.#lookedAt >= lookAgainMs) {
      this.#lookedAt = now
      this.#watch?.look()
    }
    return this.#watch?.front.foreground === 'shell'
  }

  /** Process of the agent in the foreground at the last look; `null` if another program was. */
  get process(): HintedProgram['process'] | null {
    const { foreground } = this.#watch?.front ?? {}
    const { pid, startTime } = this.#lastReading ?? {}
    return foreground !== 'tool' || pid === undefined || startTime === undefined
      ? null
      : { pid, startTime }
  }

  /**
   * Returns the agent that has the terminal now, read again; `null` if another program has it, or
   * an agent on another machine or terminal. `file` is `null` if it is not known, or not yet.
   */
  programNow(): SeenProgram | null {
    this.#watch?.look()
    const front = this.#watch?.front
    const { process } = this
    const agent = front?.agent == null ? null : this.listed(front.agent)
    if (agent === null || front?.beyond === true || process === null) return null
    const [command = ''] = agent.resume?.split(' ', 1) ?? []
    return { agent, file: this.#watch?.agentFile?.(command, agent.names) ?? null, process }
  }

  /** Returns who is in front now, for a mark of a shell. */
  foregroundNow(): Foreground {
    const read = this.#watch?.foregroundNow() ?? 'unknown'
    return this.elsewhere.match === null ? read : 'tool'
  }

  /** Returns the rules of an agent that `ai.tools` lists; `null` if it does not. */
  listed(id: string): AgentRules | null {
    return this.#listedTools.lists(id) ? (this.#ports.agents().get(id) ?? null) : null
  }

  /** Entries of `ai.tools` that no program can match, in sentences. */
  get neverMatching(): readonly string[] {
    return new Tools(this.#ports.tools(), shippedAgents).neverMatching().map(neverMatchingText)
  }

  get #listedTools(): Tools {
    return (this.#tools ??= new Tools(this.#ports.tools(), this.#ports.agents()))
  }

  /** A program has been started. */
  begin(program: {
    readonly pid: number
    readonly isUserShell: boolean
    readonly home: string
  }): void {
    this.#ports.mark()
    this.#watch =
      this.#ports.watch?.({
        ...program,
        report: (evidence, agent) => this.#process(evidence, agent),
      }) ?? null
  }

  /** It has printed something. */
  printed(): void {
    this.#printedAt = this.#ports.clock.now()
  }

  /** Other options or rules are in force. */
  configure(screensAreRead: boolean): void {
    this.#tools = null
    this.elsewhere.configure(screensAreRead)
  }

  /** Nothing is watched any more: the program has ended, or is to. */
  release(): void {
    this.elsewhere.forget()
    this.#watch?.dispose()
    this.#watch = null
  }

  restart(): void {
    this.#armed = null
    this.#lastReading = null
    this.#seen = null
    this.elsewhere.forget()
    this.set(null)
  }

  /** Another agent is in front: its title and screen are read by other rules. */
  set(agent: string | null): void {
    this.#agent = agent
    this.#ports.changed(agent)
  }

  /**
   * A tool that has come to the front counts as having printed something: a silent one shows up
   * too.
   */
  #process(read: ProcessEvidence, agentRead: string | null): void {
    const { agents, applyEvidence, clock, mark } = this.#ports
    this.#seen = { evidence: read, agent: agentRead }
    const led = this.#led
    this.#led = read.foreground === 'other' && this.leads
    if (!this.#led) this.elsewhere.forget()
    const beyond = this.elsewhere.match
    const evidence: ProcessEvidence =
      beyond === null ? read : { type: 'process', foreground: 'tool', tool: beyond.tool }
    const agent = beyond === null ? agentRead : beyond.agent
    this.#lastReading = evidence
    const name =
      evidence.foreground === 'tool'
        ? `${evidence.tool ?? ''} ${evidence.pid ?? ''} ${evidence.startTime ?? ''}`
        : null
    const another = name !== this.#armed && evidence.descends !== true
    // An agent may have printed before it is seen in front: what the reading before found on the
    // screen is what was there first. Elsewhere prompts show that, not readings.
    if (
      evidence.descends !== true &&
      !(led && this.#led) &&
      (name === null ||
        (another && (this.#armed !== null || clock.now() - this.#printedAt >= seenWithinMs)))
    )
      mark()
    if (another) this.#armed = name
    // a rule would see that the agent is at its prompt
    const rules = agent === null ? undefined : agents().get(agent)?.rules
    const prompts = rules?.some(({ state }) => state === 'idle') === true
    applyEvidence({ ...evidence, prompts })
    this.set(agent)
    if (another && name !== null) applyEvidence({ type: 'output', cause: 'start' })
    if (this.#watch !== null) this.#ports.read?.(this.#watch.front)
  }
}
