/** Tracks the foreground program, its agent, and the agent at the other end of its connection. */
import { tables } from '../../../agents/process/interpreter.ts'
import { neverMatchingText, Tools } from '../../../agents/process/match.ts'
import type { HintedProgram } from '../../../agents/resume/hint.ts'
import type { KnownAgent as AgentRules, Agents, Rule } from '../../../agents/rules/rules.ts'
import { shippedAgents } from '../../../agents/rules/shipped.ts'
import { seenWithinMs } from '../../../agents/screen-rules/limits.ts'
import type { Evidence, Foreground } from '../../../agents/state/evidence.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { Options } from '../../config/table.ts'
import type { ProcessWatch, TerminalReader, WatchProcesses } from '../ports.ts'
import { AgentElsewhere } from './agent-elsewhere.ts'

/** A reading of the foreground process. */
type ProcessEvidence = Extract<Evidence, { type: 'process' }>

/** Minimum interval between readings that output can trigger. */
const lookAgainMs = 100

/** Agents that may come back without printing. Beyond: the first one is forgotten. */
const startedMax = 32

/** The agent in the foreground. `file` is `null` if unknown. */
export type SeenProgram = Omit<HintedProgram, 'file'> & { readonly file: string | null }

export interface AgentInFrontPorts {
  readonly clock: Clock
  /** Absent if the foreground process can't be known. */
  readonly watch: WatchProcesses | undefined
  readonly tools: () => Options['ai']['tools']
  readonly agents: () => Agents
  /** The screen so far belongs to no later agent. */
  readonly mark: () => void
  readonly applyEvidence: (evidence: Evidence) => void
  /** Whether the foreground agent's screen is being read. */
  readonly isRead: () => boolean
  /** This agent's rules apply from now on; `null` for none. */
  readonly changed: (agent: string | null) => void
  /** Receives each reading after it was applied. */
  readonly read: ((front: ProcessWatch['front']) => void) | undefined
}

export class AgentInFront {
  readonly elsewhere: AgentElsewhere
  readonly #ports: AgentInFrontPorts
  #watch: ProcessWatch | null = null
  /** The last foreground tool, so that each one starts once. */
  #armed: string | null = null
  /** The tools that have started, the last one last: several may be stopped jobs of the shell. */
  readonly #started = new Set<string>()
  #agent: string | null = null
  #lastReading: ProcessEvidence | null = null
  #printedAt: Millis = Number.NEGATIVE_INFINITY
  /** A program that connects elsewhere was in the foreground at the last reading. */
  #led = false
  /** The last reading, without the agent elsewhere. */
  #seen: { readonly evidence: ProcessEvidence; readonly agent: string | null } | null = null
  #tools: Tools | null = null
  /** When output last triggered a reading, and for which process group. */
  #lookedAt: Millis = Number.NEGATIVE_INFINITY
  #lookedFor: number | null = null
  /**
   * The program was adopted, and no shell or agent has been seen since. Its earlier output is
   * the output of the agent that is seen first.
   */
  adopted = false

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

  /** Id of the foreground agent, whose rules apply; `null` if there is none. */
  get id(): string | null {
    return this.#agent
  }

  /** `null` if no program is watched. */
  get watch(): ProcessWatch | null {
    return this.#watch
  }

  /** The last reading, in which an agent elsewhere counts as the foreground tool. */
  get lastReading(): ProcessEvidence | null {
    return this.#lastReading
  }

  /** Whether the foreground program connects to another machine or a container. */
  get leads(): boolean {
    return this.#watch?.front.elsewhere !== undefined
  }

  /** Whether it did at the last reading, and no agent is known there. */
  get leadsToUnknown(): boolean {
    return this.#led && this.elsewhere.match === null && this.#agent === null
  }

  /** The foreground agent, whether or not its screen is being read; `null` if unknown. */
  get known(): AgentRules | null {
    return this.#agent === null ? null : (this.#ports.agents().get(this.#agent) ?? null)
  }

  /**
   * Returns the agent's rules for reading a dialog. A program may have reported before it was seen
   * in the foreground; if no agent is known, the foreground is read again.
   */
  rulesNow(): readonly Rule[] {
    if (this.#agent === null) this.#watch?.look()
    return this.known?.rules ?? []
  }

  /** Whether the tab's own shell is in the foreground, so that output is from this machine. */
  get isShell(): boolean {
    this.#lookAgain(this.#lookedFor)
    return this.#watch?.front.foreground === 'shell'
  }

  /**
   * Returns whether the foreground program, of this process group, reads the terminal itself: it
   * neither waits at a shell's prompt nor passes input on to other programs, as tmux, ssh and sudo
   * do. Returns true if no program is watched.
   */
  readsItself(group: number): boolean {
    if (this.#watch === null) return true
    this.#lookAgain(group)
    const { name, elsewhere, beyond, foreground } = this.#watch.front
    return (
      name !== null &&
      foreground !== 'shell' &&
      elsewhere === undefined &&
      beyond !== true &&
      !tables.remoteClients.includes(name) &&
      this.#lastReading?.reads === undefined
    )
  }

  /** Process of the foreground agent at the last reading; `null` if another program was there. */
  get process(): HintedProgram['process'] | null {
    const { foreground } = this.#watch?.front ?? {}
    const { pid, startTime } = this.#lastReading ?? {}
    return foreground !== 'tool' || pid === undefined || startTime === undefined
      ? null
      : { pid, startTime }
  }

  /**
   * Reads the foreground again and returns its agent; `null` for another program, or an agent on
   * another machine or terminal. `file` is `null` if unknown, or not known yet.
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

  /** Returns the current foreground, for a shell's mark. */
  foregroundNow(): Foreground {
    const read = this.#watch?.foregroundNow() ?? 'unknown'
    return this.elsewhere.match === null ? read : 'tool'
  }

  /** Returns the rules of an agent in `ai.tools`; `null` if it is not listed. */
  listed(id: string): AgentRules | null {
    return this.#listedTools.lists(id) ? (this.#ports.agents().get(id) ?? null) : null
  }

  /** Sentences about entries of `ai.tools` that can't match any program. */
  get neverMatching(): readonly string[] {
    return new Tools(this.#ports.tools(), shippedAgents()).neverMatching().map(neverMatchingText)
  }

  get #listedTools(): Tools {
    return (this.#tools ??= new Tools(this.#ports.tools(), this.#ports.agents()))
  }

  /** Starts watching a new program. */
  begin(program: {
    readonly pid: number
    readonly isUserShell: boolean
    readonly home: string
    readonly terminal?: () => TerminalReader | null
  }): void {
    this.#ports.mark()
    this.#watch =
      this.#ports.watch?.({
        ...program,
        report: (evidence, agent) => this.#process(evidence, agent),
      }) ?? null
  }

  printed(): void {
    this.#printedAt = this.#ports.clock.now()
  }

  configure(screensAreRead: boolean): void {
    this.#tools = null
    this.elsewhere.configure(screensAreRead)
  }

  /** Stops watching: the program has ended or is about to. */
  release(): void {
    this.elsewhere.forget()
    this.#watch?.dispose()
    this.#watch = null
  }

  restart(): void {
    this.#armed = null
    this.#started.clear()
    this.#lastReading = null
    this.#seen = null
    this.elsewhere.forget()
    this.set(null)
  }

  /** Sets the foreground agent, whose rules read title and screen. */
  set(agent: string | null): void {
    this.#agent = agent
    this.#ports.changed(agent)
  }

  /** Limits the readings that output triggers. */
  #lookAgain(group: number | null): void {
    const now = this.#ports.clock.now()
    if (group === this.#lookedFor && now - this.#lookedAt < lookAgainMs) return
    this.#lookedFor = group
    this.#lookedAt = now
    this.#watch?.look()
  }

  /** Applies a reading. A new tool counts as output, so that a silent one is shown too. */
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
    const adopted = this.adopted && evidence.foreground !== 'shell'
    this.adopted = adopted && name === null
    // An agent may print before it is seen in the foreground; the previous reading shows what was
    // on the screen before it. Elsewhere, prompts show that instead of readings.
    if (
      !adopted &&
      evidence.descends !== true &&
      !(led && this.#led) &&
      (name === null ||
        (another && (this.#armed !== null || clock.now() - this.#printedAt >= seenWithinMs)))
    )
      mark()
    if (another) this.#armed = name
    // a rule would detect that the agent is at its prompt
    const rules = agent === null ? undefined : agents().get(agent)?.rules
    const know = (what: Rule['state']) => rules?.some(({ state }) => state === what) === true
    const prompts = know('idle')
    applyEvidence({ ...evidence, prompts, works: prompts && know('working') })
    this.set(agent)
    if (another && name !== null) this.#start(name)
    if (this.#watch !== null) this.#ports.read?.(this.#watch.front)
  }

  /**
   * Its screen is empty for the rules until it is read, which its first output causes. An agent
   * that comes back, such as by `fg`, need not print anything more.
   */
  #start(name: string): void {
    const { applyEvidence, isRead } = this.#ports
    if (isRead() && !this.#started.delete(name))
      applyEvidence({ type: 'screen', state: null, blank: true })
    this.#started.add(name)
    const [first = name] = this.#started
    if (this.#started.size > startedMax) this.#started.delete(first)
    applyEvidence({ type: 'output', cause: 'start' })
  }
}

/** Identifies the process of the foreground agent for as long as it lives; `null` if unknown. */
export function programIdOf({ process }: Pick<AgentInFront, 'process'>): string | null {
  return process === null ? null : `${process.pid} ${process.startTime}`
}
