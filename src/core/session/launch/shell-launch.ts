/** The default command and environment of a tab, from `[shell]` of the configuration. Pure. */
import { expandPath } from '../../config/expand.ts'
import type { Options } from '../../config/table.ts'
import { childEnvironment, type Environment } from './environment.ts'
import type { Command } from '../../../base/command.ts'
import { userShell } from './launch.ts'

export interface ShellFacts {
  /** Environment of the requester: this process, or a second start. */
  readonly parent: Readonly<Record<string, string | undefined>>
  readonly passwdShell: string | null
  readonly home: string
  readonly version: string
  /** Directory for the end of PATH; `null` if there is nothing to add. */
  readonly commands: string | null
}

export function shellLaunch(
  { shell }: Options,
  { parent, passwdShell, home, version, commands }: ShellFacts,
): { readonly shell: Command; readonly environment: Environment } {
  const environment = childEnvironment(parent, {
    term: shell.term,
    version,
    commands,
    added: shell.env,
    removed: shell.env_remove,
  })
  const usual = userShell(environment, passwdShell, { login: shell.login })
  const program =
    shell.program === '' ? usual.program : expandPath(shell.program, environment, home)
  return { environment, shell: { program, args: [...usual.args, ...shell.args] } }
}
