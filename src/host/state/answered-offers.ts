/** Agents whose integration the user accepted or declined: not offered again. */
import { integrated, type IntegratedAgent } from '../../agents/state/integration.ts'
import { readJsonUpTo } from '../files/read-up-to.ts'
import { replaceFile } from '../files/replace-file.ts'

/** Size limit in bytes; all agents together need fewer than 200. */
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

  /** If the disk is full, the integration is offered again at the next start. */
  add(agent: IntegratedAgent): void {
    if (this.#agents.includes(agent)) return
    this.#agents = [...this.#agents, agent]
    try {
      replaceFile(this.#file, [new TextEncoder().encode(JSON.stringify(this.#agents))])
    } catch {
      // see above
    }
  }
}

/** Returns an empty list if the file is invalid. */
function read(file: string): readonly IntegratedAgent[] {
  const said = readJsonUpTo(file, bytesMax)
  return Array.isArray(said) ? integrated.filter((one) => said.includes(one)) : []
}
