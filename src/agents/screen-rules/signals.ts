/**
 * Judges titles and OSC 9;4 by the rules of the foreground agent (docs/reference/screen-rules.md,
 * docs/contributing/internals/agent-state.md). Outcomes are reported immediately; the state machine
 * decides how long one must hold and whether a claim overrides it. Notifications have no rules and
 * never change the state.
 *
 * Shipped rules are judged here. If one of an agent's rules is the user's, all are judged in the
 * worker within a time limit, because its expression may run forever.
 */
import type { Evidence } from '../state/evidence.ts'
import { asRulesSee, judge, regionText } from '../rules/rules.ts'
import type { Agents, RuleOutcome, ScreenRegion, Rule } from '../rules/rules.ts'
import type { EvidenceOf } from '../dispatch/evidence.ts'
import { safeText, titleCharactersMax } from '../../base/text/safe-text.ts'

export type RuleSignal = Extract<Evidence, { type: 'signal' }>

/** Interval of repeated reports that a rule still matches; spinners change many times a second. */
const renewMs = 1_000

/** Characters of a title that are cleaned, so that heavy reporting is cheap. */
const sentCharactersMax = 4 * titleCharactersMax

export interface JudgePort {
  readonly on: boolean
  /** Resolves to `lost` if the request did not complete. */
  judge(rules: readonly Rule[], text: string): Promise<RuleOutcome | null | 'lost'>
}

type Place = Extract<ScreenRegion['of'], 'title' | 'progress'>

interface Asked {
  readonly text: string
  readonly then: (outcome: RuleOutcome | null) => void
}

export class Signals {
  readonly #agents: () => Agents
  readonly #port: JudgePort | undefined
  readonly #report: (evidence: RuleSignal) => void
  #rules: readonly Rule[] = []
  #agent: string | null = null
  #title = ''
  /** Last outcome of titles; `fresh`: from the newest title. */
  #last: { readonly said: RuleSignal; readonly at: number; readonly fresh: boolean } | null = null
  /** Invalidates replies to earlier requests. */
  #turn = 0
  /**
   * A request is under way. Only one is sent at a time; the newest title and the newest progress
   * wait until it is answered.
   */
  #asking = false
  readonly #waiting = new Map<Place, Asked>()

  /** @param port absent: judges here only */
  constructor(
    agents: () => Agents,
    port: JudgePort | undefined,
    report: (evidence: RuleSignal) => void,
  ) {
    this.#agents = agents
    this.#port = port
    this.#report = report
  }

  /** Changes the foreground agent. Its rules do not read earlier text of another agent. */
  front(agent: string | null): void {
    if (agent === this.#agent) return
    const said = this.#last !== null
    this.#agent = agent
    this.#title = ''
    this.#last = null
    this.#turn += 1
    this.#waiting.clear()
    this.#rules = (agent === null ? [] : (this.#agents().get(agent)?.rules ?? [])).filter(
      ({ region: { of } }) => of === 'title' || of === 'progress',
    )
    if (said) this.#report({ type: 'signal', source: 'title', state: null })
  }

  /** Whether some rules are skipped because no time limit is available. */
  get holdsBack(): boolean {
    return this.#port?.on !== true && this.#rules.some(({ own }) => own !== undefined)
  }

  get lastTitle(): string {
    return this.#title
  }

  /** Handles OSC 0 or 2, as sent. */
  title(text: string, now: number): void {
    const title = safeText(text.slice(0, sentCharactersMax), titleCharactersMax).trim()
    if (title === this.#title && this.#last !== null) {
      this.#renew(now)
      return
    }
    this.#title = title
    if (this.#rules.length > 0) this.#judge('title', title, (outcome) => this.#titled(outcome, now))
  }

  /** Handles OSC 9;4 by the agent's rules or its general meaning. `text`: from `4;` on. */
  progress({ state, percent }: EvidenceOf<'progress'>, text: string): void {
    const progress = percent === undefined ? {} : { progress: percent }
    this.#judge('progress', text.trim(), (outcome) => {
      if (outcome?.state === 'ignore') return
      this.#report(
        outcome !== null
          ? evidence('osc9_4', outcome, outcome.state, progress)
          : {
              type: 'signal',
              source: 'osc9_4',
              state: usual[state],
              rule: `9;4 ${state}`,
              ...progress,
            },
      )
    })
  }

  #judge(of: Place, text: string, then: Asked['then']): void {
    const rules = this.#rules.filter(({ region }) => region.of === of)
    const ours = rules.filter(({ own }) => own === undefined)
    const seen = asRulesSee(text)
    if (ours.length === rules.length || this.#port?.on !== true) {
      const region = regionText([seen])
      then(judge(ours, () => region))
    } else if (this.#asking) this.#waiting.set(of, { text: seen, then })
    else void this.#ask(this.#port, { of, rules, text: seen, then })
  }

  async #ask(
    port: JudgePort,
    { of, rules, text, then }: Asked & { readonly of: Place; readonly rules: readonly Rule[] },
  ): Promise<void> {
    const turn = this.#turn
    this.#asking = true
    const outcome = await port.judge(rules, text)
    this.#asking = false
    if (turn === this.#turn) {
      if (outcome !== 'lost') then(outcome)
      else if (!this.#waiting.has(of)) this.#waiting.set(of, { text, then })
    }
    for (const [place, next] of [...this.#waiting]) {
      this.#waiting.delete(place)
      this.#judge(place, next.text, next.then)
    }
  }

  #titled(outcome: RuleOutcome | null, now: number): void {
    const last = this.#last
    if (outcome?.state === 'ignore') {
      // the last outcome stays
      if (last !== null) this.#last = { ...last, fresh: false }
      return
    }
    if (outcome === null) {
      this.#last = null
      if (last !== null) this.#report({ type: 'signal', source: 'title', state: null })
      return
    }
    const said = evidence('title', outcome, outcome.state, {})
    if (last !== null && said.rule === last.said.rule && said.state === last.said.state) {
      this.#last = { ...last, fresh: true }
      this.#renew(now)
      return
    }
    this.#last = { said, at: now, fresh: true }
    this.#report(said)
  }

  /** Renews a Working signal, which expires after `stale`. */
  #renew(now: number): void {
    if (this.#last?.fresh !== true || now - this.#last.at < renewMs) return
    this.#last = { ...this.#last, at: now }
    this.#report(this.#last.said)
  }
}

const usual = {
  clear: null,
  value: 'working',
  error: 'error',
  busy: 'working',
  paused: 'working',
} as const

function evidence(
  source: 'title' | 'osc9_4',
  { rule, kind }: RuleOutcome,
  state: RuleSignal['state'],
  progress: { readonly progress?: number },
): RuleSignal {
  return {
    type: 'signal',
    source,
    state,
    rule,
    ...(kind === undefined ? {} : { kind }),
    ...progress,
  }
}
