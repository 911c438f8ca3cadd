/** `vibeflow VERB`: runs the verb, prints errors and returns the exit code. */
import { parseArgs } from 'node:util'
import type { ProcessEnvironment } from '../client/discover.ts'
import { didYouMean, nearest } from '../../base/numbers/nearest.ts'
import { lineCharactersMax, safeJson, safeText } from '../../base/text/safe-text.ts'
import { exits } from '../../core/clients/exit-codes.ts'
import { usageError } from './exit-codes.ts'
import { explained } from './error-text.ts'
import { verbHelp, verbsHelp } from './help.ts'
import { optionsOf, type VerbContext, type Verb, type Workers } from './verb.ts'
import { allVerbs, verbNamed, verbNames } from '../verbs/index.ts'
import { errorMessage } from '../../base/text/error-message.ts'

export interface ProcessIo {
  readonly environment: ProcessEnvironment
  readonly directory: string
  readonly version: string
  readonly workers: Workers
  readonly out: (text: string | Uint8Array) => void
  readonly err: (text: string) => void
}

/** Removes control sequences from titles, directories and messages, which come from programs. */
function forPeople(text: string): string {
  return text
    .split('\n')
    .map((line) => safeText(line, lineCharactersMax))
    .join('\n')
}

/** @param words arguments; the first is the verb */
export async function runCli(words: readonly string[], around: ProcessIo): Promise<number> {
  const [name, ...rest] = words
  if (name === 'help') return help(rest, around)
  const verb = await verbNamed(name ?? '')
  const json =
    verb?.verbatim !== true && (verb === null ? rest : split(verb, rest).own).includes('--json')
  if (verb === null) {
    return unknown(name ?? '', around, json)
  }
  try {
    return await run(verb, rest, around)
  } catch (error) {
    const { code, exit, message } = explained(error)
    if (json) around.out(`${safeJson({ v: 1, error: { code, message } })}\n`)
    else {
      around.err(`vibeflow ${verb.name}: ${forPeople(message)}\n`)
      if (exit === exits.usage) around.err(`Run \`vibeflow ${verb.name} --help\` for usage.\n`)
    }
    return exit
  }
}

async function unknown(name: string, around: ProcessIo, json: boolean): Promise<number> {
  const message =
    name === ''
      ? 'the command is empty.'
      : `unknown command "${name}".${didYouMean(meantVerb(name))}`
  if (json) around.out(`${safeJson({ v: 1, error: { code: 'usage', message } })}\n`)
  else around.err(`${verbsHelp(await allVerbs())}\n\nvibeflow: ${forPeople(message)}\n`)
  return exits.usage
}

/** `vibeflow help [VERB]`. */
async function help([name]: readonly string[], around: ProcessIo): Promise<number> {
  const verb = await verbNamed(name ?? '')
  if (verb === null && name !== undefined && name !== '--help' && name !== '-h')
    return unknown(name, around, false)
  const text =
    verb === null
      ? 'Usage: vibeflow [OPTIONS] [-e COMMAND ARGS...]\n       vibeflow COMMAND [OPTIONS]\n\n' +
        'Without a command, vibeflow opens the terminal (run `vibeflow --help` for options).\n\n' +
        verbsHelp(await allVerbs())
      : verbHelp(verb)
  around.out(`${text}\n`)
  return 0
}

/** Refuses extra words before anything is done: `vibeflow kill one two` would end only one. */
function refuseSurplus(
  { name, words, raw }: Verb,
  positionals: readonly string[],
  isSocketNamed: boolean,
): void {
  if (raw === true || words.includes('...')) return
  const most = (words.split(' | ')[0] ?? '')
    .split(' ')
    .filter((word) => word !== '' && !(isSocketNamed && word.includes('SESSION'))).length
  const surplus = positionals[most]
  if (surplus !== undefined)
    throw usageError(
      (
        `unexpected argument "${surplus}"` +
        `${isSocketNamed ? ' (--socket selects the session)' : ''}. ` +
        `Usage: vibeflow ${name} ${words}`
      ).trimEnd(),
    )
}

/** Refuses an option of another act, such as `layout list --overwrite`, which would do nothing. */
function refuseStray(
  { options }: Verb,
  act: string | undefined,
  values: VerbContext['values'],
): void {
  for (const [name, { of }] of Object.entries(options))
    if (of !== undefined && values[name] !== undefined && act !== undefined && !of.includes(act))
      throw usageError(`--${name} can only be used with ${of.join(', ')}, not with ${act}.`)
}

type Arguments = Pick<VerbContext, 'values' | 'positionals' | 'beforeCommand'>

/**
 * Returns the options and other arguments of a verb.
 * @throws CommandError for arguments that it does not accept
 */
export function parseArguments(verb: Verb, words: readonly string[]): Arguments {
  const found =
    verb.verbatim === true
      ? { values: { help: words.length === 1 && words[0] === '--help' }, positionals: words }
      : verb.raw === true
        ? rawWords(words)
        : parsed(verb, words)
  const { values, positionals } = found
  if (values['help'] === true) return found
  refuseSurplus(verb, positionals, values['socket'] !== undefined)
  refuseStray(verb, positionals[0], values)
  return found
}

async function run(
  verb: Verb,
  words: readonly string[],
  { environment, directory, version, workers, out, err }: ProcessIo,
): Promise<number> {
  const { values, positionals, beforeCommand = null } = parseArguments(verb, words)
  if (values['help'] === true) {
    out(`${verbHelp(verb)}\n`)
    return 0
  }
  const json = values['json'] === true
  const context: VerbContext = {
    positionals,
    beforeCommand,
    values,
    environment,
    directory,
    version,
    workers,
    json,
    say: (line) => {
      if (!json) out(`${forPeople(line)}\n`)
    },
    write: (content) => {
      if (!json) out(content)
    },
    document: (value) => {
      if (json) out(`${safeJson({ v: 1, ...value })}\n`)
    },
    complain: (line) => err(`vibeflow: ${forPeople(line)}\n`),
  }
  return verb.run(context)
}

function parsed(verb: Verb, words: readonly string[]): Arguments {
  const { own, command } = split(verb, words)
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...own],
      options: parsedOptions(verb),
      strict: true,
      allowPositionals: true,
      tokens: true,
    })
    const end = tokens.findIndex(({ kind }) => kind === 'option-terminator')
    const before = tokens.slice(0, end).filter(({ kind }) => kind === 'positional').length
    return {
      values: values as VerbContext['values'],
      positionals: [...positionals, ...command],
      beforeCommand: end === -1 ? null : before,
    }
  } catch (error) {
    const text = errorMessage(error).split('\n')[0] ?? ''
    const unknown = /Unknown option '(--?[^']*)'/.exec(text)?.[1]
    if (unknown !== undefined) throw usageError(noOption(verb, unknown))
    const [, word = '', problem = ''] =
      /^Option '(?:-\w, )?(--?[\w-]+)[^']*' (.*)$/.exec(text) ?? []
    throw usageError(valueProblem(verb, word, problem) ?? `${text}.`)
  }
}

/** Explains an error in an option's value. Returns `null` for other errors. */
function valueProblem(verb: Verb, word: string, problem: string): string | null {
  const options = Object.entries(optionsOf(verb))
  const [name, option] =
    options.find(([long, { short }]) => [`--${long}`, `-${short}`].includes(word)) ?? []
  if (name === undefined || option === undefined) return null
  if (problem.startsWith('does not take')) return `--${name} does not accept a value.`
  const { value = 'VALUE', choices } = option
  const wanted = choices === undefined ? '' : ` (${choices.join(', ')})`
  if (problem.startsWith('argument missing'))
    return `--${name} requires a value: ${value}${wanted}.`
  return problem.startsWith('argument is ambiguous')
    ? `--${name} requires a value. To pass a value that starts with "-", use --${name}=${value}.`
    : null
}

function parsedOptions(verb: Verb): Record<string, { type: 'string' | 'boolean'; short?: string }> {
  return Object.fromEntries(
    Object.entries(optionsOf(verb)).map(([name, { type, short }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }) },
    ]),
  )
}

/** Splits vibeflow's arguments from those of a wrapped command. */
function split(
  verb: Verb,
  words: readonly string[],
): { readonly own: readonly string[]; readonly command: readonly string[] } {
  if (verb.wrapsCommand !== true) return { own: words, command: [] }
  const options = optionsOf(verb)
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') return { own: words.slice(0, at), command: words.slice(at + 1) }
    if (!word.startsWith('-')) break
    if (options[word.replace(/^--/, '')]?.type === 'string') at += 1 // the next word is its value
  }
  return { own: words.slice(0, at), command: words.slice(at) }
}

/** Parses vibeflow's options before `-e` and `--`. The rest is passed on. */
function rawWords(words: readonly string[]): Arguments {
  const at = words.findIndex((word) => word === '-e' || word === '--')
  const own = at === -1 ? words : words.slice(0, at)
  const is = (...names: string[]) => own.some((word) => names.includes(word))
  return {
    values: { json: is('--json'), help: is('--help', '-h') },
    positionals: words.filter((word, index) => !(word === '--json' && (at === -1 || index < at))),
  }
}

function noOption(verb: Verb, word: string): string {
  const options = Object.entries(optionsOf(verb))
  const name = word.replace(/^-+/, '')
  // `--svg` is a value of another option
  const having = options.find(([, { choices = [] }]) => choices.includes(name))
  const near = nearest(
    name,
    options.map(([option]) => option),
  )
  const meant =
    having === undefined ? (near === null ? null : `"--${near}"`) : `"--${having[0]} ${name}"`
  return (
    `unknown option "${word}".${didYouMean(meant)} Options: ` +
    `${options.map(([option]) => `--${option}`).join(', ')}.` +
    (verb.instead === undefined ? '' : ` ${verb.instead}`)
  )
}

/** `emit` is a separate command, since it is for machines without vibeflow. */
function meantVerb(word: string): string | null {
  if (word === 'emit') return '"vibeflow-emit"'
  const name =
    verbNames.find((one) => word.length > 1 && one.startsWith(word)) ?? nearest(word, verbNames)
  return name === null ? null : `"${name}"`
}
