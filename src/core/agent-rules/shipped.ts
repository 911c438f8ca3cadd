/** The rules that we ship, read once. They hold no mistakes: a test says so. */
import document from './agent-rules.json' with { type: 'json' }
import { readAgentRules } from './parse.ts'
import type { Agents } from './rules.ts'

export const shippedDocument: unknown = document
export const shippedAgents: Agents = readAgentRules([document]).agents
export const defaultTools: readonly string[] = document.defaultTools
