/** The sign of a known agent before the title of its tab; of anything else none. */
import type { JSX } from 'preact'
import { agentName, agentSign } from '../../core/windows/tabs/agent-names.ts'

export function AgentSign({ tool }: { readonly tool: string | undefined }): JSX.Element | null {
  const sign = tool === undefined ? null : agentSign(tool)
  if (tool === undefined || sign === null) return null
  // no text of the title: drawn by the style
  return <span class="agent-sign" data-sign={sign} title={agentName(tool)} aria-hidden="true" />
}
