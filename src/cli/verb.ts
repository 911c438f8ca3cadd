/**
 * What a verb is: its words, its options, and what it does. Help, completion and the manual page
 * are made of the same table.
 */
import { noneOf } from '../base/nearest.ts'
import { CommandError } from './exit-codes.ts'
import type { ProcessEnvironment } from './client/discover.ts'

export interface VerbOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** Of its value, for help: `SECONDS`. */
  readonly value?: string
  /** What the value may be, for completion; with `LIST` as value several of them, by comma. */
  readonly choices?: readonly string[]
  readonly text: string
  /** Goes with these first words only. */
  readonly of?: readonly string[]
}

/** Files of src/host and src/integrations, or what was built of them. */
export interface Workers {
  /** host/shadow/worker.ts */
  readonly shadow: string
  /** host/config/agent-rules/check-worker.ts */
  readonly rules: string
  /** The folder of src/integrations/shell. */
  readonly scripts: string
}

/** What a verb works with. */
export interface VerbContext {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: ProcessEnvironment
  readonly directory: string
  readonly version: string
  /** Programs of worker threads, for verbs that need some. */
  readonly workers: Workers
  readonly json: boolean
  /** A line for people; not with `--json`. */
  readonly say: (line: string) => void
  /** Exactly this to standard output; not with `--json`. */
  readonly write: (content: string | Uint8Array) => void
  /** The one JSON document of `--json`. */
  readonly document: (value: Readonly<Record<string, unknown>>) => void
  /** A complaint or a hint. */
  readonly complain: (line: string) => void
}

export interface Verb {
  readonly name: string
  /** Behind the name: `SESSION [TEXT...]`. */
  readonly words: string
  readonly summary: string
  /** Words to choose the first from, for completion. */
  readonly among?: readonly string[]
  readonly options: Readonly<Record<string, VerbOption>>
  /** Further lines of help. */
  readonly notes?: readonly string[]
  /** What else is said of an option that there is not. */
  readonly instead?: string
  /** The words behind it are not ours: `new` hands them on. */
  readonly raw?: true
  /** All words are another program's: no option of ours is among them but a lone `--help`. */
  readonly verbatim?: true
  /** It is completed as if this command stood in its place, with the same words. */
  readonly completedAs?: string
  /** From the first word on that is no option, all is a command with options of its own. */
  readonly wrapsCommand?: true
  /** Resolves with the exit code; throws `CommandError`. */
  readonly run: (context: VerbContext) => Promise<number>
}

/** Of every verb that works on a session. */
export const sessionOptions = {
  socket: { type: 'string', value: 'PATH', text: 'the session by its socket' },
} as const satisfies Verb['options']

export const everyOption = {
  json: { type: 'boolean', text: 'one JSON document on standard output' },
  help: { type: 'boolean', short: 'h', text: 'this text' },
} as const satisfies Verb['options']

/** Its own first; what it says itself of one that every verb has counts. */
export function optionsOf({
  options,
  verbatim,
}: Pick<Verb, 'options' | 'verbatim'>): Verb['options'] {
  if (verbatim === true) return { help: { type: 'boolean', text: everyOption.help.text } }
  return { ...options, ...everyOption, ...options }
}

/** The first word is none of those that the verb is of. */
export function noAct({ name, among = [] }: Verb, word: string | undefined): CommandError {
  const message =
    word === undefined || word === ''
      ? `say what to do: ${among.join(', ')}.`
      : noneOf(word, `word of vibeflow ${name}`, among)
  return new CommandError('usage', `${message} vibeflow ${name} --help says more.`)
}

export function optionText({ values }: Pick<VerbContext, 'values'>, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

export function isOn({ values }: Pick<VerbContext, 'values'>, name: string): boolean {
  return values[name] === true
}
