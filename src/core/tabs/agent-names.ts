/** What programs call themselves, for people. A tool that is not named here keeps its own word. */

const names: ReadonlyMap<string, string> = new Map([
  ['aider', 'Aider'],
  ['amp', 'Amp'],
  ['claude', 'Claude Code'],
  ['codex', 'Codex'],
  ['copilot', 'Copilot'],
  ['crush', 'Crush'],
  ['cursor-agent', 'Cursor'],
  ['droid', 'Droid'],
  ['gemini', 'Gemini'],
  ['goose', 'Goose'],
  ['grok', 'Grok'],
  ['kimi', 'Kimi'],
  ['opencode', 'opencode'],
  ['pi', 'Pi'],
  ['qwen', 'Qwen Code'],
])

/** An agent that is known by name; anything else is what a program calls itself. */
export function isKnownAgent(tool: string): boolean {
  return names.has(tool)
}

export function agentName(tool: string): string {
  return names.get(tool) ?? tool
}
