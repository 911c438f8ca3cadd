/** Man pages from the tables of options and verbs, for packages: one for each verb. */
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
import { exitRows, startExits } from '../../core/clients/exit-codes.ts'
import { descriptionOf, optionRows, sessionText, synopses } from './help.ts'
import type { Verb } from './verb.ts'
import { allVerbs } from '../verbs/index.ts'

type Rows = readonly (readonly [typed: string, text: string])[]

/** Returns the text of each page by its file name. */
export async function manualPages(version: string): Promise<Readonly<Record<string, string>>> {
  const verbs = await allVerbs()
  return {
    'vibeflow.1': mainPage(verbs, version),
    'vibeflow-emit.1': emitPage(version),
    ...Object.fromEntries(verbs.map((verb) => [`${pageName(verb)}.1`, verbPage(verb, version)])),
  }
}

function pageName({ name }: Verb): string {
  return `vibeflow-${name}`
}

function mainPage(verbs: readonly Verb[], version: string): string {
  return [
    ...head('vibeflow', version, 'a terminal that shows what your AI coding agents are doing'),
    '.SH SYNOPSIS',
    ...synopsis(['vibeflow [OPTIONS] [-e PROGRAM [ARG...]]', 'vibeflow COMMAND [OPTIONS]']),
    '.SH DESCRIPTION',
    'Without a command, vibeflow opens the terminal.',
    'Commands control running sessions over their sockets and need no display.',
    ...paragraphs([sessionText]),
    '.SH OPTIONS',
    ...items([
      [programOption.words, programOption.text],
      ...startOptionEntries().map(
        ([name, option]) => [startFlag(name, option), option.text] as const,
      ),
    ]),
    '.SH COMMANDS',
    ...verbs.flatMap((verb) => ['.TP', `.BR ${roff(pageName(verb))} (1)`, prose(verb.summary)]),
    '.SH EXIT STATUS',
    ...items(exitRows(startExits)),
    '.SH ENVIRONMENT',
    ...items([
      ['VIBEFLOW_SOCKET, VIBEFLOW_SESSION_ID', 'The session that a program runs in.'],
      ['XDG_RUNTIME_DIR', 'The sockets are in its directory vibeflow.'],
    ]),
    '.SH FILES',
    ...items([
      ['~/.config/vibeflow/config.toml', 'The configuration. Check it with --check-config.'],
      ['~/.config/vibeflow/themes/NAME.toml', 'Your themes.'],
      ['~/.config/vibeflow/layouts/NAME.toml', 'Your layouts.'],
    ]),
    manualOptions().trimEnd(),
    '.SH SEE ALSO',
    ['vibeflow-emit', ...verbs.map(pageName)]
      .map((name, at, { length }) => `.BR ${roff(name)} (1)${at < length - 1 ? ',' : ''}`)
      .join('\n'),
    '',
  ].join('\n')
}

function verbPage(verb: Verb, version: string): string {
  return [
    ...head(pageName(verb), version, nameText(verb)),
    '.SH SYNOPSIS',
    ...synopsis(synopses(verb)),
    '.SH DESCRIPTION',
    ...paragraphs(descriptionOf(verb)),
    ...(verb.subcommands === undefined
      ? []
      : ['.SH SUBCOMMANDS', ...items(Object.entries(verb.subcommands))]),
    '.SH OPTIONS',
    ...items(optionRows(verb)),
    '.SH EXAMPLES',
    ...items(verb.examples),
    '.SH EXIT STATUS',
    ...items(exitRows(verb.exits)),
    '.SH SEE ALSO',
    '.BR vibeflow (1)',
    '',
  ].join('\n')
}

/** Returns the summary in the form of the section NAME: lower case, without a period. */
function nameText({ summary }: Verb): string {
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1, -1)}`
}

function emitPage(version: string): string {
  return [
    ...head('vibeflow-emit', version, 'report the state of a program to the terminal'),
    '.SH SYNOPSIS',
    ...synopsis(
      usage
        .replace(/\n {8,}/g, ' ')
        .split('\n')
        .map((line) => line.replace(/^usage: +| {2,}/g, '')),
    ),
    '.SH DESCRIPTION',
    'Reports the state of a program to the terminal that it runs in. vibeflow shows the state in ' +
      'the tab. A report holds while the program runs that sent it: it ends when a shell with ' +
      'integration shows its next prompt.',
    '.SS States',
    ...items(emitStates),
    '.SH OPTIONS',
    ...items(emitOptions),
    ...paragraphs([
      'To pass a value that starts with a hyphen, use --name=value. One further argument that ' +
        'starts with { is ignored, because Codex appends its event.',
    ]),
    '.SH TARGETS',
    'The report is sent to the first of these that accepts it:',
    ...items(emitTargets),
    '.SH EXIT STATUS',
    ...items(emitExits),
    '.SH EXAMPLES',
    ...items(emitExamples),
    '.SH SEE ALSO',
    '.BR vibeflow (1)',
    '',
  ].join('\n')
}

function head(name: string, version: string, summary: string): string[] {
  return [
    `.TH ${roff(name.toUpperCase())} 1 "" "vibeflow ${version}"`,
    '.SH NAME',
    `${roff(name)} \\- ${prose(summary)}`,
  ]
}

function synopsis(lines: readonly string[]): string[] {
  return ['.nf', ...lines.map(roff), '.fi']
}

function paragraphs(texts: readonly string[]): string[] {
  return texts.flatMap((text) => ['.PP', prose(text)])
}

function items(rows: Rows): string[] {
  return roffItems(rows).map(bold)
}

function prose(text: string): string {
  return bold(roff(text))
}

/** Makes code in backticks bold. */
function bold(line: string): string {
  return line.replace(/`([^`]+)`/g, '\\fB$1\\fR')
}
