/** Sessions whose vibeflow was killed: the keeper has their programs. */
import { homedir } from 'node:os'
import { readKeptFacts, type KeptFacts } from '../../core/session/launch/kept-facts.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { failure, type CommandError } from '../command/exit-codes.ts'
import type { VerbContext } from '../command/verb.ts'
import { hasProgram, listPanes } from './panes.ts'
import { askWindowless } from './windowless.ts'

export interface KeptSession {
  readonly id: string
  readonly pid: number
  /** Ms since 1970. */
  readonly startedAt: number
  readonly cols: number
  readonly rows: number
  /** `null` if another version started it. */
  readonly facts: KeptFacts | null
}

/** Returns the sessions that no vibeflow has and whose programs run. */
export async function keptSessions(environment: ProcessEnvironment): Promise<KeptSession[]> {
  // the native module is only needed here
  const { listKept } = await import('../../host/pty/keeper/open-keeper.ts')
  const programs = await listKept({ environment, home: environment['HOME'] ?? homedir() })
  return programs
    .filter(({ exited }) => !exited)
    .map(({ facts, ...program }) => ({ ...program, facts: readKeptFacts(facts) }))
}

/**
 * Has a process without a window take a session over, if it was started without one. Returns an
 * error if it still runs but can't be taken, and `opening` if a vibeflow has just taken it over.
 */
export async function takeKept(
  context: Pick<VerbContext, 'environment'> & Partial<Pick<VerbContext, 'workers'>>,
  id: string,
): Promise<CommandError | 'taken' | 'opening' | 'ended'> {
  const { environment, workers } = context
  const kept = (await keptSessions(environment)).find((one) => one.id === id)
  if (kept === undefined)
    return (await listPanes(environment)).some((pane) => pane.id === id && hasProgram(pane))
      ? 'opening'
      : 'ended'
  if (kept.facts?.detached === true && workers !== undefined) {
    await askWindowless({ environment, workers }, { cmd: 'panes' })
    return 'taken'
  }
  return failure(
    `session ${id} still runs, but its vibeflow was killed. Start vibeflow to show it again.`,
  )
}
