/**
 * Windows and tabs of the last run, and keeping those of this one for the next (`[session]` in
 * docs/config.md).
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { LaunchRequest } from '../core/workspace/launch-request.ts'
import { systemClock } from '../host/clock.ts'
import type { Configuration } from '../host/config/configuration.ts'
import type { Log } from '../host/log.ts'
import { SessionKeeper, type LiveWindow } from '../host/restore/session-keeper.ts'
import type { Instance } from './instance.ts'

export function sessionKeeper(
  state: string,
  configuration: Configuration,
  instance: () => Instance | null,
  log: Log,
): SessionKeeper {
  return new SessionKeeper(join(state, 'session'), {
    clock: systemClock,
    options: () => configuration.options.session,
    windows: () =>
      instance()?.workspaces.map((workspace): LiveWindow => {
        workspace.lookUpDirectories()
        return {
          tabs: workspace.panes.ids
            .map((id) => workspace.session(id))
            .filter((session) => session !== undefined),
          splits: workspace.panes.splits,
          active: workspace.panes.ids.indexOf(workspace.active ?? ''),
        }
      }) ?? [],
    failed: (problem) => {
      log.write('warn', problem)
      instance()?.workspaces[0]?.notice('warning', problem)
    },
  })
}

/**
 * The first windows: those of the last run, and what this start asks for, unless that is nothing
 * but to begin.
 */
export function openFirst(
  instance: Instance,
  keeper: SessionKeeper | null,
  request: LaunchRequest,
  { wait, restore }: { readonly wait: boolean; readonly restore: boolean },
): void {
  const { windows, problem } = keeper?.take(restore) ?? { windows: [], problem: null }
  const asks =
    request.command !== null ||
    request.directory !== null ||
    request.title !== null ||
    request.profile !== null ||
    request.layout !== null ||
    !['/', homedir()].includes(request.callerDirectory)
  // First, so that it is in front of what else there is to be drawn.
  const own = windows.length === 0 || asks ? instance.open(request, { wait }) : null
  for (const window of windows) instance.restore(window)
  if (own !== null && windows.length > 0) instance.goTo(own)
  if (problem !== null) instance.workspaces[0]?.notice('warning', problem)
  keeper?.begin()
}
