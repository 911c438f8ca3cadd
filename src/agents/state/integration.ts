/** Agents for which `vibeflow integrate` installs hooks, and when to suggest it. */

/** In the order in which the command lists them. */
export const integrated = [
  'claude',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'droid',
  'grok',
  'qodercli',
  'auggie',
  'cline',
  'cursor-agent',
  'opencode',
  'kilo',
] as const

export type IntegratedAgent = (typeof integrated)[number]

interface Stated {
  readonly tool: string
  readonly confidence: 'fact' | 'likely' | 'guess'
}

/** Returns the agent whose hooks would make the state a fact, or `null` if none would. */
export function integrable({ tool, confidence }: Stated): IntegratedAgent | null {
  return confidence === 'fact' ? null : (integrated.find((one) => one === tool) ?? null)
}

/** Returns the command that installs them, or `null`. */
export function integrateCommand(stated: Stated): string | null {
  const agent = integrable(stated)
  return agent === null ? null : `vibeflow integrate ${agent}`
}
