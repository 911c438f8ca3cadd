/**
 * Processes that outlive a tab: they left its session, so that no hangup reaches them. The user is
 * asked about them. Only processes that the question named are ended, with their children. In a
 * scope, processes that started later are ended too.
 */
import { groupText, memoryText, portsText } from '../../agents/process/usage.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import type { Leftovers } from '../../core/session/ports.ts'
import { tryOr } from '../files/try-or.ts'
import { endDelayMs, leftLinesMax, servedFilesMax } from './limits.ts'
import { procLink } from './files.ts'
import { processStat } from './process-facts.ts'
import {
  controlGroupsOf,
  isOurs,
  type ProcessIdentity,
  type Member,
  type ProcessTable,
} from './process-table.ts'
import type { TabScope } from './scope.ts'
import { firstFiles, grouped, portsOf } from './usage.ts'

/**
 * Returns the tab's processes that its end leaves; `null` without any. These are not named:
 * - processes of the session: they are hung up, unless the user has detached them (`nohup`)
 * - processes that are older than the tab's program: something moved them to its scope
 * - processes with another terminal, which ends with the program that made it
 * - other users' processes, and those in a unit of systemd or a container
 * - processes that another terminal in the tab started
 * - processes that serve a file system, without which programs crash
 * @param first the tab's first process
 * @param members processes of a tab without a scope
 */
export function leftoversOf(
  clock: Clock,
  table: ProcessTable,
  first: number,
  {
    scope,
    members,
  }: { readonly scope: TabScope | null; readonly members: () => readonly Member[] },
): Leftovers | null {
  const groups = controlGroupsOf(first)
  const socket = table.socketOf(first)
  const inScope = (pids: readonly number[]) =>
    table.endingIn(table.processesOf(pids), first, socket).filter(mayEnd)
  const startTime = processStat(first)?.startTime ?? Number.POSITIVE_INFINITY
  const mayEnd = (one: Member) =>
    one.startTime >= startTime &&
    one.stat.session !== first &&
    one.stat.terminal === 0 &&
    isOurs(one.pid) &&
    groups !== '' && // unknown
    controlGroupsOf(one.pid) === groups &&
    !table.isInner(one) &&
    !servesFiles(one.pid)
  const left = grouped(scope === null ? members().filter(mayEnd) : inScope(scope.pids))
  if (left.length === 0) return null
  const shown = left.slice(0, leftLinesMax)
  /** Signals the processes that still run and their children, and returns them. */
  const signal = (
    at: Millis,
    named: readonly ProcessIdentity[],
    ...signals: NodeJS.Signals[]
  ): readonly Member[] => {
    table.forget(at)
    const family = table.familyOf(named, socket).filter(mayEnd)
    for (const one of family) for (const name of signals) signalOne(one, name)
    return family
  }
  return {
    lines: [
      ...linesOf(shown, table.listening(first)),
      ...(left.length > shown.length
        ? [`${left.length - shown.length} more${scope === null ? ', which keep running' : ''}`]
        : []),
    ],
    end: (at) => {
      if (scope !== null) return endScope(clock, scope, inScope)
      const named = shown.flatMap((group) => group.members)
      const ending = signal(at, named, 'SIGTERM', 'SIGCONT')
      clock.after(endDelayMs, () => signal(at + endDelayMs, ending, 'SIGKILL'))
    },
  }
}

/** Ends the processes of a scope that the hangup doesn't reach, and all that they start. */
function endScope(
  clock: Clock,
  scope: TabScope,
  mayEnd: (pids: readonly number[]) => readonly Member[],
): void {
  const gather = (...signals: NodeJS.Signals[]) =>
    scope.gather((pids) => {
      const found = mayEnd(pids)
      for (const one of found) for (const name of signals) signalOne(one, name)
      return found.map(({ pid }) => pid)
    })
  gather('SIGTERM', 'SIGCONT')
  clock.after(endDelayMs, () => {
    gather('SIGKILL')
    scope.kill()
  })
}

function linesOf(
  groups: ReturnType<typeof grouped>,
  ports: ReadonlyMap<string, number>,
): readonly string[] {
  return groups.map((group) =>
    [
      groupText(group),
      memoryText(group.memory),
      portsText({ ports: portsOf(group.members, ports) }),
    ]
      .filter((part) => part !== '')
      .join(', '),
  )
}

/** Returns whether it serves a file system, such as that of an AppImage. */
function servesFiles(pid: number): boolean {
  return firstFiles(pid, servedFilesMax).some((file) => procLink(pid, `fd/${file}`) === '/dev/fuse')
}

/** Its number may belong to another process now. */
function signalOne({ pid, startTime }: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isOurs(pid) || processStat(pid)?.startTime !== startTime) return
  tryOr(() => process.kill(pid, signal), false) // it has ended just now
}
