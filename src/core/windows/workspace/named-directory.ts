/** The configured directory of new tabs. Pure. */
import { expandPath } from '../../config/expand.ts'
import type { Options } from '../../config/table.ts'
import type { Environment } from '../../session/launch/environment.ts'

/** Reads `shell.working_directory`; `null` for the directory of the current tab. */
export function namedDirectory(
  { shell: { working_directory: wanted } }: Options,
  home: string,
  environment: Environment,
): string | null {
  if (wanted === 'inherit') return null
  return wanted === 'home' ? home : expandPath(wanted, environment, home)
}
