/**
 * Makes a shell load vibeflow's marks (src/integrations/shell) in addition to the user's
 * configuration. Only plain interactive starts of bash, zsh or fish are changed, and nothing
 * reaches programs that the shell starts, nested shells, ssh or tmux. Pure.
 */
import type { Launch } from '../ports.ts'
import { baseName } from '../../../base/text/base-name.ts'
import type { Environment } from './environment.ts'

type Started = Pick<Launch, 'program' | 'args' | 'environment' | 'integration'>

/** `0` in vibeflow's own environment disables all of it. */
const optOut = 'VIBEFLOW_SHELL_INTEGRATION'

const plainArguments = new Set(['-l', '--login', '-i', '--interactive', '-il', '-li'])

/** Adds a shell's integration to a launch. `folder`: absolute path of src/integrations/shell. */
export function withShellIntegration<Any extends Started>(launch: Any, folder: string): Any {
  const { program, args, environment, integration = true } = launch
  // Any other argument is a script, a command, or an option about startup files.
  if (
    !integration ||
    environment[optOut] === '0' ||
    !args.every((word) => plainArguments.has(word))
  )
    return launch
  switch (baseName(program).replace(/^-/, '')) {
    case 'bash':
      return { ...launch, ...bash(args, environment, `${folder}/bash/vibeflow.bash`) }
    case 'zsh':
      return { ...launch, environment: zsh(environment, `${folder}/zsh`) }
    case 'fish':
      return folder.includes(':')
        ? launch
        : { ...launch, environment: fish(environment, `${folder}/fish`) }
    default:
      return launch
  }
}

/** A login bash reads $ENV only in POSIX mode, which the script leaves first. */
function bash(
  args: readonly string[],
  environment: Environment,
  script: string,
): Pick<Started, 'args' | 'environment'> {
  if (!args.some((word) => word === '--login' || /^-i?l/.test(word)))
    return { args: ['--rcfile', script, ...args], environment }
  const home = environment['HOME']
  return {
    args: ['--posix', ...args],
    environment: {
      ...environment,
      ENV: script,
      VIBEFLOW_BASH_LOGIN: '1',
      ...(environment['ENV'] === undefined ? {} : { VIBEFLOW_BASH_ENV: environment['ENV'] }),
      // POSIX mode would use another history file.
      ...(environment['HISTFILE'] !== undefined || home === undefined
        ? {}
        : { HISTFILE: `${home}/.bash_history`, VIBEFLOW_BASH_HISTFILE: '1' }),
    },
  }
}

function zsh(environment: Environment, folder: string): Environment {
  const own = environment['ZDOTDIR']
  return {
    ...environment,
    ZDOTDIR: folder,
    ...(own === undefined ? {} : { VIBEFLOW_ZDOTDIR: own }),
  }
}

/** fish reads vendor_conf.d below each directory. Unset means the default two. */
function fish(environment: Environment, folder: string): Environment {
  const own = environment['XDG_DATA_DIRS']
  return own === undefined || own === ''
    ? {
        ...environment,
        XDG_DATA_DIRS: `${folder}:/usr/local/share:/usr/share`,
        VIBEFLOW_XDG_DATA_DIRS_UNSET: '1',
      }
    : { ...environment, XDG_DATA_DIRS: `${folder}:${own}`, VIBEFLOW_XDG_DATA_DIRS: own }
}
