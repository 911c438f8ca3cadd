/** The watch over a tab's processes, with an agent in front of its terminal. */
import type { WatchProcesses } from '../../../src/core/session/ports.ts'

export interface FakeWatch {
  readonly watch: WatchProcesses
  /** Reports findings of the watch. Nothing happens before a caller has started the watch. */
  readonly report: Parameters<WatchProcesses>[0]['report']
}

export function agentInFront(agent: string): FakeWatch {
  let report: FakeWatch['report'] | undefined
  return {
    report: (...found) => report?.(...found),
    watch: (asked) => {
      report = asked.report
      return {
        stirred: () => undefined,
        foregroundNow: () => 'tool',
        look: () => undefined,
        demand: () => undefined,
        front: { foreground: 'tool', name: agent, agent },
        dispose: () => undefined,
      }
    },
  }
}
