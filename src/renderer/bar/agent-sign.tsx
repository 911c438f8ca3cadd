/** Badge of a known agent before the title of its tab. */
import type { JSX } from 'preact'
import { agentName, agentSign } from '../../core/windows/tabs/agent-names.ts'

export function AgentSign({ tool }: { readonly tool: string | undefined }): JSX.Element | null {
  const sign = tool === undefined ? null : agentSign(tool)
  if (tool === undefined || sign === null) return null
  // the style draws it, so that it is not part of the title's text
  return <span class="agent-sign" data-sign={sign} title={agentName(tool)} aria-hidden="true" />
}
