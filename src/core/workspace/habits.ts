/** What a window does by itself, as the configuration wants it. */
import { expandPath } from '../config/expand.ts'
import type { Options } from '../config/table.ts'
import type { Environment } from '../session/launch/environment.ts'
import type { Exit } from '../session/ports.ts'

/** `tabs.on_exit`. A program that was ended by a signal has not succeeded. */
export function closesOnExit(onExit: Options['tabs']['on_exit'], { code, signal }: Exit): boolean {
  return onExit === 'close' || (onExit === 'close_on_success' && code === 0 && signal === null)
}

/** `shell.working_directory`: the folder of a new tab, or null for that of the tab beside it. */
export function namedDirectory(
  { shell: { working_directory: wanted } }: Options,
  home: string,
  environment: Environment,
): string | null {
  if (wanted === 'inherit') return null
  return wanted === 'home' ? home : expandPath(wanted, environment, home)
}
