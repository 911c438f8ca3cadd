/** The folder in which the configuration wants new tabs to start. Pure. */
import { expandPath } from '../../config/expand.ts'
import type { Options } from '../../config/table.ts'
import type { Environment } from '../../session/launch/environment.ts'

/** `shell.working_directory`: the folder of a new tab, or null for that of the tab beside it. */
export function namedDirectory(
  { shell: { working_directory: wanted } }: Options,
  home: string,
  environment: Environment,
): string | null {
  if (wanted === 'inherit') return null
  return wanted === 'home' ? home : expandPath(wanted, environment, home)
}
