/** The `[shell]` section: command, directory and environment of new tabs. */
import { bool, choice, names, pairs, section, text } from '../option.ts'

const applies = 'new tabs'
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/

export const shell = section('What a new tab runs', {
  program: text({
    applies,
    default: '',
    text:
      'The shell. Empty: $SHELL, else that of the passwd entry, else /bin/sh. ~ and ' +
      '$VARIABLE are expanded.',
  }),
  args: names({
    applies,
    default: [],
    of: 'words',
    example: ['--rcfile', '/home/me/rc'],
    text: 'Its arguments.',
  }),
  login: bool({ applies, default: false, text: 'Start it as a login shell, with -l.' }),
  working_directory: text({
    applies,
    default: 'inherit',
    text:
      '"inherit": the directory of the active tab, else your home; "home"; or a path. ~ and ' +
      '$VARIABLE are expanded.',
  }),
  env: pairs({
    applies,
    default: {},
    of: 'variables',
    key: variable,
    text: 'Environment variables for programs, besides those that vibeflow sets.',
  }),
  env_remove: names({
    applies,
    default: [],
    of: 'names of variables',
    example: ['PAGER'],
    pattern: variable,
    text: 'Environment variables that are removed.',
  }),
  term: text({
    applies,
    default: 'xterm-256color',
    pattern: /^[A-Za-z0-9._+-]+$/,
    charactersMax: 64,
    allowed: 'a name of at most 64 letters, digits and . _ + -',
    text:
      'TERM. Another value needs a terminfo entry of that name, also on the machines that you ' +
      'log in to.',
  }),
  integration: choice({
    applies,
    default: 'auto',
    of: ['auto', 'off'],
    text: 'Have bash, zsh and fish mark prompts and commands, and report directory and title.',
  }),
})
