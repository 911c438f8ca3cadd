/**
 * What titles and OSC 9;4 say of the agent that is in front, by its own rules (protocols/screen-rules.md 2-3, protocols/agent-state.md 4.8, 4.13).
 * Outcomes are told as they come: how long one must hold, and whether a claim outranks it, is the state machine's business.
 * There are no rules for notices: a notice never changes the state (protocols/agent-state.md 4.7).
 */
import type { Evidence } from '../agent-state/index.ts'
import { asRulesSee, judge, regionText, type Agents, type Outcome, type Rule } from '../agent-rules/rules.ts'
import type { EvidenceOf } from '../dispatch/evidence.ts'
import { safeText, titleCharactersMax } from '../text/safe-text.ts'

export type SignalEvidence = Extract<Evidence, { type: 'signal' }>

/** What a rule must say again for the machine to know that it still holds: spinners turn many times a second. */
const renewMs = 1_000

/** Of a title as sent so much is cleaned: more is no title, and a flood of them must cost little. */
const sentCharactersMax = 4 * titleCharactersMax

/** One tab's. */
export class Signals {
  readonly #agents: () => Agents
  #rules: readonly Rule[] = []
  #agent: string | null = null
  #title = ''
  #last: { readonly key: string; readonly at: number } | null = null

  constructor(agents: () => Agents) {
    this.#agents = agents
  }

  /** Another agent is in front, or none: nothing that the last one wrote is read by its rules. */
  front(agent: string | null): SignalEvidence | null {
    if (agent === this.#agent) return null
    const said = this.#last !== null
    this.#agent = agent
    this.#title = ''
    this.#last = null
    this.#rules = (agent === null ? [] : this.#agents().get(agent)?.rules ?? []).filter(({ region: { of } }) => of === 'title' || of === 'progress')
    return said ? { type: 'signal', source: 'title', state: null } : null
  }

  /** OSC 0 or 2, as sent. null: nothing new. */
  title(text: string, now: number): SignalEvidence | null {
    const title = safeText(text.slice(0, sentCharactersMax), titleCharactersMax).trim()
    if (title === this.#title && this.#last !== null) return this.#renewed(now)
    this.#title = title
    if (this.#rules.length === 0) return null
    const outcome = this.#judge('title', title)
    if (outcome?.state === 'ignore') return null // what was said stays
    return this.#news('title', outcome, now)
  }

  /** OSC 9;4: the agent's own rules first, else what everybody means by it. `text`: from `4;` on. */
  progress({ state, percent }: EvidenceOf<'progress'>, text: string): SignalEvidence | null {
    const outcome = this.#judge('progress', text.trim())
    if (outcome?.state === 'ignore') return null
    const progress = percent === undefined ? {} : { progress: percent }
    if (outcome !== null) return evidence('osc9_4', outcome, progress)
    return { type: 'signal', source: 'osc9_4', state: usual[state], rule: `9;4 ${state}`, ...progress }
  }

  #judge(of: 'title' | 'progress', text: string): Outcome | null {
    const region = regionText([asRulesSee(text)])
    return judge(this.#rules, (one) => one.of === of ? region : null)
  }

  #news(source: 'title', outcome: Outcome | null, now: number): SignalEvidence | null {
    const key = outcome === null ? '' : `${outcome.rule} ${outcome.state}`
    if (key === (this.#last?.key ?? '')) return this.#renewed(now)
    this.#last = key === '' ? null : { key, at: now }
    return outcome === null ? { type: 'signal', source, state: null } : evidence(source, outcome, {})
  }

  /** A Working signal lives for `stale` only: said again from time to time, it lives on. */
  #renewed(now: number): SignalEvidence | null {
    if (this.#last === null || now - this.#last.at < renewMs) return null
    const outcome = this.#judge('title', this.#title)
    if (outcome === null || outcome.state === 'ignore') return null
    this.#last = { ...this.#last, at: now }
    return evidence('title', outcome, {})
  }
}

const usual = { clear: null, value: 'working', error: 'error', busy: 'working', paused: 'working' } as const

function evidence(source: 'title' | 'osc9_4', { rule, state, kind }: Outcome, progress: { readonly progress?: number }): SignalEvidence | null {
  if (state === 'ignore') return null
  return { type: 'signal', source, state, rule, ...(kind === undefined ? {} : { kind }), ...progress }
}
