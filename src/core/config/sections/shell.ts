/** The `[shell]` and `[worktrees]` sections: command, directory and environment of new tabs. */
import { bool, choice, names, pairs, section, text } from '../option.ts'

const applies = 'new tabs'
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/

export const shell = section('Shell', {
  program: text({
    label: 'Shell',
    applies,
    default: '',
    text:
      'Shell to run. Leave empty to use $SHELL, then your login shell, then /bin/sh. ~ and ' +
      '$VARIABLE are expanded.',
  }),
  args: names({
    label: 'Shell arguments',
    applies,
    default: [],
    of: 'strings',
    example: ['--rcfile', '/home/me/rc'],
    text: 'Arguments for the shell.',
  }),
  login: bool({
    label: 'Login shell',
    applies,
    default: false,
    text: 'Start the shell as a login shell (-l).',
  }),
  working_directory: text({
    label: 'Working directory',
    applies,
    default: 'inherit',
    text:
      'Directory in which a tab starts. "inherit": the active tab\'s directory, otherwise ' +
      'your home directory. "home": your home directory. Or a path, in which ~ and $VARIABLE ' +
      'are expanded.',
  }),
  env: pairs({
    label: 'Environment variables',
    applies,
    default: {},
    of: 'variables',
    key: variable,
    text: 'Set environment variables for programs, in addition to the variables of vibeflow.',
  }),
  env_remove: names({
    label: 'Variables to remove',
    applies,
    default: [],
    of: 'variable names',
    example: ['PAGER'],
    pattern: variable,
    text: 'Remove environment variables for programs.',
  }),
  term: text({
    label: 'TERM',
    applies,
    default: 'xterm-256color',
    pattern: /^[A-Za-z0-9._+-]+$/,
    charactersMax: 64,
    allowed: 'a name of up to 64 letters, digits and . _ + -',
    text:
      'Value of TERM. Other values need a matching terminfo entry, also on machines that you log ' +
      'in to.',
  }),
  integration: choice({
    label: 'Shell integration',
    applies,
    default: 'auto',
    of: ['auto', 'off'],
    text: 'Let bash, zsh and fish mark prompts and commands and report their directory and title.',
  }),
})

export const worktrees = section('Worktrees', {
  directory: text({
    label: 'Directory of new worktrees',
    default: '../{repo}-{branch}',
    allowed: 'a path that contains {branch}',
    check: (path) => path.includes('{branch}'),
    text:
      'Directory of a worktree that vibeflow creates, relative to the repository. {repo} is the ' +
      'name of the repository, {branch} that of the branch. ~ and $VARIABLE are expanded.',
  }),
})
