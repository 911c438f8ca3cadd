/** Display names of agents. Unlisted tools keep their own name. */

const agents: ReadonlyMap<string, { readonly name: string; readonly sign: string }> = new Map([
  ['agy', { name: 'Antigravity', sign: 'An' }],
  ['aider', { name: 'Aider', sign: 'Ai' }],
  ['amp', { name: 'Amp', sign: 'Am' }],
  ['auggie', { name: 'Auggie', sign: 'Au' }],
  ['claude', { name: 'Claude Code', sign: 'Cl' }],
  ['cline', { name: 'Cline', sign: 'Ci' }],
  // not "Continue", which any title may start with
  ['cn', { name: 'Continue CLI', sign: 'Cn' }],
  ['codebuff', { name: 'Codebuff', sign: 'Cb' }],
  ['codex', { name: 'Codex', sign: 'Cx' }],
  ['command-code', { name: 'Command Code', sign: 'Cm' }],
  ['copilot', { name: 'Copilot', sign: 'Co' }],
  ['crush', { name: 'Crush', sign: 'Cr' }],
  ['cursor-agent', { name: 'Cursor', sign: 'Cu' }],
  ['deepagents', { name: 'Deep Agents', sign: 'Da' }],
  ['devin', { name: 'Devin', sign: 'De' }],
  ['droid', { name: 'Droid', sign: 'Dr' }],
  ['gemini', { name: 'Gemini', sign: 'Ge' }],
  ['goose', { name: 'Goose', sign: 'Go' }],
  ['grok', { name: 'Grok', sign: 'Gr' }],
  ['hermes', { name: 'Hermes', sign: 'He' }],
  ['kilo', { name: 'Kilo', sign: 'Kl' }],
  ['kimi', { name: 'Kimi', sign: 'Ki' }],
  ['kiro-cli', { name: 'Kiro', sign: 'Kr' }],
  ['letta', { name: 'Letta Code', sign: 'Le' }],
  ['maki', { name: 'Maki', sign: 'Ma' }],
  ['mastracode', { name: 'MastraCode', sign: 'Mc' }],
  ['muse', { name: 'Muse Code', sign: 'Mu' }],
  ['nanocoder', { name: 'Nanocoder', sign: 'Na' }],
  ['omp', { name: 'oh-my-pi', sign: 'Om' }],
  ['opencode', { name: 'opencode', sign: 'Op' }],
  ['pi', { name: 'Pi', sign: 'Pi' }],
  ['qodercli', { name: 'Qoder', sign: 'Qo' }],
  ['qodo', { name: 'Qodo', sign: 'Qd' }],
  ['qwen', { name: 'Qwen Code', sign: 'Qw' }],
  ['trae-cli', { name: 'Trae', sign: 'Tr' }],
  ['vibe', { name: 'Mistral Vibe', sign: 'Mv' }],
  ['vtcode', { name: 'VT Code', sign: 'Vt' }],
])

/** Whether the agent is listed; other names come from programs. */
export function isKnownAgent(tool: string): boolean {
  return agents.has(tool)
}

export function agentName(tool: string): string {
  return agents.get(tool)?.name ?? tool
}

/** Returns two letters for an agent where there is no space for names; `null` if unknown. */
export function agentSign(tool: string): string | null {
  return agents.get(tool)?.sign ?? null
}

/** Returns `in api`; a project on another machine has its own words, such as `on build: api`. */
export function inProject(project: string): string {
  return /^(?:in|on) \S+:? /.test(`${project} `) ? project : `in ${project}`
}
