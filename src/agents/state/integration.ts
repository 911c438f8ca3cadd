/** The agents that `vibeflow integrate` can have report their states, and when that is offered. */

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

/**
 * The agent that could make a tab's state a fact.
 * @returns null where it is one, or where no hooks are known of its program
 */
export function integrable({ tool, confidence }: Stated): IntegratedAgent | null {
  return confidence === 'fact' ? null : (integrated.find((one) => one === tool) ?? null)
}

/** The command that would; null as above. */
export function integrateCommand(stated: Stated): string | null {
  const agent = integrable(stated)
  return agent === null ? null : `vibeflow integrate ${agent}`
}
