/** Whether a tab closes with its program. Pure. */
import type { Options } from '../config/table.ts'
import type { Exit } from '../session/ports.ts'

/** `tabs.on_exit`. A program that was ended by a signal has not succeeded. */
export function closesOnExit(onExit: Options['tabs']['on_exit'], { code, signal }: Exit): boolean {
  return onExit === 'close' || (onExit === 'close_on_success' && code === 0 && signal === null)
}
