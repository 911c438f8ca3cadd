/** An agent that ran in a saved tab and left nothing with which it could be resumed. */
import { z } from 'zod'
import { nameCharactersMax } from '../../base/text/safe-text.ts'
import type { KnownAgent } from '../rules/rules.ts'

/** As saved with the tab. `hasCommand`: vibeflow knows how to resume it by its session. */
export const unresumed = z.strictObject({
  agent: z.string().max(nameCharactersMax),
  name: z.string().max(nameCharactersMax),
  hasCommand: z.boolean(),
})
export type Unresumed = Readonly<z.infer<typeof unresumed>>

/** Agents whose hooks report the session (docs/guides/restore-sessions-resume-agents.md). */
const reporting: ReadonlySet<string> = new Set(['claude', 'opencode', 'kilo'])

export function unresumedBy({ id, name, resume }: KnownAgent): Unresumed {
  return { agent: id, name, hasCommand: resume !== null }
}

/** Returns a sentence on what would make the agent resumable. */
export function unresumedNote({ agent, name, hasCommand }: Unresumed): string {
  if (!hasCommand)
    return `vibeflow knows no command that resumes ${name}. Add one to agent-rules.json.`
  if (reporting.has(agent))
    return (
      `${name} reported no session to resume. ` +
      `Run "vibeflow integrate ${agent}" to resume the next one.`
    )
  if (agent === 'codex')
    return 'No conversation of Codex could be found. Several agents may have used this directory.'
  return `${name} reported no session, so it can't be resumed.`
}
