/** Whether a tab closes with its program. Pure. */
import type { Options } from '../config/table.ts'
import type { Exit } from '../session/ports.ts'
import { shellFailsWithinMs } from './limits.ts'

/**
 * `tabs.on_exit`. A program that was ended by a signal has not succeeded. A shell that is left has
 * the exit code of its last command, which says nothing of the shell.
 * @param shellRanMs how long it ran, where it is the user's shell; else null
 */
export function closesOnExit(
  onExit: Options['tabs']['on_exit'],
  { code, signal }: Exit,
  shellRanMs: number | null,
): boolean {
  const succeeded = code === 0 && signal === null
  switch (onExit) {
    case 'hold':
      return false
    case 'close':
      return true
    case 'close_on_success':
      return succeeded
    case 'auto':
      return (
        shellRanMs !== null && signal === null && (succeeded || shellRanMs >= shellFailsWithinMs)
      )
  }
}
