/**
 * How a shell is made to load our marks (src/integrations/shell) beside everything of the user's
 * own. Only a plain interactive start of bash, zsh or fish is touched; nothing of it reaches the
 * programs that the shell starts, a nested shell, ssh or tmux. Pure.
 */
import type { Launch } from '../ports.ts'
import { baseName } from '../../../base/text/base-name.ts'
import type { Environment } from './environment.ts'

type Started = Pick<Launch, 'program' | 'args' | 'environment' | 'integration'>

/** `0` in vibeflow's own environment turns all of it off. */
const optOut = 'VIBEFLOW_SHELL_INTEGRATION'

const plainArguments = new Set(['-l', '--login', '-i', '--interactive', '-il', '-li'])

/**
 * The launch with the integration of its shell; the same launch for anything else. `folder`: where
 * src/integrations/shell lies, absolute.
 */
export function withShellIntegration<Any extends Started>(launch: Any, folder: string): Any {
  const { program, args, environment, integration = true } = launch
  // Any other argument is a script, a command, or a wish about start-up files.
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

/**
 * bash reads no file of ours in a login shell, but in POSIX mode it reads $ENV; the script leaves
 * that mode first of all.
 */
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
      // In POSIX mode the history would be another file.
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

/** fish reads vendor_conf.d below each of these folders. An unset list means the usual two. */
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
