/** What programs call themselves, for people. A tool that is not named here keeps its own word. */

const agents: ReadonlyMap<string, { readonly name: string; readonly sign: string }> = new Map([
  ['agy', { name: 'Antigravity', sign: 'An' }],
  ['aider', { name: 'Aider', sign: 'Ai' }],
  ['amp', { name: 'Amp', sign: 'Am' }],
  ['auggie', { name: 'Auggie', sign: 'Au' }],
  ['claude', { name: 'Claude Code', sign: 'Cl' }],
  ['cline', { name: 'Cline', sign: 'Ci' }],
  // not "Continue": a title that begins so is anybody's
  ['cn', { name: 'Continue CLI', sign: 'Cn' }],
  ['codex', { name: 'Codex', sign: 'Cx' }],
  ['copilot', { name: 'Copilot', sign: 'Co' }],
  ['crush', { name: 'Crush', sign: 'Cr' }],
  ['cursor-agent', { name: 'Cursor', sign: 'Cu' }],
  ['devin', { name: 'Devin', sign: 'De' }],
  ['droid', { name: 'Droid', sign: 'Dr' }],
  ['gemini', { name: 'Gemini', sign: 'Ge' }],
  ['goose', { name: 'Goose', sign: 'Go' }],
  ['grok', { name: 'Grok', sign: 'Gr' }],
  ['hermes', { name: 'Hermes', sign: 'He' }],
  ['kilo', { name: 'Kilo', sign: 'Kl' }],
  ['kimi', { name: 'Kimi', sign: 'Ki' }],
  ['kiro-cli', { name: 'Kiro', sign: 'Kr' }],
  ['maki', { name: 'Maki', sign: 'Ma' }],
  ['mastracode', { name: 'MastraCode', sign: 'Mc' }],
  ['omp', { name: 'oh-my-pi', sign: 'Om' }],
  ['opencode', { name: 'opencode', sign: 'Op' }],
  ['pi', { name: 'Pi', sign: 'Pi' }],
  ['qodercli', { name: 'Qoder', sign: 'Qo' }],
  ['qwen', { name: 'Qwen Code', sign: 'Qw' }],
  ['vibe', { name: 'Mistral Vibe', sign: 'Mv' }],
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
