/** Names and signs of agents. */
import { expect, test } from 'vitest'
import { agentName, agentSign, isKnownAgent } from '../../../src/core/tabs/agent-names.ts'
import { shippedAgents } from '../../../src/core/agent-rules/shipped.ts'

test('no two agents have one sign, and what is no agent has none', () => {
  const known = [...shippedAgents.keys()].filter(isKnownAgent)
  const signs = known.map(agentSign)
  expect(known.length).toBeGreaterThan(10)
  expect(new Set(signs).size).toBe(known.length)
  for (const tool of known)
    expect(agentName(tool).slice(0, 1).toUpperCase()).toBe(agentSign(tool)?.slice(0, 1))
  expect(['make', '', 'toString'].map(agentSign)).toEqual([null, null, null])
})
