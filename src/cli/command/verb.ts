/** Definition of a verb, also for help, completion and the manual page. */
import { noneOf } from '../../base/numbers/nearest.ts'
import type { ExitTexts } from '../../core/clients/exit-codes.ts'
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
  /** File of the theme collection. */
  readonly themes?: string
  /** The process for sessions without a window (src/main/instance/windowless.ts). */
  readonly windowless?: string
}

export interface VerbContext {
  readonly positionals: readonly string[]
  /** Positionals before `--`; `null` without one. */
  readonly beforeCommand?: number | null
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
  /** Arguments after the name: `SESSION [TEXT...]`. ` | ` separates alternatives. */
  readonly words: string
  /** An imperative sentence: `List running sessions.` */
  readonly summary: string
  /** Paragraphs, with code in backticks. */
  readonly description: readonly string[]
  /** Values of the first argument. */
  readonly among?: readonly string[]
  /** First arguments that select the verb's action, with sentences. */
  readonly subcommands?: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, VerbOption>>
  readonly examples: readonly (readonly [command: string, text: string])[]
  readonly exits: ExitTexts
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
  socket: { type: 'string', value: 'PATH', text: 'Use the session with this socket.' },
} as const satisfies Verb['options']

const everyOption = {
  json: { type: 'boolean', text: 'Print one JSON document to standard output.' },
  help: { type: 'boolean', short: 'h', text: 'Print this help and exit.' },
} as const satisfies Verb['options']

/** Returns its own options first. They override the common ones. */
export function optionsOf({
  options,
  verbatim,
}: Pick<Verb, 'options' | 'verbatim'>): Verb['options'] {
  if (verbatim === true) return { help: { type: 'boolean', text: everyOption.help.text } }
  return { ...options, ...everyOption, ...options }
}

/** Returns the error for a subcommand that is missing or unknown. */
export function noAct({ subcommands = {} }: Verb, word: string | undefined): CommandError {
  const names = Object.keys(subcommands)
  const message =
    word === undefined || word === ''
      ? `missing subcommand. Available: ${names.join(', ')}.`
      : noneOf(word, 'subcommand', names)
  return usageError(message)
}

export function optionText({ values }: Pick<VerbContext, 'values'>, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

export function isOn({ values }: Pick<VerbContext, 'values'>, name: string): boolean {
  return values[name] === true
}
