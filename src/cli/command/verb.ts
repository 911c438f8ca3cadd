/** Definition of a verb, also for help, completion and the manual page. */
import { noneOf } from '../../base/numbers/nearest.ts'
import { type CommandError, usageError } from './exit-codes.ts'
import type { ProcessEnvironment } from '../client/discover.ts'

export interface VerbOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** Placeholder of its value in help: `SECONDS`. */
  readonly value?: string
  /** Choices for completion; with `LIST` as value, a comma-separated list of them. */
  readonly choices?: readonly string[]
  readonly text: string
  /** First words with which it is allowed. */
  readonly of?: readonly string[]
}

/** Files of src/host and src/integrations, or their builds. */
export interface Workers {
  readonly shadow: string
  readonly rules: string
  readonly scripts: string
}

export interface VerbContext {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: ProcessEnvironment
  readonly directory: string
  readonly version: string
  readonly workers: Workers
  readonly json: boolean
  /** Prints a line; ignored with `--json`. */
  readonly say: (line: string) => void
  /** Writes exactly this to standard output; ignored with `--json`. */
  readonly write: (content: string | Uint8Array) => void
  /** Prints the JSON document of `--json`. */
  readonly document: (value: Readonly<Record<string, unknown>>) => void
  readonly complain: (line: string) => void
}

export interface Verb {
  readonly name: string
  /** Words after the name: `SESSION [TEXT...]`. */
  readonly words: string
  readonly summary: string
  readonly among?: readonly string[]
  readonly options: Readonly<Record<string, VerbOption>>
  readonly notes?: readonly string[]
  /** Hint after an unknown option. */
  readonly instead?: string
  /** Passes its words on: used by `new`. */
  readonly raw?: true
  /** All words belong to another program, except a lone `--help`. */
  readonly verbatim?: true
  /** Completed as this command with the same words. */
  readonly completedAs?: string
  /** Everything from the first word without a dash on is a command with its own options. */
  readonly wrapsCommand?: true
  /** Resolves with the exit code. Rejects with `CommandError`. */
  readonly run: (context: VerbContext) => Promise<number>
}

/** Options of all verbs that work on a session. */
export const sessionOptions = {
  socket: { type: 'string', value: 'PATH', text: 'the session by its socket' },
} as const satisfies Verb['options']

const everyOption = {
  json: { type: 'boolean', text: 'one JSON document on standard output' },
  help: { type: 'boolean', short: 'h', text: 'this text' },
} as const satisfies Verb['options']

/** Returns its own options first. They override the common ones. */
export function optionsOf({
  options,
  verbatim,
}: Pick<Verb, 'options' | 'verbatim'>): Verb['options'] {
  if (verbatim === true) return { help: { type: 'boolean', text: everyOption.help.text } }
  return { ...options, ...everyOption, ...options }
}

/** Returns the error for a first word that the verb does not know. */
export function noAct({ name, among = [] }: Verb, word: string | undefined): CommandError {
  const message =
    word === undefined || word === ''
      ? `say what to do: ${among.join(', ')}.`
      : noneOf(word, `word of vibeflow ${name}`, among)
  return usageError(`${message} vibeflow ${name} --help says more.`)
}

export function optionText({ values }: Pick<VerbContext, 'values'>, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

export function isOn({ values }: Pick<VerbContext, 'values'>, name: string): boolean {
  return values[name] === true
}
