/**
 * Where a record enters the model: its texts are made safe and cut to their limits. Names that end
 * up empty are none.
 */
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
