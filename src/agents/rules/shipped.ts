/** The shipped rules, which a test checks: one file per agent and the common part. */
import { builtInRules } from './agents/index.ts'
import common from './common.json' with { type: 'json' }
import { readAgentRules } from './parse.ts'
import type { Agents } from './rules.ts'

export const shippedDocument: unknown = { ...common, agents: builtInRules }
let agents: Agents | null = null

/** Read when first used: it takes 30 ms (busy). */
export function shippedAgents(): Agents {
  agents ??= readAgentRules([shippedDocument]).agents
  return agents
}
