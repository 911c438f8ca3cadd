/**
 * What a tab shows of its program's own reports until the reducer of all evidence takes over: the last explicit frame alone, without
 * precedence, ageing or acknowledgement. Superseded as a whole by `core/agent`.
 */
import type { Evidence } from '../dispatch/evidence.ts'
import type { TabReport } from '../ipc/contract.ts'
import { nameCharactersMax, safeText } from '../text/safe-text.ts'

/** Characters of names that a program gives (behaviour/security.md 2). */
const toolCharactersMax = 64
const projectCharactersMax = 128

/** The report after this evidence: null where nothing is reported. `before` is returned where the evidence says nothing about it. */
export function reportAfter(before: TabReport | null, evidence: Evidence): TabReport | null {
  switch (evidence.type) {
    case 'ris': return null
    case 'osc1338': {
      const { state, tool, project } = evidence.value
      return report(evidence.type, { state, ...(state === 'waiting' ? { kind: 'other' as const } : {}) }, { tool, project })
    }
    case 'osc7501': {
      const { id, state, kind, app } = evidence.value
      if (id !== undefined && id !== '') return before // sub-tasks need the whole model
      if (state === 'clear') return null
      return report(evidence.type, state === 'blocked' ? { state: 'waiting', kind: kind ?? 'other' } : { state }, { tool: app })
    }
    case 'osc26': {
      const { state, kind, app, project } = evidence.value
      return state === undefined ? before : report(evidence.type, { state, ...(kind === undefined ? {} : { kind }) }, { tool: app, project })
    }
    default: return before
  }
}

function report(source: TabReport['source'], said: Pick<TabReport, 'state' | 'kind'>, names: { readonly tool: string | undefined; readonly project?: string | undefined }): TabReport {
  const project = safeText(names.project ?? '', Math.min(projectCharactersMax, nameCharactersMax))
  return { source, ...said, tool: safeText(names.tool ?? '', toolCharactersMax), ...(project === '' ? {} : { project }) }
}
