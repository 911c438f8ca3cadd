/** Lists the panes of all running apps, including those without a program or socket. */
import type { PaneEntry } from '../../core/windows/workspace/listed-pane.ts'
import { askEveryApp } from './ask-app.ts'
import type { ProcessEnvironment } from '../client/discover.ts'

export async function listPanes(environment: ProcessEnvironment): Promise<readonly PaneEntry[]> {
  const answers = await askEveryApp(environment, { cmd: 'panes' })
  return answers.flatMap(({ answer: { panes } }) =>
    Array.isArray(panes) ? panes.filter(isListedPane) : [],
  )
}

/** Returns false for a pane that has no socket, since its program does not run. */
export function hasProgram({ state }: Pick<PaneEntry, 'state'>): boolean {
  return !['not-started', 'failed', 'ended'].includes(state)
}

/** Validates a pane: the app may be another version. */
export function isListedPane(value: unknown): value is PaneEntry {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return (
    ['id', 'window', 'state', 'title', 'directory'].every(
      (name) => typeof fields[name] === 'string',
    ) &&
    (fields['tab'] === null || Number.isInteger(fields['tab'])) &&
    typeof fields['active'] === 'boolean' &&
    ['string', 'undefined'].includes(typeof fields['command'])
  )
}
