/**
 * What titles and OSC 9;4 say of the agent that is in front, by its own rules
 * (docs/screen-rules.md, docs/agent-state.md). Outcomes are reported as they come: how long one
 * must hold, and whether a claim outranks it, is the state machine's business. There are no rules
 * for notifications: a notification never changes the state (docs/agent-state.md).
 *
 * Our own rules are judged here. As soon as one of an agent's is the user's, they are all judged
 * where screens are (the shadow's worker), within a limit: its expression may take for ever.
 */
import type { Evidence } from '../state/evidence.ts'
import {
  asRulesSee,
  judge,
  regionText,
  type Agents,
  type RuleOutcome,
  type ScreenRegion,
  type Rule,
} from '../rules/rules.ts'
import type { EvidenceOf } from '../dispatch/evidence.ts'
import { safeText, titleCharactersMax } from '../../base/text/safe-text.ts'

export type RuleSignal = Extract<Evidence, { type: 'signal' }>

/**
 * What a rule must say again for the machine to know that it still holds: spinners turn many times
 * a second.
 */
const renewMs = 1_000

/**
 * Of a title as sent so much is cleaned: more is no title, and a flood of them must cost little.
 */
const sentCharactersMax = 4 * titleCharactersMax

/** Judges rules elsewhere. */
export interface JudgePort {
  /** Somebody does. */
  readonly on: boolean
  /** `lost`: it was, on the way. */
  judge(rules: readonly Rule[], text: string): Promise<RuleOutcome | null | 'lost'>
}

type Place = Extract<ScreenRegion['of'], 'title' | 'progress'>

interface Asked {
  readonly text: string
  readonly then: (outcome: RuleOutcome | null) => void
}

/** One tab's. */
export class Signals {
  readonly #agents: () => Agents
  readonly #port: JudgePort | undefined
  readonly #report: (evidence: RuleSignal) => void
  #rules: readonly Rule[] = []
  #agent: string | null = null
  #title = ''
  /** What titles said last; `fresh`: the newest of them did. */
  #last: { readonly said: RuleSignal; readonly at: number; readonly fresh: boolean } | null = null
  /** Answers to what was asked before do not count any more. */
  #turn = 0
  /**
   * One question at a time; of what comes meanwhile the newest title and the newest progress wait.
   */
  #asking = false
  readonly #waiting = new Map<Place, Asked>()

  /** @param port absent: there is nobody but us */
  constructor(
    agents: () => Agents,
    port: JudgePort | undefined,
    report: (evidence: RuleSignal) => void,
  ) {
    this.#agents = agents
    this.#port = port
    this.#report = report
  }

  /** Another agent is in front, or none: nothing that the last one wrote is read by its rules. */
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

  /** Some of its rules are not tried, since nobody can stop them. */
  get holdsBack(): boolean {
    return this.#port?.on !== true && this.#rules.some(({ own }) => own !== undefined)
  }

  /** Of the agent in front, as it was read last. */
  get lastTitle(): string {
    return this.#title
  }

  /** OSC 0 or 2, as sent. */
  title(text: string, now: number): void {
    const title = safeText(text.slice(0, sentCharactersMax), titleCharactersMax).trim()
    if (title === this.#title && this.#last !== null) {
      this.#renew(now)
      return
    }
    this.#title = title
    if (this.#rules.length > 0) this.#judge('title', title, (outcome) => this.#titled(outcome, now))
  }

  /**
   * OSC 9;4: the agent's own rules first, else what everybody means by it. `text`: from `4;` on.
   */
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
      // what was said stays
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

  /** A Working signal lives for `stale` only: said again from time to time, it lives on. */
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
