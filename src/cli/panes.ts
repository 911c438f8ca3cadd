/** The panes of all running apps, also those in which no program runs and that have no socket. */
import type { PaneEntry } from '../core/windows/workspace/listed-pane.ts'
import { askEveryApp } from './ask-app.ts'
import type { ProcessEnvironment } from './client/discover.ts'

/** An app that answers so late, ms, has no panes that are listed. */
const panesMs = 500

export async function listPanes(environment: ProcessEnvironment): Promise<readonly PaneEntry[]> {
  const answers = await askEveryApp(environment, { cmd: 'panes' }, panesMs)
  return answers.flatMap(({ answer: { panes } }) =>
    Array.isArray(panes) ? panes.filter(isListedPane) : [],
  )
}

/** Whoever listens may be another version. */
export function isListedPane(value: unknown): value is PaneEntry {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return (
    ['id', 'window', 'state', 'title', 'directory'].every(
      (name) => typeof fields[name] === 'string',
    ) &&
    Number.isInteger(fields['tab']) &&
    typeof fields['active'] === 'boolean' &&
    ['string', 'undefined'].includes(typeof fields['command'])
  )
}
