/**
 * Work that is stopped when it takes too long, also in the middle of one regular expression: V8
 * looks at each step back whether it is to end. Costs 0.1 to 0.2 ms, for the thread that watches;
 * so it is for work that may take for ever, and for nothing else.
 */
import { Script } from 'node:vm'
import type { Limit, Limited } from '../../agents/rules/limited.ts'

const key = Symbol.for('vibeflow: work within a limit')
// a script sees nothing but what is global
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

/**
 * Processor time of this thread, ms: on a busy machine much time passes in which it does nothing.
 */
export const spent: Limited['spent'] = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
