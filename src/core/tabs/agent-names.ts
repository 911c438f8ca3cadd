/** What programs call themselves, for people. A tool that is not named here keeps its own word. */

const agents: ReadonlyMap<string, { readonly name: string; readonly sign: string }> = new Map([
  ['aider', { name: 'Aider', sign: 'Ai' }],
  ['amp', { name: 'Amp', sign: 'Am' }],
  ['claude', { name: 'Claude Code', sign: 'Cl' }],
  ['codex', { name: 'Codex', sign: 'Cx' }],
  ['copilot', { name: 'Copilot', sign: 'Co' }],
  ['crush', { name: 'Crush', sign: 'Cr' }],
  ['cursor-agent', { name: 'Cursor', sign: 'Cu' }],
  ['droid', { name: 'Droid', sign: 'Dr' }],
  ['gemini', { name: 'Gemini', sign: 'Ge' }],
  ['goose', { name: 'Goose', sign: 'Go' }],
  ['grok', { name: 'Grok', sign: 'Gr' }],
  ['kimi', { name: 'Kimi', sign: 'Ki' }],
  ['opencode', { name: 'opencode', sign: 'Op' }],
  ['pi', { name: 'Pi', sign: 'Pi' }],
  ['qwen', { name: 'Qwen Code', sign: 'Qw' }],
])

/** An agent that is known by name; anything else is what a program calls itself. */
export function isKnownAgent(tool: string): boolean {
  return agents.has(tool)
}

export function agentName(tool: string): string {
  return agents.get(tool)?.name ?? tool
}

/** Two letters that tell agents apart where there is no room for names; null: of no known agent. */
export function agentSign(tool: string): string | null {
  return agents.get(tool)?.sign ?? null
}
