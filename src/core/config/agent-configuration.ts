/** Converts [ai] to the options of a tab's state machine, which counts in milliseconds. */
import { inBandDialects } from '../../agents/state/evidence.ts'
import type { StateOptions } from '../../agents/state/configuration.ts'
import type { Evidence } from '../../agents/state/evidence.ts'
import type { AgentProtocol } from './sections/ai.ts'
import type { Options } from './table.ts'

export function agentConfiguration({ ai }: Options): StateOptions {
  return {
    debounceMs: ai.debounce_ms,
    silenceMs: ai.heuristic_silence_ms,
    staleMs: ai.stale_state_timeout_s * 1_000,
    fuseMs: ai.explicit_stale_state_s * 1_000,
    busyHoldMs: ai.heuristic_busy_s * 1_000,
    explicitScope: ai.explicit_scope,
    commands: ai.commands,
    heuristic: ai.heuristic,
    asks: ai.program_questions,
    aliases: new Map(Object.entries(ai.aliases)),
  }
}

/** Whether the user's `ai.protocols` accepts this report. */
export function listensTo({ ai }: Options, evidence: Evidence): boolean {
  const dialect =
    evidence.type === 'frame'
      ? evidence.dialect
      : evidence.type === 'signal'
        ? evidence.source
        : null
  return (
    dialect === null ||
    !protocolNames.has(dialect) ||
    (ai.protocols as readonly string[]).includes(dialect)
  )
}

const protocolNames: ReadonlySet<string> = new Set<AgentProtocol>([
  ...inBandDialects, // the compiler requires each in `ai.protocols`
  'osc9_4',
  'title',
])
