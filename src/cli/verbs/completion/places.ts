/**
 * Model for the completion scripts: the start command and each verb. Built from the tables that
 * parse options, so that completion offers nothing that is refused.
 */
import {
  programOption,
  startOptionEntries,
  tabOptions,
  type StartOptionName,
} from '../../../core/config/start-options.ts'
import { optionsOf, type VerbOption, type Verb } from '../../command/verb.ts'

/** Type of a value, or a list of choices. */
type ValueKind = 'file' | 'folder' | 'key' | 'text' | readonly string[]

export interface CompletionFlag {
  readonly name: string
  readonly short?: string
  readonly text: string
  readonly multiple: boolean
  /** `null` without a value. */
  readonly value: null | {
    readonly label: string
    readonly kind: ValueKind
    /** The value must follow `=` or is omitted. */
    readonly optional: boolean
    /** Accepts a comma-separated list. */
    readonly several: boolean
  }
}

export interface CompletionPlace {
  /** Verb, or `start` for none. */
  readonly name: string
  readonly summary: string
  readonly flags: readonly CompletionFlag[]
  /** Session IDs: as first word only, or as all words. */
  readonly sessions: 'none' | 'first' | 'all'
  readonly files: boolean
  readonly words: readonly string[]
  /** `-e` and `--` are followed by a command with its own words. */
  readonly program: boolean
  /** All words after it are completed as those of this command. */
  readonly completedAs?: string
}

export interface CompletionPlaces {
  readonly start: CompletionPlace
  readonly verbs: readonly CompletionPlace[]
  /** Configuration keys, for `-o`. */
  readonly keys: readonly string[]
}

/** Label of values such as `ui.font_size=15`, of which only the key is completed. */
const keyLabel = 'KEY=VALUE'

export function placesOf(verbs: readonly Verb[], keys: readonly string[]): CompletionPlaces {
  const program: CompletionFlag = {
    name: '',
    short: 'e',
    text: programOption.text,
    multiple: false,
    value: null,
  }
  const start: CompletionPlace = {
    name: 'start',
    summary: 'Open the terminal.',
    flags: [program, ...startFlags()],
    sessions: 'none',
    files: false,
    words: [],
    program: true,
  }
  const help: CompletionPlace = {
    name: 'help',
    summary: 'Print help for all commands, or for one of them.',
    flags: [],
    sessions: 'none',
    files: false,
    words: verbs.map(({ name }) => name),
    program: false,
  }
  return { start, keys, verbs: [...verbs.map((verb) => placeOf(verb, program)), help] }
}

function placeOf(verb: Verb, program: CompletionFlag): CompletionPlace {
  const { name, summary, words, among, subcommands, raw, wrapsCommand, completedAs } = verb
  const own = Object.entries<VerbOption>(optionsOf(verb)).map(([option, described]) =>
    flagOf(option, described),
  )
  return {
    name,
    summary,
    flags: raw === true ? [program, ...startFlags(tabOptions), ...own] : own,
    sessions: words.includes('SESSION...') ? 'all' : words.includes('SESSION') ? 'first' : 'none',
    files: /\bFILE\b/.test(words),
    words: among ?? (/^[a-z|]+$/.test(words) ? words.split('|') : Object.keys(subcommands ?? {})),
    program: raw === true || wrapsCommand === true,
    ...(completedAs === undefined ? {} : { completedAs }),
  }
}

function startFlags(only?: readonly StartOptionName[]): readonly CompletionFlag[] {
  return startOptionEntries()
    .filter(([name]) => only?.includes(name) ?? true)
    .map(([name, { takes, multiple, ...rest }]) => ({
      ...flagOf(
        name,
        {
          type: takes === undefined ? 'boolean' : 'string',
          ...(takes === undefined ? {} : { value: takes.replace(/^\[|\]$/g, '') }),
          ...rest,
        },
        takes?.startsWith('[') === true,
      ),
      multiple: multiple === true,
    }))
}

function flagOf(
  name: string,
  { short, value, choices, text }: VerbOption,
  optional = false,
): CompletionFlag {
  return {
    name,
    text,
    multiple: false,
    ...(short === undefined ? {} : { short }),
    value:
      value === undefined
        ? null
        : {
            label: value,
            kind: choices ?? kindOf(value),
            optional,
            several: choices !== undefined && value === 'LIST',
          },
  }
}

function kindOf(label: string): ValueKind {
  if (label === 'FILE' || label === 'PATH') return 'file'
  if (label === 'DIR') return 'folder'
  return label === keyLabel ? 'key' : 'text'
}

/** Returns the option as typed: `--signal`, `-o`. */
export function spellings({ name, short }: CompletionFlag): readonly string[] {
  return [...(name === '' ? [] : [`--${name}`]), ...(short === undefined ? [] : [`-${short}`])]
}

/** Returns the options whose value is a separate word. */
export function valued({ flags }: CompletionPlace): readonly string[] {
  return flags.filter(({ value }) => value !== null && !value.optional).flatMap(spellings)
}

/** Returns the verbs completed as commands of the same name, as a shell pattern. */
export function commandNames(verbs: readonly CompletionPlace[]): string {
  return verbs
    .filter(({ completedAs }) => completedAs !== undefined)
    .map(({ name }) => name)
    .join('|')
}
