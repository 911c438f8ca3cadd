/**
 * Processes that outlive a tab: they left its session, so that no hangup reaches them. The user is
 * asked about them. Only processes that the question named are ended, with their children.
 */
import { groupText, memoryText, portsText } from '../../agents/process/usage.ts'
import type { Clock } from '../../base/clock.ts'
import type { Leftovers } from '../../core/session/ports.ts'
import { tryOr } from '../files/try-or.ts'
import { endDelayMs, leftLinesMax } from './limits.ts'
import { processStat } from './process-facts.ts'
import {
  controlGroupsOf,
  isOurs,
  type ProcessIdentity,
  type Member,
  type ProcessTable,
} from './process-table.ts'
import { grouped, portsOf } from './usage.ts'

/**
 * Returns the tab's processes that its end leaves; `null` without any. These are not named:
 * - processes of the session: they are hung up, unless the user has detached them (`nohup`)
 * - processes with another terminal, which ends with the program that made it
 * - other users' processes, and those in a unit of systemd or a container
 * @param first the tab's first process
 */
export function leftoversOf(
  clock: Clock,
  table: ProcessTable,
  first: number,
  members: readonly Member[],
): Leftovers | null {
  const groups = controlGroupsOf(first)
  const left = members.filter(
    ({ pid, stat }) =>
      stat.session !== first &&
      stat.terminal === 0 &&
      isOurs(pid) &&
      controlGroupsOf(pid) === groups,
  )
  if (left.length === 0) return null
  const socket = table.socketOf(first)
  /** Signals the processes that still run and their children, and returns them. */
  const signal = (named: readonly ProcessIdentity[], ...signals: NodeJS.Signals[]) => {
    table.forget()
    const family = table.familyOf(named, socket)
    for (const one of family) for (const name of signals) signalOne(one, name)
    return family
  }
  return {
    lines: linesOf(left, table.listening(first)),
    end: () => {
      const ending = signal(left, 'SIGTERM', 'SIGCONT')
      clock.after(endDelayMs, () => signal(ending, 'SIGKILL'))
    },
  }
}

function linesOf(left: readonly Member[], ports: ReadonlyMap<string, number>): readonly string[] {
  const lines = grouped(left).map((group) =>
    [
      groupText(group),
      memoryText(group.memory),
      portsText({ ports: portsOf(group.members, ports) }),
    ]
      .filter((part) => part !== '')
      .join(', '),
  )
  const rest = lines.length - leftLinesMax
  return rest <= 0 ? lines : [...lines.slice(0, leftLinesMax), `and ${rest} more`]
}

/** Its number may belong to another process now. */
function signalOne({ pid, startTime }: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isOurs(pid) || processStat(pid)?.startTime !== startTime) return
  tryOr(() => process.kill(pid, signal), false) // it has ended just now
}
