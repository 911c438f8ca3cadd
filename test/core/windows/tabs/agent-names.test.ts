/** Names and signs of agents. */
import { expect, test } from 'vitest'
import {
  agentName,
  agentSign,
  isKnownAgent,
} from '../../../../src/core/windows/tabs/agent-names.ts'
import { shippedAgents } from '../../../../src/agents/rules/shipped.ts'

test('every agent with shipped rules, and no other, has a name and badge of its own', () => {
  const tools = [...shippedAgents().values()].map(({ tool }) => tool)
  expect(tools.filter((tool) => !isKnownAgent(tool))).toEqual([])
  expect(new Set(tools.map(agentSign)).size).toBe(tools.length)
  for (const tool of tools)
    expect(agentName(tool).slice(0, 1).toUpperCase()).toBe(agentSign(tool)?.slice(0, 1))
  expect(['auggie', 'cn', 'kilo'].map(agentName)).toEqual(['Auggie', 'Continue CLI', 'Kilo'])
  expect(['make', '', 'toString'].map(agentSign)).toEqual([null, null, null])
})
