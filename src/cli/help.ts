/** Help and the manual page, made of the table of verbs. */
import { everyOption, type Option, type Verb } from './verb.ts'

export const exitTable: readonly (readonly [string, string])[] = [
  ['0', 'done; for wait, reached; for attach, detached or the session ended'],
  ['1', 'failed'],
  ['2', 'usage'],
  ['3', 'configuration'],
  ['4', 'no such session, an ambiguous prefix, or it ended before the verb was done'],
  ['5', 'the session refused; its code is printed'],
  ['6', 'the other side does not answer HELLO, and the verb needs it'],
  ['7', 'wait: every watched session ended first'],
  ['124', 'wait: time-out; kill: still there after 3 s'],
  ['128+n', 'ended by signal n'],
]

/** `vibeflow VERB --help`. */
export function verbHelp({ name, words, summary, options, notes = [] }: Verb): string {
  const rows = Object.entries({ ...options, ...everyOption }).map(([option, described]) => [flag(option, described), described.text] as const)
  const width = Math.max(...rows.map(([left]) => left.length))
  return [`Usage: vibeflow ${name} ${words}`.trimEnd(), '', `${summary}.`, '', ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n')
}

function flag(name: string, { short, value }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}

export function verbsHelp(verbs: readonly Verb[]): string {
  const rows = verbs.map(({ name, words, summary }) => [`${name} ${words}`.trimEnd(), summary] as const)
  const width = Math.max(...rows.map(([left]) => left.length))
  return ['Verbs (vibeflow VERB --help tells more):', '', ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n')
}

/** The manual page, in man(7). */
export function manualPage(verbs: readonly Verb[], version: string): string {
  const escape = (text: string) => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^\./gm, '\\&.')
  return [
    `.TH VIBEFLOW 1 "" "vibeflow ${version}"`,
    '.SH NAME', 'vibeflow \\- a terminal for several agents at once, and its sessions from a shell',
    '.SH SYNOPSIS', '.B vibeflow', '[options] [\\-e COMMAND ARGS...]', '.br', '.B vibeflow', 'VERB [options]',
    '.SH DESCRIPTION', 'Without a verb, opens the terminal; vibeflow \\-\\-help lists its options.', 'A verb speaks to running sessions over their sockets and needs no display.',
    'SESSION is a full id, a unique prefix of at least 3 characters, or @TOOL, the only session with that tool. Inside a session it is that session when it is left out.',
    ...verbs.flatMap(({ name, words, summary, options, notes = [] }) => [
      `.SH ${name.toUpperCase()}`, `.B vibeflow ${name}`, escape(words), '.PP', escape(`${summary}.`),
      ...Object.entries({ ...options, ...everyOption }).flatMap(([option, described]) => ['.TP', `.B ${escape(flag(option, described))}`, escape(described.text)]),
      ...(notes.length === 0 ? [] : ['.PP', ...notes.map(escape)]),
    ]),
    '.SH EXIT STATUS', ...exitTable.flatMap(([code, text]) => ['.TP', `.B ${code}`, escape(text)]),
    '.SH ENVIRONMENT', '.TP', '.B VIBEFLOW_SOCKET, VIBEFLOW_SESSION_ID', 'the session that a program runs in', '.TP', '.B XDG_RUNTIME_DIR', 'where the sockets lie, in vibeflow/', '',
  ].join('\n')
}
