/** Converts an agent's hook event to an OSC 7501 report, by the table in hook-table.ts. */
import type { Report } from '../osc/osc7501.ts'
import { hookTable, subAgentField, type HookRow, type TabledAgent } from './hook-table.ts'
import { readEvent } from './read-event.ts'

/** `null`: nothing to report. `problem` never contains input. */
type AgentHookReading = { readonly report: Report | null } | { readonly problem: string }

/** @param event name of the event, for agents whose JSON lacks it */
export function readAgentHook(
  agent: TabledAgent,
  json: string,
  event: string | null,
): AgentHookReading {
  const read = readEvent(json)
  if ('problem' in read) return read
  const { fields } = read
  const subAgent = fields[subAgentField(agent)]
  if (typeof subAgent === 'string' && subAgent !== '') return { report: null }
  const name = event ?? fields['hook_event_name'] ?? fields['hookEventName']
  const rows: readonly HookRow[] = hookTable[agent]
  const row = rows.find((one) => one.event === name && fits(one, fields))
  if (row === undefined) return { report: null }
  const [state, kind] = row.says.split(':') as [Report['state'], Report['kind']?]
  return { report: { state, ...(kind === undefined ? {} : { kind }), app: agent } }
}

function fits({ when }: HookRow, fields: Readonly<Record<string, unknown>>): boolean {
  if (when === undefined) return true
  const [field, text] = when
  const value = fields[field]
  return typeof value === 'string' && value.includes(text)
}
