/** Makes the texts of a record safe and truncates them. Empty names are removed. */
import type { AgentRecord } from '../../protocol/index.ts'
import { safeText } from '../../base/text/safe-text.ts'
import {
  statusAppCharactersMax,
  labelCharactersMax,
  messageCharactersMax,
  statusProjectCharactersMax,
  sessionIdCharactersMax,
  toolCharactersMax,
  workTitleCharactersMax,
} from './agent-limits.ts'

const limits = {
  app: statusAppCharactersMax,
  title: workTitleCharactersMax,
  msg: messageCharactersMax,
  project: statusProjectCharactersMax,
  sessionId: sessionIdCharactersMax,
} as const

export function safeRecord(record: AgentRecord): AgentRecord {
  const { app, title, msg, project, sessionId, taskList, ...rest } = record
  const texts = Object.entries({ app, title, msg, project, sessionId })
    // the fields of the line above
    .map(([field, text]) => [field, safeText(text ?? '', limits[field as keyof typeof limits])])
    .filter(([, text]) => text !== '')
  const labels = taskList
    ?.map((label) => safeText(label, labelCharactersMax))
    .filter((label) => label !== '')
  return {
    ...rest,
    ...Object.fromEntries(texts),
    tool: safeText(rest.tool, toolCharactersMax),
    ...(labels === undefined || labels.length === 0 ? {} : { taskList: labels }),
  }
}
