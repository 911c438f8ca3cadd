/**
 * The state of one tab's program. All evidence enters the state machine here; the result is drawn
 * (docs/contributing/internals/agent-state.md). The state machine's one timer is here too.
 */
import type { OutputReport as Found } from '../../../agents/dispatch/evidence.ts'
import type { Agents } from '../../../agents/rules/rules.ts'
import { shippedAgents } from '../../../agents/rules/shipped.ts'
import type { ScreenFound } from '../../../agents/screen-rules/screen-reader.ts'
import { Signals } from '../../../agents/screen-rules/signals.ts'
import { hooked, polling, silenced, usesCpu } from '../../../agents/state/claim.ts'
import type { Evidence, Foreground } from '../../../agents/state/evidence.ts'
import { isReplaced } from '../../../agents/state/foreground.ts'
import { fromDispatch } from '../../../agents/state/from-dispatch.ts'
import type { HeldReport } from '../../../agents/state/pending-reports.ts'
import { reduceAll } from '../../../agents/state/reduce.ts'
import { slotName, slotNames } from '../../../agents/state/slots.ts'
import { initial, type AgentState } from '../../../agents/state/state.ts'
import { drawing } from '../../../agents/state/view.ts'
import { wakeAt } from '../../../agents/state/wake.ts'
import { explainState, type WhyFacts, type WhyState } from '../../../agents/state/why.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import { agentConfiguration, listensTo } from '../../config/agent-configuration.ts'
import type { Options } from '../../config/table.ts'
import { agentName } from '../../windows/tabs/agent-names.ts'
import { isTerminalReply, typedKind } from '../input/input-kind.ts'
import type { PastState, ProgramExit, ProcessWatch, WatchProcesses } from '../ports.ts'
import { drawnOf, sameDrawn, type AgentDrawn } from './agent-drawn.ts'
import { AdoptedAge } from './adopted-age.ts'
import { AgentInFront } from './agent-in-front.ts'
import { advice, foregroundWords, rulesOffWords } from './agent-words.ts'
import { ProgramAsks } from './program-asks.ts'
import { ReportPace } from './report-pace.ts'
import { ScreenRuleWatcher, type ScreenPort } from './screen-rule-watcher.ts'

export interface AgentPorts {
  readonly clock: Clock
  /** Absent if the foreground process can't be known. */
  readonly watch: WatchProcesses | undefined
  readonly options: Options
  /** Current agents; absent for the bundled ones. */
  readonly agents?: (() => Agents) | undefined
  /** Absent if the screen is not read. */
  readonly screen?: ScreenPort | undefined
  /** The output before offset `end` entered or left the alternate screen. */
  readonly alternate?: (on: boolean, end: number) => void
  /** Returns the line up to the cursor; absent if ordinary programs' questions are not read. */
  readonly line?: (() => Promise<string | null>) | undefined
  /** Whether the program in the foreground edits that line itself. */
  readonly edits?: () => boolean
  /** Receives each reading of the foreground. */
  readonly front?: (front: ProcessWatch['front']) => void
  /** Its output decides the state, or no longer: an agent without reports of its own. */
  readonly needsOutput?: (on: boolean) => void
  /** Another shell has replaced the shell that marked its commands. */
  readonly replaced?: () => void
  /** `drawn` changed. */
  readonly changed: () => void
}

export class Agent {
  readonly inFront: AgentInFront
  readonly #ports: AgentPorts
  readonly #signals: Signals
  #knownAgents: Agents
  readonly #screen: ScreenRuleWatcher
  readonly #asks: ProgramAsks
  #options: Options
  #state: AgentState
  #drawn: AgentDrawn
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null
  readonly #pace: ReportPace
  #age: AdoptedAge | null = null
  /** Output is being read; its reports take effect at the end. */
  #reading = false
  /** Evidence of reports being applied, to reduce it together; held reports came after them. */
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
        evidence.type === 'screen' && this.inFront.leads && this.inFront.elsewhere.read(evidence)
      if (!isForSignature) this.applyEvidence(evidence)
    })
    this.inFront = new AgentInFront({
      ...{ clock: ports.clock, watch: ports.watch, read: ports.front },
      tools: () => this.#options.ai.tools,
      agents: () => this.#agents,
      mark: () => this.#screen.mark(),
      applyEvidence: (evidence) => this.applyEvidence(evidence),
      isRead: () => this.#screen.reads,
      changed: (agent) => {
        this.#signals.front(agent)
        this.#readScreen()
      },
    })
    this.#asks = new ProgramAsks({
      ...{ line: ports.line, edits: ports.edits },
      watch: () => this.inFront.watch,
      state: () => this.#state,
      applyEvidence: (evidence) => this.applyEvidence(evidence),
    })
    this.#state = initial(agentConfiguration(ports.options), ports.clock.now())
    this.#drawn = drawnOf(drawing(this.#state), null)
    this.#pace = new ReportPace(ports.clock, {
      nameOf: (tool) => slotName(this.#state, tool),
      known: () => slotNames(this.#state),
      due: () => this.#settleAll(),
    })
  }

  get #agents(): Agents {
    return this.#ports.agents?.() ?? shippedAgents()
  }

  get drawn(): AgentDrawn {
    return this.#drawn
  }

  /** When the user last sent a prompt to the agent in the foreground; `null` if never. */
  get promptedAt(): Millis | null {
    return this.#state.armed === null ? null : this.#state.run.submitAt
  }

  /** Whether a program reports its own state, so that guesses and bells don't count. */
  get claimed(): boolean {
    this.#settle()
    return this.#claims
  }

  get #claims(): boolean {
    return this.#state.claims.length > 0
  }

  /** The program's own reports silence guesses; of its screen, only dialogs count. */
  get #silenced(): boolean {
    return this.#claims && !hooked(this.#state)
  }

  /** Applies changed options or agent rules. */
  configure(options: Options): void {
    this.#options = options
    this.inFront.configure(options.ai.screen_rules)
    this.applyEvidence({ type: 'config', configuration: agentConfiguration(options) })
    if (this.#agents === this.#knownAgents) return
    // New rules are known: verdicts of the old ones on title and screen end.
    this.#knownAgents = this.#agents
    const { id: agent } = this.inFront
    const title = this.#signals.lastTitle
    const said = this.#state.guess?.matched
    this.inFront.set(null)
    this.inFront.set(agent)
    if (agent === null) return
    // The verdict of a removed rule ends now, even without output.
    const isKnown = (rule: string) =>
      this.#agents.get(agent)?.rules.some(({ id }) => id === rule) === true
    if (said !== undefined && !said.startsWith('9;4 ') && !isKnown(said))
      this.applyEvidence({ type: 'rule_gone' })
    // A reading from before a program reported itself also ends. *Why* shows such a reading.
    const read = this.#state.readings.screen?.matched
    if (read !== undefined && !isKnown(read)) this.applyEvidence({ type: 'screen', state: null })
    if (title !== '') this.#signals.title(title, this.#ports.clock.now())
  }

  /** Takes the program's exit. `closed` if the user ended it. */
  ended({ code, signal }: ProgramExit, closed: boolean): void {
    this.applyEvidence({ type: 'exit', code, signal, closed })
  }

  /** Takes a failed start; `problem` is a sentence. */
  failed(problem: string): void {
    this.applyEvidence({ type: 'exit', code: null, problem })
  }

  /** Stops watching: the program has ended or is about to. */
  release(): void {
    this.#screen.rules(null)
    this.inFront.release()
  }

  restart(): void {
    this.#pace.forget()
    this.#age = null
    this.inFront.restart()
    this.applyEvidence({ type: 'restart' })
  }

  /** Takes the state that the adopted program had. Called once, before its output. */
  adopts(past: PastState): void {
    this.#age = new AdoptedAge(past, this.#ports.clock.now())
    this.inFront.adopted = true
  }

  /** Notes output. Called before its reports, which are newer. `inLine`: it ends within a line. */
  output(inLine = false): void {
    this.inFront.printed()
    this.applyEvidence({
      ...{ type: 'output', inLine },
      ...(this.#screen.explains(this.#state) ? { visible: false } : {}),
    })
    this.inFront.watch?.stirred()
  }

  /** Takes a reading of the screen by the foreground agent's rules. */
  screenFound(found: ScreenFound): void {
    this.#screen.found(found)
  }

  /** Notes that the screen is no longer read, whatever the options are. */
  readerGone(): void {
    this.#readScreen()
  }

  /** Runs `read` on a chunk of output and reduces its findings once. */
  during(read: () => void): void {
    this.#reading = true
    try {
      read()
    } finally {
      this.#reading = false
      this.#settle()
    }
  }

  /** Takes an item that the dispatcher found in the output. */
  found(found: Found): void {
    const { elsewhere, leads } = this.inFront
    // titles are read by the agent's rules; an agent's reports count before guesses at it
    const first = found.type === 'title' || found.type === 'prompt'
    if (leads && first) elsewhere.found(found)
    const report = reportOf(found)
    if (report !== null) this.#report(report)
    if (leads && !first) elsewhere.found(found)
  }

  /** Takes bytes that the user caused. */
  input(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    if (kind === 'mouse' && isTerminalReply(bytes)) return
    this.#age?.end(this.#ports.clock.now())
    this.applyEvidence({ type: 'input', input: kind === 'keys' ? typedKind(bytes) : kind })
    this.inFront.watch?.stirred()
  }

  applyEvidence(evidence: Evidence): void {
    if (evidence.type === 'frame') {
      this.#report(evidence)
      return
    }
    // the meaning of a title, or the foreground, belongs among its reports
    if (this.#batch !== null) {
      this.#batch.push(evidence)
      return
    }
    // Earlier reports count earlier. Output contradicts none of them.
    if (evidence.type !== 'output') this.#settleAll()
    this.#reduce([evidence])
  }

  /** Applies reports that came slowly. */
  #settle(): void {
    if (this.#batch === null) this.#apply(this.#pace.few())
  }

  /** Applies held reports too. */
  #settleAll(): void {
    if (this.#batch === null) this.#apply(this.#pace.all())
  }

  #report(report: HeldReport): void {
    this.#pace.take(report)
    if (!this.#reading) this.#settle()
  }

  /**
   * Applies reports. The foreground agent's rules interpret titles and progress. The foreground is
   * read again for the first mark, once for all marks.
   */
  #apply(reports: readonly HeldReport[]): void {
    if (reports.length === 0) return
    const batch: Evidence[] = (this.#batch = [])
    let foreground: Foreground | null = null
    for (const report of reports) {
      if (report.type === 'marker' && foreground === null) {
        this.#reduce(batch.splice(0)) // the watch asks which program claims the tab
        foreground = this.inFront.foregroundNow()
      }
      // seldom read under an explicit report, and tmux starts this way
      if (report.type === 'alt_screen' && report.on && this.#claims) this.inFront.watch?.look()
      if (report.type === 'alt_screen' || report.type === 'reset')
        this.#ports.alternate?.(report.type === 'alt_screen' && report.on, report.end)
      const one = this.#meaning(report, foreground ?? 'unknown')
      if (one !== null && listensTo(this.#options, one)) batch.push(one)
    }
    this.#batch = null
    this.#reduce(batch)
  }

  #meaning(report: HeldReport, foreground: Foreground): Evidence | null {
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
    const before = this.#state
    this.#state = reduceAll(before, evidence, this.#ports.clock.now())
    const { base } = this.#state
    // Its last mark may be read after a reading of the new shell.
    const isKnown = isReplaced(before) && before.base === base
    if (isReplaced(this.#state) && !isKnown && base.state !== 'working') this.#ports.replaced?.()
    this.#arm()
    this.#readScreen()
    if (this.#state.asking.wanted) void this.#asks.look()
    const seen = drawing(this.#state)
    this.inFront.watch?.demand({
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
    const aged = this.#age?.of(drawn) ?? drawn
    if (sameDrawn(aged, this.#drawn)) return
    this.#drawn = aged
    this.#ports.changed()
  }

  /** Returns why the tab shows its state. `elsewhere`: `on build`, or `null` for this machine. */
  why({ elsewhere = null, ...around }: WhyFacts & { elsewhere?: string | null }): WhyState {
    this.#settleAll()
    const { inFront } = this
    inFront.watch?.look() // it is seldom read under an explicit report
    return explainState(this.#state, this.#ports.clock.now(), {
      ...around,
      nameOf: (tool) => (elsewhere === null ? agentName(tool) : `${agentName(tool)} ${elsewhere}`),
      dropped: { ...around.dropped },
      passedOver: this.#pace.passedOver,
      neverMatching: inFront.neverMatching,
      rules: rulesOffWords(this.#agents, inFront.id, this.#signals.holdsBack),
      foreground: foregroundWords(inFront, elsewhere),
      ...advice(this.#drawn, this.#claims),
    })
  }

  dispose(): void {
    this.release()
    this.#asks.dispose()
    this.#pace.forget()
    this.#timer?.cancel()
    this.#timer = null
  }

  /** Reads the screen for the foreground agent (docs/reference/screen-rules.md). */
  #readScreen(): void {
    const isGuessed = !this.#silenced && !this.#state.ended && this.#state.armed !== null
    this.#ports.needsOutput?.(isGuessed)
    const isSilent = silenced(this.#state, 'screen')
    const mayRead = this.#options.ai.screen_rules && !isSilent && !this.#state.ended
    const { elsewhere, id, leadsToUnknown } = this.inFront
    const agent = mayRead && this.#state.armed !== null ? id : null
    const known = agent === null ? undefined : this.#agents.get(agent)
    if (mayRead && leadsToUnknown && !this.#silenced) this.#screen.rules(elsewhere.signatures)
    else this.#screen.rules(known?.rules ?? null, known?.prompt)
    // The last reading of a removed reader would hold forever. Under an explicit report it remains
    // as a conflict and is read again afterwards.
    const { armed, readings, run } = this.#state
    if (
      (readings.screen !== null || run.blank) &&
      armed !== null &&
      id !== null &&
      !isSilent &&
      !this.#screen.reads
    )
      this.applyEvidence({ type: 'screen', state: null })
  }

  /** Arms the timer. An early timer is kept, since each byte of output postpones the wake-up. */
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

/** Lifetime of an explicit report, for the watch. */
const claimOf = { usual: null, second: 'tool', none: 'session' } as const

/** Returns `null` if the item is unrelated to the state. */
function reportOf(found: Found): HeldReport | null {
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
