/**
 * Stops work that takes too long, even within one regular expression: V8 checks for termination at
 * each backtracking step. Costs 0.1 to 0.2 ms for the watching thread, so use it only for unbounded
 * work.
 */
import { Script } from 'node:vm'
import type { Limit, Limited } from '../../agents/rules/limited.ts'

const key = Symbol.for('vibeflow: work within a limit')
// scripts see only globals
const place = globalThis as unknown as Record<typeof key, (() => unknown) | undefined>
const script = new Script("globalThis[Symbol.for('vibeflow: work within a limit')]()")

export const limit: Limit = <Value>(work: () => Value, ms: number) => {
  const outer = place[key]
  place[key] = work
  try {
    return script.runInThisContext({ timeout: ms }) as Value
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return 'late'
    throw error
  } finally {
    place[key] = outer
  }
}

/** CPU time of this thread, ms. Wall time would count a busy machine. */
export const spent: Limited['spent'] = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
