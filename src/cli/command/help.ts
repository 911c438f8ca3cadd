/** Help texts from the table of verbs, which also makes the man pages and docs/reference. */
import { twoColumns, wrapText } from '../../base/text/wrap.ts'
import {
  programOption,
  startFlag,
  startOptions,
  tabOptions,
} from '../../core/config/start-options.ts'
import { exitRows } from '../../core/clients/exit-codes.ts'
import { optionsOf, type VerbOption, type Verb } from './verb.ts'

/** Wider text is hard to read. */
const columnsMax = 80
/** Two columns do not fit in fewer. */
const columnsMin = 40
const columns = process.stdout.isTTY
  ? Math.max(columnsMin, Math.min(columnsMax, process.stdout.columns))
  : columnsMax

type Rows = readonly (readonly [typed: string, text: string])[]

/** How arguments name a session. */
export const sessionText =
  'SESSION is a session ID or its start (at least 3 characters), or a row number of ' +
  '`vibeflow ls`. It can also be a tab title or its start, or @TOOL, the only session with ' +
  'that tool. ' +
  'Without SESSION, or with `.`, it is the session that the command runs in.'

/** Returns the text of `vibeflow VERB --help`. */
export function verbHelp(verb: Verb): string {
  const examples = verb.examples.flatMap(([command, text]) => [
    '',
    `  ${command}`,
    ...wrapText(text, columns - 6).map((line) => `${' '.repeat(6)}${line}`),
  ])
  const usage = synopses(verb).flatMap((synopsis) =>
    wrapText(synopsis, columns - 9).map((line, at) => `${at === 0 ? '' : '  '}${line}`),
  )
  return [
    ...usage.map((line, at) => `${at === 0 ? 'Usage: ' : ' '.repeat(7)}${line}`),
    '',
    ...wrapText(verb.summary, columns),
    ...descriptionOf(verb).flatMap((paragraph) => ['', ...wrapText(paragraph, columns)]),
    ...(verb.subcommands === undefined
      ? []
      : ['', 'Subcommands:', ...twoColumns(Object.entries(verb.subcommands), columns)]),
    '',
    'Options:',
    ...twoColumns(optionRows(verb), columns),
    '',
    'Examples:',
    ...examples.slice(1),
    '',
    'Exit codes:',
    ...twoColumns(exitRows(verb.exits), columns),
  ].join('\n')
}

/** Returns a line for each alternative: `vibeflow pane list`. */
export function synopses({ name, words, subcommands, raw, verbatim }: Verb): readonly string[] {
  return words.split(' | ').map((alternative) => {
    if (raw === true || verbatim === true) return `vibeflow ${name} ${alternative}`
    const [first = '', ...rest] = alternative.split(' ')
    const placed =
      subcommands === undefined ? ['[OPTIONS]', alternative] : [first, '[OPTIONS]', ...rest]
    return `vibeflow ${name} ${placed.join(' ')}`.trim()
  })
}

/** Returns the paragraphs after the summary. */
export function descriptionOf({ description, words }: Verb): readonly string[] {
  return words.includes('SESSION') ? [...description, sessionText] : description
}

/** Returns the options, including the start options that `vibeflow new` accepts. */
export function optionRows(verb: Verb): Rows {
  const own = Object.entries(optionsOf(verb)).map(
    ([name, option]) => [flag(name, option), option.text] as const,
  )
  if (verb.raw !== true) return own
  const ofTab = tabOptions.map(
    (name) => [startFlag(name, startOptions[name]), startOptions[name].text] as const,
  )
  return [[programOption.words, programOption.text], ...ofTab, ...own]
}

export function flag(name: string, { short, value }: VerbOption): string {
  return (
    `${short === undefined ? '' : `-${short}, `}--${name}` +
    `${value === undefined ? '' : ` ${value}`}`
  )
}

export function verbsHelp(verbs: readonly Verb[]): string {
  return [
    'Commands (run `vibeflow COMMAND --help` for details):',
    '',
    ...twoColumns(
      verbs.map(({ name, summary }) => [name, summary]),
      columns,
    ),
  ].join('\n')
}
