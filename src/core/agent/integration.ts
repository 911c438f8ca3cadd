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
  'opencode',
  'kilo',
] as const

export type IntegratedAgent = (typeof integrated)[number]

/**
 * The command that would make a tab's state a fact.
 * @returns null where it is one, or where no hooks are known of its program
 */
export function integrateCommand({
  tool,
  confidence,
}: {
  readonly tool: string
  readonly confidence: 'fact' | 'likely' | 'guess'
}): string | null {
  return confidence !== 'fact' && (integrated as readonly string[]).includes(tool)
    ? `vibeflow integrate ${tool}`
    : null
}
