/** Ages of states that an adopted program had before this vibeflow started. Pure. */
import type { Millis } from '../../../base/clock.ts'
import type { PastState } from '../ports.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import { adoptedStateMs } from '../limits.ts'

export class AdoptedAge {
  readonly #past: PastState
  readonly #from: Millis
  #to: Millis

  /** @param now the time of the adoption */
  constructor(past: PastState, now: Millis) {
    this.#past = past
    this.#from = now
    this.#to = now + adoptedStateMs
  }

  /** States that start from now on are new: the user does something. */
  end(now: Millis): void {
    this.#to = Math.min(this.#to, now)
  }

  /**
   * Returns the state with the start that it had, or with the time of the last output for a
   * state that started while no vibeflow ran. The screen is read later, so it is recognized later.
   */
  of(drawn: AgentDrawn): AgentDrawn {
    const { since } = drawn.agent
    const { state, since: noted, printedAt } = this.#past
    const began = state === drawn.state ? (noted ?? printedAt) : printedAt
    const isOld = since >= this.#from && since < this.#to
    return isOld && began !== null && began < since
      ? { ...drawn, agent: { ...drawn.agent, since: began } }
      : drawn
  }
}
