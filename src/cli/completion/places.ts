/**
 * What may stand where, for the completion scripts of all shells: the start command, and each verb.
 * Made of the table of start options and of the table of verbs, which are what is read, so that
 * nothing is offered that is refused.
 */
import {
  programOption,
  startOptionEntries,
  tabOptions,
  type StartOptionName,
} from '../../core/config/start-options.ts'
import { optionsOf, type VerbOption, type Verb } from '../verb.ts'

/** What a value may be; a list: one of these. */
export type ValueKind = 'file' | 'folder' | 'key' | 'text' | readonly string[]

export interface CompletionFlag {
  readonly name: string
  readonly short?: string
  readonly text: string
  /** May stand several times. */
  readonly multiple: boolean
  /** null: it takes none. */
  readonly value: null | {
    readonly label: string
    readonly kind: ValueKind
    /** Behind `=` only, or left out. */
    readonly optional: boolean
    /** Several of the list, by comma. */
    readonly several: boolean
  }
}

export interface CompletionPlace {
  /** The verb; `start` for none. */
  readonly name: string
  readonly summary: string
  readonly flags: readonly CompletionFlag[]
  /** Ids of sessions: as the first word only, or as every one. */
  readonly sessions: 'none' | 'first' | 'all'
  readonly files: boolean
  /** Words to choose the first from. */
  readonly words: readonly string[]
  /** Behind `-e` and `--` stands a command with its own words. */
  readonly program: boolean
  /** All behind it is completed as the words of this command, which is the verb's own name. */
  readonly completedAs?: string
}

export interface CompletionPlaces {
  readonly start: CompletionPlace
  readonly verbs: readonly CompletionPlace[]
  /** Of the configuration, for `-o`. */
  readonly keys: readonly string[]
}

/** `ui.font_size=15` is distinguished from its key by this. */
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
    summary: 'a window with a terminal',
    flags: [program, ...startFlags()],
    sessions: 'none',
    files: false,
    words: [],
    program: true,
  }
  const help: CompletionPlace = {
    name: 'help',
    summary: 'the verbs, or one of them',
    flags: [],
    sessions: 'none',
    files: false,
    words: verbs.map(({ name }) => name),
    program: false,
  }
  return { start, keys, verbs: [...verbs.map((verb) => placeOf(verb, program)), help] }
}

function placeOf(verb: Verb, program: CompletionFlag): CompletionPlace {
  const { name, summary, words, among, raw, wrapsCommand, completedAs } = verb
  const own = Object.entries<VerbOption>(optionsOf(verb)).map(([option, described]) =>
    flagOf(option, described),
  )
  return {
    name,
    summary,
    flags: raw === true ? [program, ...startFlags(tabOptions), ...own] : own,
    sessions: words.includes('SESSION...') ? 'all' : words.includes('SESSION') ? 'first' : 'none',
    files: /\bFILE\b/.test(words),
    words: among ?? (/^[a-z|]+$/.test(words) ? words.split('|') : []),
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

/** As they are typed: `--signal`, `-o`. */
export function spellings({ name, short }: CompletionFlag): readonly string[] {
  return [...(name === '' ? [] : [`--${name}`]), ...(short === undefined ? [] : [`-${short}`])]
}

/** Spellings of the options whose value is a word of its own. */
export function valued({ flags }: CompletionPlace): readonly string[] {
  return flags.filter(({ value }) => value !== null && !value.optional).flatMap(spellings)
}

/** Verbs that are completed as commands of the same name, for a pattern of a shell. */
export function commandNames(verbs: readonly CompletionPlace[]): string {
  return verbs
    .filter(({ completedAs }) => completedAs !== undefined)
    .map(({ name }) => name)
    .join('|')
}
