/** Manual pages from the tables of options and verbs, for `npm run package`. */
import { programOption, startFlag, startOptionEntries } from '../../core/config/start-options.ts'
import { manualOptions } from '../../core/config/manual.ts'
import { roff, roffItems } from '../../base/text/roff.ts'
import {
  emitExamples,
  emitExits,
  emitOptions,
  emitStates,
  emitTargets,
  usage,
} from '../../protocol/bin/help.ts'
import { flag } from './help.ts'
import { optionsOf, type Verb } from './verb.ts'
import { allVerbs } from '../verbs/index.ts'

const exitTable: readonly (readonly [string, string])[] = [
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

export async function manualPages(version: string): Promise<Readonly<Record<string, string>>> {
  return {
    'vibeflow.1': manualPage(await allVerbs(), version),
    'vibeflow-emit.1': emitManualPage(version),
  }
}

function manualPage(verbs: readonly Verb[], version: string): string {
  return [
    ...head('VIBEFLOW', version),
    '.SH NAME',
    'vibeflow \\- a terminal for several agents at once, and its sessions from a shell',
    '.SH SYNOPSIS',
    '.B vibeflow',
    '[options] [\\-e COMMAND ARGS...]',
    '.br',
    '.B vibeflow',
    'VERB [options]',
    '.SH DESCRIPTION',
    'Without a verb, opens the terminal.',
    'A verb speaks to running sessions over their sockets and needs no display.',
    'SESSION is a full id, a unique prefix of at least 3 characters, its row in the list of ' +
      'ls, from 1 on, the title of its tab or the beginning of that, or @TOOL, the only ' +
      'session with that tool. Inside a session it is that session when it is left out, or is ' +
      'a dot.',
    '.SH OPTIONS OF THE START',
    ...roffItems([
      [programOption.words, programOption.text],
      ...startOptionEntries().map(
        ([name, option]) => [startFlag(name, option), option.text] as const,
      ),
    ]),
    ...verbs.flatMap((verb) => {
      const { name, words, summary, notes = [] } = verb
      return [
        `.SH ${name.toUpperCase()}`,
        `.B vibeflow ${name}`,
        ...(words === '' ? [] : [roff(words)]),
        '.PP',
        roff(`${summary}.`),
        ...roffItems(
          Object.entries(optionsOf(verb)).map(
            ([option, described]) => [flag(option, described), described.text] as const,
          ),
        ),
        ...(notes.length === 0 ? [] : ['.PP', ...notes.map(roff)]),
      ]
    }),
    '.SH EXIT STATUS',
    ...roffItems(exitTable),
    '.SH ENVIRONMENT',
    ...roffItems([
      ['VIBEFLOW_SOCKET, VIBEFLOW_SESSION_ID', 'the session that a program runs in'],
      ['XDG_RUNTIME_DIR', 'where the sockets lie, in vibeflow/'],
    ]),
    '.SH FILES',
    ...roffItems([
      ['~/.config/vibeflow/config.toml', 'the configuration; vibeflow --check-config reads it'],
      ['~/.config/vibeflow/themes/NAME.toml', 'themes of your own'],
    ]),
    manualOptions().trimEnd(),
    '.SH SEE ALSO',
    '.BR vibeflow\\-emit (1)',
    '',
  ].join('\n')
}

function emitManualPage(version: string): string {
  return [
    ...head('VIBEFLOW\\-EMIT', version),
    '.SH NAME',
    'vibeflow\\-emit \\- report to the terminal what your program is doing',
    '.SH SYNOPSIS',
    '.nf',
    ...usage
      .replace(/\n {8,}/g, ' ')
      .split('\n')
      .map((line) => roff(line.replace(/^usage: +| {2,}/g, ''))),
    '.fi',
    '.SH DESCRIPTION',
    'Says the state of a program to the terminal that it runs in; vibeflow shows it at the ' +
      'tab. What is said holds while the program runs that says it: the next prompt of a ' +
      'shell with integration ends it.',
    '.SS States',
    ...roffItems(emitStates),
    '.SH OPTIONS',
    ...roffItems(emitOptions),
    '.PP',
    'A value that begins with a hyphen is written \\-\\-name=value. One further argument ' +
      'that begins with { is ignored, since Codex appends its event.',
    '.SH WHERE IT GOES',
    'To the first that takes it:',
    ...roffItems(emitTargets),
    '.SH EXIT STATUS',
    ...roffItems(emitExits),
    '.SH EXAMPLES',
    '.nf',
    ...emitExamples.map(roff),
    '.fi',
    '.SH SEE ALSO',
    '.BR vibeflow (1)',
    '',
  ].join('\n')
}

function head(name: string, version: string): string[] {
  return [`.TH ${name} 1 "" "vibeflow ${version}"`]
}
