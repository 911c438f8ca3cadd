/** The watch over a tab's processes, with an agent in front of its terminal. */
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'

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
      return quietWatch({
        foregroundNow: () => 'tool',
        front: { foreground: 'tool', name: agent, agent },
      })
    },
  }
}

/** Returns a watch over a shell, that reports nothing. Getters of `more` stay getters. */
export function quietWatch(more: Partial<ProcessWatch> = {}): ProcessWatch {
  const quiet: ProcessWatch = {
    stirred: () => undefined,
    foregroundNow: () => 'shell',
    look: () => undefined,
    demand: () => undefined,
    front: { foreground: 'shell', name: 'bash', pid: 1_000, agent: null },
    dispose: () => undefined,
  }
  return Object.defineProperties(quiet, Object.getOwnPropertyDescriptors(more))
}
