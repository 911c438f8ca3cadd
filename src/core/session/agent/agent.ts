/**
 * What one tab's program does, as far as anybody knows: all evidence goes into the state machine
 * here, its one timer is kept here, and what is drawn comes out (docs/agent-state.md).
 */
import { polling, silenced, usesCpu } from '../../../agents/state/claim.ts'
import type { Evidence, Foreground } from '../../../agents/state/evidence.ts'
import { fromDispatch } from '../../../agents/state/from-dispatch.ts'
import type { Report } from '../../../agents/state/held-reports.ts'
import { reduceAll } from '../../../agents/state/reduce.ts'
import { nameOf, slotNames } from '../../../agents/state/slots.ts'
import { initial, type AgentState } from '../../../agents/state/state.ts'
import { drawing, type Drawing } from '../../../agents/state/view.ts'
import { wakeAt } from '../../../agents/state/wake.ts'
import { why, type Surroundings, type Why } from '../../../agents/state/why.ts'
import { integrateCommand } from '../../../agents/state/integration.ts'
import type { Agent as AgentRules, Agents, Rule } from '../../../agents/rules/rules.ts'
import { shippedAgents } from '../../../agents/rules/shipped.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import { agentConfiguration, listensTo } from '../../config/agent-configuration.ts'
import type { Options } from '../../config/table.ts'
import type { Evidence as Found } from '../../../agents/dispatch/evidence.ts'
import type { DisplayState, TabAgent } from '../../windows/tabs/tab-view.ts'
import { neverMatchingText, Tools } from '../../../agents/process/match.ts'
import type { HintedProgram } from '../../../agents/resume/hint.ts'
import { Signals } from '../../../agents/screen-rules/signals.ts'
import { seenWithinMs } from '../../../agents/screen-rules/limits.ts'
import { agentName } from '../../windows/tabs/agent-names.ts'
import { isTerminalsOwn, typedKind } from '../input/input-kind.ts'
import { AgentElsewhere } from './agent-elsewhere.ts'
import type { Exit, ProcessWatch, WatchProcesses } from '../ports.ts'
import { ReportPace } from './report-pace.ts'
import type { ScreenFound } from '../../../agents/screen-rules/screen-reader.ts'
import { ScreenRuleWatcher, type ScreenPort } from './screen-rule-watcher.ts'

/** A reading of who has the terminal. */
type ProcessEvidence = Extract<Evidence, { type: 'process' }>

/** Output may ask as often as it likes who has the terminal: it is looked at so often. */
const lookAgainMs = 100

export interface AgentDrawn {
  readonly state: DisplayState
  readonly agent: TabAgent
  /** Why it is that state, in a sentence: of when the state began. */
  readonly reason: string
  /**
   * The listed tool that has the terminal, by /proc; null: none has, or nobody looks: while a claim
   * holds for the session, and no prompt would show its end.
   */
  readonly front: string | null
}

/** The agent in the foreground. `file` is `null` if it is not known. */
export type SeenProgram = Omit<HintedProgram, 'file'> & { readonly file: string | null }

export interface AgentPorts {
  readonly clock: Clock
  /** Absent: unknown who has the terminal. */
  readonly watch: WatchProcesses | undefined
  readonly options: Options
  /** What is known of agents now; absent: what we ship. */
  readonly agents?: (() => Agents) | undefined
  /** Absent: nobody reads the screen. */
  readonly screen?: ScreenPort | undefined
  /**
   * The alternate screen has been entered or left, by the output before offset `end`. Absent:
   * nobody asks.
   */
  readonly alternate?: (on: boolean, end: number) => void
  /** A reading of who has the terminal was taken in. Absent: nobody asks. */
  readonly front?: (front: ProcessWatch['front']) => void
  /** Something else is to be drawn. */
  readonly changed: () => void
}

export class Agent {
  readonly #ports: AgentPorts
  readonly #signals: Signals
  #knownAgents: Agents
  readonly #screen: ScreenRuleWatcher
  #options: Options
  #state: AgentState
  #drawn: AgentDrawn
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null
  #watch: ProcessWatch | null = null
  /** The tool that was in front last, so that each is begun once. */
  #armed: string | null = null
  /** Whose rules count: the agent in front. */
  #inFront: string | null = null
  #lastReading: ProcessEvidence | null = null
  #printedAt: Millis = Number.NEGATIVE_INFINITY
  /** The agent on the other side of a program that leads elsewhere. */
  readonly #elsewhere: AgentElsewhere
  /** Such a program had the terminal at the last reading. */
  #led = false
  /** The reading of who has the terminal, without that. */
  #seenInFront: { readonly evidence: ProcessEvidence; readonly agent: string | null } | null = null
  #tools: Tools | null = null
  /** When output last had a look taken at who has the terminal. */
  #lookedAt: Millis = Number.NEGATIVE_INFINITY
  readonly #pace: ReportPace
  /** Output is being read: what it says counts when all of it has been. */
  #reading = false
  /**
   * What the reports that are being applied say, to be reduced at once; null: none are. Those that
   * are held came after them.
   */
  #batch: Evidence[] | null = null

  constructor(ports: AgentPorts) {
    this.#ports = ports
    this.#options = ports.options
    this.#signals = new Signals(
      () => this.#agents,
      ports.screen,
      (evidence) => {
        if (evidence.state === null || listensTo(this.#options, evidence))
          this.applyEvidence(evidence)
      },
    )
    this.#knownAgents = this.#agents
    this.#screen = new ScreenRuleWatcher(ports.clock, ports.screen, (evidence) => {
      const isForSignature =
        evidence.type === 'screen' && this.#leads && this.#elsewhere.read(evidence)
      if (!isForSignature) this.applyEvidence(evidence)
    })
    this.#elsewhere = new AgentElsewhere({
      clock: ports.clock,
      tools: () => this.#listedTools,
      agents: () => this.#agents,
      prompted: () => this.#screen.mark(),
      changed: () => {
        const seen = this.#seenInFront
        if (seen !== null) this.#process(seen.evidence, seen.agent)
      },
    })
    this.#state = initial(agentConfiguration(ports.options), ports.clock.now())
    this.#drawn = drawnOf(drawing(this.#state), null)
    this.#pace = new ReportPace(ports.clock, {
      nameOf: (tool) => nameOf(this.#state, tool),
      known: () => slotNames(this.#state),
      due: () => this.#settleAll(),
    })
  }

  get #agents(): Agents {
    return this.#ports.agents?.() ?? shippedAgents
  }

  get drawn(): AgentDrawn {
    return this.#drawn
  }

  /** A program speaks for itself: guesses and bells say nothing more. */
  get claimed(): boolean {
    this.#settle()
    return this.#claims
  }

  get #claims(): boolean {
    return this.#state.claims.length > 0
  }

  /** The program itself speaks: nothing is made of its screen. */
  get #silenced(): boolean {
    return silenced(this.#state, 'screen')
  }

  /** Other options are in force, or other rules for agents. */
  configure(options: Options): void {
    this.#options = options
    this.#tools = null
    this.#elsewhere.configure(options.ai.screen_rules)
    this.applyEvidence({ type: 'config', configuration: agentConfiguration(options) })
    if (this.#agents === this.#knownAgents) return
    // Other rules are known: what the old ones made of title and screen ends.
    this.#knownAgents = this.#agents
    const agent = this.#inFront
    const title = this.#signals.lastTitle
    const said = this.#state.guess?.matched
    this.#front(null)
    this.#front(agent)
    if (agent === null) return
    // What was said by a rule that is gone: nobody says it any more, and nothing need be printed
    // for that to be seen.
    const isKnown = (rule: string) =>
      this.#agents.get(agent)?.rules.some(({ id }) => id === rule) === true
    if (said !== undefined && !said.startsWith('9;4 ') && !isKnown(said))
      this.applyEvidence({ type: 'rule_gone' })
    // and what was read before a program spoke for itself, which Why shows beside it
    const read = this.#state.readings.screen?.matched
    if (read !== undefined && !isKnown(read)) this.applyEvidence({ type: 'screen', state: null })
    if (title !== '') this.#signals.title(title, this.#ports.clock.now())
  }

  begin(program: {
    readonly pid: number
    readonly isUserShell: boolean
    readonly home: string
  }): void {
    this.#screen.mark()
    this.#watch =
      this.#ports.watch?.({
        ...program,
        report: (evidence, agent) => this.#process(evidence, agent),
      }) ?? null
  }

  /** It has ended. `closed`: as the user wanted. */
  ended({ code, signal }: Exit, closed: boolean): void {
    this.applyEvidence({ type: 'exit', code, signal, closed })
  }

  /** It never began; why, in a sentence. */
  failed(problem: string): void {
    this.applyEvidence({ type: 'exit', code: null, problem })
  }

  /**
   * Returns the agent that has the terminal now, read again; `null` if another program has it, or
   * an agent on another machine or terminal. `file` is `null` if it is not known, or not yet.
   */
  inFrontNow(): SeenProgram | null {
    this.#watch?.look()
    const front = this.#watch?.front
    const process = this.processInFront
    const agent = front?.agent == null ? null : this.listed(front.agent)
    if (agent === null || front?.beyond === true || process === null) return null
    const [command = ''] = agent.resume?.split(' ', 1) ?? []
    return { agent, file: this.#watch?.agentFile?.(command, agent.names) ?? null, process }
  }

  /** Process of the agent in the foreground at the last look; `null` if another program was. */
  get processInFront(): HintedProgram['process'] | null {
    const { foreground } = this.#watch?.front ?? {}
    const { pid, startTime } = this.#lastReading ?? {}
    return foreground !== 'tool' || pid === undefined || startTime === undefined
      ? null
      : { pid, startTime }
  }

  /** Returns the rules of an agent that `ai.tools` lists; `null` if it does not. */
  listed(id: string): AgentRules | null {
    return this.#listedTools.lists(id) ? (this.#agents.get(id) ?? null) : null
  }

  get #listedTools(): Tools {
    return (this.#tools ??= new Tools(this.#options.ai.tools, this.#agents))
  }

  /** The tab's own shell has the terminal now: what is printed is of this machine. */
  get isShellInFront(): boolean {
    const now = this.#ports.clock.now()
    if (now - this.#lookedAt >= lookAgainMs) {
      this.#lookedAt = now
      this.#watch?.look()
    }
    return this.#watch?.front.foreground === 'shell'
  }

  /** Of the agent in front, whether its screen is read for them now or not. */
  get rules(): readonly Rule[] {
    return (this.#inFront === null ? undefined : this.#agents.get(this.#inFront)?.rules) ?? []
  }

  /**
   * The same for who asks what it asks: a program that reports may have done so before it was seen
   * in front, and is then looked for once a second at most.
   */
  rulesNow(): readonly Rule[] {
    if (this.#inFront === null) this.#watch?.look()
    return this.rules
  }

  /** Nobody is watched any more: the program has ended, or is to. */
  release(): void {
    this.#screen.rules(null)
    this.#elsewhere.forget()
    this.#watch?.dispose()
    this.#watch = null
  }

  restart(): void {
    this.#pace.forget()
    this.#armed = null
    this.#lastReading = null
    this.#seenInFront = null
    this.#elsewhere.forget()
    this.#front(null)
    this.applyEvidence({ type: 'restart' })
  }

  /** It printed something. Called before what that says: a frame in it is newer. */
  output(): void {
    this.#printedAt = this.#ports.clock.now()
    this.applyEvidence({
      type: 'output',
      ...(this.#screen.explains(this.#state) ? { visible: false } : {}),
    })
    this.#watch?.stirred()
  }

  /** The screen was read by the rules of the agent in front. */
  screenFound(found: ScreenFound): void {
    this.#screen.found(found)
  }

  /** The screen is not read any more, whatever the options said before. */
  readerGone(): void {
    this.#readScreen()
  }

  /** `read` has a chunk of output looked at: what is found in it is reduced once. */
  during(read: () => void): void {
    this.#reading = true
    try {
      read()
    } finally {
      this.#reading = false
      this.#settle()
    }
  }

  /** What the dispatcher found in its output. */
  found(found: Found): void {
    const leads = this.#leads
    // a title is read by its agent's rules; what an agent reports counts before guesses at it
    const first = found.type === 'title' || found.type === 'prompt'
    if (leads && first) this.#elsewhere.found(found)
    const report = reportOf(found)
    if (report !== null) this.#report(report)
    if (leads && !first) this.#elsewhere.found(found)
  }

  /** What has the terminal leads to another machine or into a container. */
  get #leads(): boolean {
    return this.#watch?.front.elsewhere !== undefined
  }

  /** Bytes that the user caused. */
  input(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    if (kind === 'mouse' && isTerminalsOwn(bytes)) return
    this.applyEvidence({ type: 'input', input: kind === 'keys' ? typedKind(bytes) : kind })
    this.#watch?.stirred()
  }

  applyEvidence(evidence: Evidence): void {
    if (evidence.type === 'frame') {
      this.#report(evidence)
      return
    }
    if (this.#batch !== null) {
      this.#batch.push(evidence)
      return
    } // a title's meaning, who is in front: among the reports that they belong to
    // What was reported before counts before. Output says nothing against it.
    if (evidence.type !== 'output') this.#settleAll()
    this.#reduce([evidence])
  }

  /** What came one by one counts. */
  #settle(): void {
    if (this.#batch === null) this.#apply(this.#pace.few())
  }

  /** And what is held. */
  #settleAll(): void {
    if (this.#batch === null) this.#apply(this.#pace.all())
  }

  #report(report: Report): void {
    this.#pace.take(report)
    if (!this.#reading) this.#settle()
  }

  /**
   * Titles and progress mean what the rules of the agent in front make of them. Who is in front is
   * read anew for the first mark, once for all of them.
   */
  #apply(reports: readonly Report[]): void {
    if (reports.length === 0) return
    const batch: Evidence[] = (this.#batch = [])
    let foreground: Foreground | null = null
    for (const report of reports) {
      if (report.type === 'marker' && foreground === null) {
        this.#reduce(batch.splice(0)) // who claims the tab is asked for by the watch
        foreground = this.#watch?.foregroundNow() ?? 'unknown'
        if (this.#elsewhere.match !== null) foreground = 'tool'
      }
      // under a claim that is seldom looked at, and tmux begins so
      if (report.type === 'alt_screen' && report.on && this.#claims) this.#watch?.look()
      if (report.type === 'alt_screen' || report.type === 'reset')
        this.#ports.alternate?.(report.type === 'alt_screen' && report.on, report.end)
      const one = this.#meaning(report, foreground ?? 'unknown')
      if (one !== null && listensTo(this.#options, one)) batch.push(one)
    }
    this.#batch = null
    this.#reduce(batch)
  }

  #meaning(report: Report, foreground: Foreground): Evidence | null {
    switch (report.type) {
      case 'title':
        this.#signals.title(report.value.text, this.#ports.clock.now())
        return null
      case 'progress':
        this.#signals.progress(report.value, report.text)
        return null
      case 'osc7501':
        return fromDispatch(report)
      case 'marker':
        return { ...report, foreground }
      default:
        return report
    }
  }

  #reduce(evidence: readonly Evidence[]): void {
    if (evidence.length === 0) return
    this.#state = reduceAll(this.#state, evidence, this.#ports.clock.now())
    this.#arm()
    this.#readScreen()
    const seen = drawing(this.#state)
    this.#watch?.demand({
      claim: claimOf[polling(this.#state)],
      marked: this.#state.markersSeen,
      usesCpu: usesCpu(this.#state),
    })
    const { armed, foreground, markersSeen } = this.#state
    const drawn = drawnOf(
      seen,
      foreground === 'tool' && (markersSeen || seen.claim?.scope !== 'session')
        ? (armed?.tool ?? null)
        : null,
    )
    if (sameDrawn(drawn, this.#drawn)) return
    this.#drawn = drawn
    this.#ports.changed()
  }

  /** Why the tab shows what it shows. `elsewhere`: `on build`; null: it runs on this machine. */
  why({ elsewhere = null, ...around }: Surroundings & { elsewhere?: string | null }): Why {
    this.#settleAll()
    this.#watch?.look() // under a claim nobody has for a while
    const front = this.#watch?.front ?? null
    const how =
      this.#elsewhere.match !== null
        ? `${this.#elsewhere.match.tool} ${elsewhere ?? ''}, known by ` +
          (this.#elsewhere.isByScreen ? 'what its screen looks like' : 'its reports or its title')
        : this.#lastReading?.foreground === 'tool'
          ? `known as ${this.#lastReading.tool ?? 'a tool'} by its name in /proc`
          : elsewhere === null
            ? 'not a known agent'
            : `what it runs ${elsewhere} is known by reports, titles and the screen alone`
    return why(this.#state, this.#ports.clock.now(), {
      ...around,
      nameOf: (tool) => (elsewhere === null ? agentName(tool) : `${agentName(tool)} ${elsewhere}`),
      dropped: { ...around.dropped },
      passedOver: this.#pace.passedOver,
      neverMatching: new Tools(this.#options.ai.tools, shippedAgents)
        .neverMatching()
        .map(neverMatchingText),
      rules: this.#rulesOff(),
      foreground:
        front === null || front.name === null
          ? null
          : {
              name: front.name,
              ...(this.#lastReading?.pid === undefined ? {} : { pid: this.#lastReading.pid }),
              how: front.foreground === 'shell' ? 'the shell of this tab' : how,
            },
      ...this.#advice(),
    })
  }

  dispose(): void {
    this.release()
    this.#pace.forget()
    this.#timer?.cancel()
    this.#timer = null
  }

  /** What would make its state a fact. */
  #advice(): { readonly advice?: string } {
    const { agent, state } = this.#drawn
    if (this.#claims) return {} // a dialog that hooks do not report: there is nothing to install
    const command = integrateCommand(agent)
    if (command !== null)
      return {
        advice:
          `It would be certain if ${agentName(agent.tool)} reported it by its hooks. ` +
          `Run once, in a shell: ${command}. It shows each change first.`,
      }
    if (agent.confidence !== 'guess' || state !== 'waiting') return {}
    return {
      advice:
        'It would be certain if the program reported its state itself (OSC 7501, 1338 or 26): ' +
        'see docs/emit.md.',
    }
  }

  /** Rules of the user's for the agent in front that are not tried, in sentences. */
  #rulesOff(): readonly string[] {
    const off = this.#inFront === null ? [] : (this.#agents.get(this.#inFront)?.off ?? [])
    return this.#signals.holdsBack
      ? [
          ...off,
          'Your own rules over titles and progress reports are not tried: they need the ' +
            'shadow terminal, which stops one that takes too long.',
        ]
      : off
  }

  /**
   * A tool that has come to the front counts as having printed something: a silent one shows up
   * too.
   */
  #process(read: ProcessEvidence, agentRead: string | null): void {
    this.#seenInFront = { evidence: read, agent: agentRead }
    const led = this.#led
    this.#led = read.foreground === 'other' && this.#leads
    if (!this.#led) this.#elsewhere.forget()
    const beyond = this.#elsewhere.match
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
    // screen is what was there first. Elsewhere prompts tell that, not readings.
    if (
      evidence.descends !== true &&
      !(led && this.#led) &&
      (name === null ||
        (another &&
          (this.#armed !== null || this.#ports.clock.now() - this.#printedAt >= seenWithinMs)))
    )
      this.#screen.mark()
    if (another) this.#armed = name
    this.applyEvidence({ ...evidence, prompts: this.#knowsPrompt(agent) })
    this.#front(agent)
    if (another && name !== null) this.applyEvidence({ type: 'output', cause: 'start' })
    if (this.#watch !== null) this.#ports.front?.(this.#watch.front)
  }

  /** A rule would see that the agent is at its prompt. */
  #knowsPrompt(agent: string | null): boolean {
    const rules = agent === null ? undefined : this.#agents.get(agent)?.rules
    return rules?.some(({ state }) => state === 'idle') === true
  }

  /** Another agent's title is read by other rules. */
  #front(agent: string | null): void {
    this.#inFront = agent
    this.#signals.front(agent)
    this.#readScreen()
  }

  /**
   * The screen is read for the agent in front, and only while no program speaks for itself; hooks
   * do not silence it (docs/screen-rules.md).
   */
  #readScreen(): void {
    const mayRead = this.#options.ai.screen_rules && !this.#silenced && !this.#state.ended
    const agent = mayRead && this.#state.armed !== null ? this.#inFront : null
    const looksForAgent =
      mayRead && this.#led && this.#elsewhere.match === null && this.#inFront === null
    this.#screen.rules(
      looksForAgent
        ? this.#elsewhere.signatures
        : agent === null
          ? null
          : (this.#agents.get(agent)?.rules ?? null),
    )
    // What a reader that is gone has said last would hold for ever; under a claim it stays as
    // dissent, and is read anew afterwards.
    const { armed, readings } = this.#state
    if (
      readings.screen !== null &&
      armed !== null &&
      this.#inFront !== null &&
      !this.#silenced &&
      !this.#screen.reads
    )
      this.applyEvidence({ type: 'screen', state: null })
  }

  /** A timer that rings too early is left: output moves the time on with every byte. */
  #arm(): void {
    const at = wakeAt(this.#state)
    if (at !== null && this.#timer !== null && this.#timer.at <= at) return
    this.#timer?.cancel()
    this.#timer =
      at === null
        ? null
        : {
            at,
            cancel: this.#ports.clock.after(Math.max(0, at - this.#ports.clock.now()), () =>
              this.#ring(),
            ),
          }
  }

  #ring(): void {
    this.#timer = null
    const at = wakeAt(this.#state)
    if (at !== null && at <= this.#ports.clock.now()) this.applyEvidence({ type: 'tick' })
    else this.#arm()
  }
}

/** For how long it holds, as the watch asks. */
const claimOf = { usual: null, second: 'tool', none: 'session' } as const

/** null: it says nothing of the program's state. */
function reportOf(found: Found): Report | null {
  switch (found.type) {
    case 'title':
    case 'progress':
    case 'osc7501':
      return found
    case 'alt_screen':
      return { type: 'alt_screen', on: found.value.on, end: found.end }
    case 'ris':
      return { type: 'reset', end: found.end }
    default: {
      const evidence = fromDispatch(found)
      return evidence?.type === 'frame' || evidence?.type === 'marker' ? evidence : null
    }
  }
}

function drawnOf(
  {
    shown,
    since,
    seen,
    snoozedUntil,
    source,
    reason,
    confidence,
    kind,
    tool,
    project,
    message,
    progress,
    exitCode,
    more,
  }: Drawing,
  front: string | null,
): AgentDrawn {
  return {
    state: shown,
    front,
    reason,
    agent: {
      since,
      seen,
      snoozedUntil,
      confidence,
      source,
      tool: tool ?? '',
      more,
      ...(shown === 'waiting' ? { kind: kind ?? 'other' } : {}),
      ...(project === undefined ? {} : { project }),
      ...(message === undefined ? {} : { message }),
      ...(progress === undefined ? {} : { progress: Math.round(progress) }),
      ...(exitCode === null ? {} : { exitCode }),
    },
  }
}

function sameDrawn(one: AgentDrawn, other: AgentDrawn): boolean {
  const [a, b] = [
    one.agent as Readonly<Record<string, unknown>>,
    other.agent as Readonly<Record<string, unknown>>,
  ] // flat objects
  const keys = Object.keys(a)
  return (
    one.state === other.state &&
    one.front === other.front &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.is(a[key], b[key]))
  )
}
