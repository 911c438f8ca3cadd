/**
 * Agents whose integration is not offered any more: the user took the offer, or declined it. Kept
 * in the state folder, never in the configuration.
 */
import { integrated, type IntegratedAgent } from '../../agents/state/integration.ts'
import { readJsonUpTo } from '../files/read-up-to.ts'
import { replaceFile } from '../files/replace-file.ts'

/** Bytes; all agents together have fewer than 200. */
const bytesMax = 4_096

export class AnsweredOffers {
  readonly #file: string
  #agents: readonly IntegratedAgent[]

  constructor(file: string) {
    this.#file = file
    this.#agents = read(file)
  }

  get agents(): readonly IntegratedAgent[] {
    return this.#agents
  }

  /** A disk that takes nothing has it offered again at the next start, without a message. */
  add(agent: IntegratedAgent): void {
    if (this.#agents.includes(agent)) return
    this.#agents = [...this.#agents, agent]
    try {
      replaceFile(this.#file, [new TextEncoder().encode(JSON.stringify(this.#agents))])
    } catch {
      // as above
    }
  }
}

/** What is no list of agents counts as none. */
function read(file: string): readonly IntegratedAgent[] {
  const said = readJsonUpTo(file, bytesMax)
  return Array.isArray(said) ? integrated.filter((one) => said.includes(one)) : []
}
