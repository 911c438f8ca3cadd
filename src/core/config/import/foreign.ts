/**
 * Another terminal, as `vibeflow import` reads it: a table of its options and of what they are in
 * vibeflow. Pure.
 */
import type { ActionName } from '../keys/actions.ts'
import type { PresetName } from '../keys/presets.ts'
import type { SavableValue } from '../savable.ts'

/** One setting in a file of another terminal. */
export interface Setting {
  readonly name: string
  readonly value: unknown
}

/** Options of vibeflow with their values, or the reason why vibeflow has no equal. */
type Conversion = Readonly<Record<string, SavableValue>> | string

/** Converts the last value of an option. `all` returns each value of an option, in order. */
export type Convert = (value: unknown, all: (name: string) => readonly unknown[]) => Conversion

/** A key binding of another terminal. */
export interface Binding {
  /** As its file has it, for the table. */
  readonly written: string
  /** Chords of a sequence, such as `["ctrl+a", "c"]`, in that terminal's names. */
  readonly keys: readonly string[]
  readonly does: Does
}

export type Does =
  | { readonly action: ActionName }
  | { readonly text: string }
  /** The terminal's own binding of these keys is removed. */
  | 'unbound'
  | { readonly reason: string }

/** A theme that the other terminal has by a name. */
export interface NamedTheme {
  readonly option: 'colors.preset' | 'colors.preset_light' | 'colors.preset_dark'
  readonly name: string
}

export interface Foreign {
  readonly title: string
  /** Reads the text of a file. `problem`: a phrase without a period. */
  readonly parse: (
    text: string,
    toml: ReadToml,
  ) => { readonly settings: readonly Setting[] } | { readonly problem: string }
  /** Option that includes other files, and where their settings belong. */
  readonly includes: {
    readonly option: string
    readonly order: 'here' | 'before' | 'after'
  } | null
  readonly options: Readonly<Record<string, Convert>>
  /** Options whose settings are bindings. */
  readonly isBinding: (name: string) => boolean
  readonly bindings: (settings: readonly Setting[]) => readonly Binding[]
  /** Preset with the terminal's own keys. */
  readonly preset?: PresetName
  /** Matches the setting that removes the terminal's own keys, as `name value`. */
  readonly clears?: RegExp
  /** Names of colors as `themeFromTerminal` reads them, or `null` for another option. */
  readonly colors: (setting: Setting) => ReadonlyMap<string, unknown> | null
  /** The terminal's own colors: foreground, background, then the 16 colors. */
  readonly palette: string
  /** Its option that names themes. */
  readonly themes?: {
    readonly option: string
    readonly read: (value: unknown) => readonly NamedTheme[]
  }
}

export type ReadToml = (
  text: string,
) => { readonly table: Readonly<Record<string, unknown>> } | { readonly problem: string }

/** Reasons for bindings that have no equal. */
export const noAction = 'vibeflow has no such action'
export const noCommands = 'vibeflow runs no programs for keys'
export const noRepeats = 'vibeflow has no double-clicks and no drags in [shortcuts]'
export const fixedClicks =
  'clicks that select text or open links are fixed; see mouse.right_click and clipboard.primary'

/** A reason for values that have no equal. */
export const noEqual = 'vibeflow has no such value'

export function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Converts with a function. `null`: the value has no equal. */
export function to(option: string, convert: (value: string) => SavableValue | null): Convert {
  return (value) => {
    const made = convert(written(value).trim())
    return made === null ? noEqual : { [option]: made }
  }
}

/** Options that vibeflow reads in the same form. */
export const unchanged = (option: string): Convert => to(option, (value) => value)

export function factor(option: string, times = 1, digits = 0): Convert {
  return to(option, (value) => {
    const number = numberOf(value)
    return number === null ? null : Number((number * times).toFixed(digits))
  })
}

/** Points of 1/72 inch to CSS px of 1/96 inch. */
export const points = (option: string, digits = 0): Convert => factor(option, 96 / 72, digits)

const yes = /^(?:yes|y|true|on)$/i
const no = /^(?:no|n|false|off)$/i

export function flagTo(option: string, isOpposite = false): Convert {
  return to(option, (value) => (yes.test(value) ? !isOpposite : no.test(value) ? isOpposite : null))
}

/** Converts by a list of values. */
export function among(option: string, values: Readonly<Record<string, SavableValue>>): Convert {
  return to(option, (value) => (Object.hasOwn(values, value) ? (values[value] ?? null) : null))
}

/** Returns a conversion that never succeeds. */
export function never(reason: string): Convert {
  return () => reason
}

/** The other terminal's default, which needs no setting. */
export const usual: Convert = () => ({})

/** Converts these values to vibeflow's default, and others with `convert`. */
export function except(usualValues: RegExp, convert: Convert): Convert {
  return (value, all) => (usualValues.test(written(value).trim()) ? {} : convert(value, all))
}

export function numberOf(text: string): number | null {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null
}

/** Splits words as shells do: quotes and backslashes, nothing else. */
export function shellWords(text: string): readonly string[] {
  const found = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? []
  return found.map((word) =>
    word.replace(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs, (_, one, double, single) =>
      String(one ?? single ?? String(double).replace(/\\(["\\$`])/g, '$1')),
    ),
  )
}

/** A program with arguments, as options of [shell]. */
export function shellOf([program, ...args]: readonly string[]): Conversion {
  if (program === undefined || program === '' || program === '.') return {}
  return {
    'shell.program': program,
    ...(args.length === 0 ? {} : { 'shell.args': args }),
  }
}

/** Values of TERM that name another terminal. */
const otherTerm = /^(?:alacritty|xterm-kitty|kitty|xterm-ghostty|ghostty|wezterm)/

/** TERM, unless it names the other terminal. */
export const termOf: Convert = except(
  otherTerm,
  to('shell.term', (value) => value),
)

/** Variables as `NAME=VALUE`, which vibeflow's table doesn't expand. */
export function variablesOf(texts: readonly string[]): Conversion {
  const pairs = texts.map((text) => /^([^=\s]+)\s*=\s*(.*)$/s.exec(text))
  const known = pairs.filter((pair) => pair !== null)
  if (known.length < pairs.length || known.some(([, , value = '']) => value.includes('$')))
    return 'only variables with a plain value are imported'
  const { TERM: term, ...others } = Object.fromEntries(
    known.map(([, name = '', value = '']) => [name, value]),
  )
  return {
    ...(Object.keys(others).length === 0 ? {} : { 'shell.env': others }),
    ...(term === undefined || otherTerm.test(term) ? {} : { 'shell.term': term }),
  }
}

/** Whether vibeflow writes one value of several, such as those of all four sides. */
export function sides(
  [top, right = top, bottom = top, left = right]: readonly (number | null)[],
  times: number,
): Conversion {
  if (top === undefined || [top, right, bottom, left].includes(null)) return noEqual
  if (top !== bottom || left !== right) return 'opposite sides have the same padding in vibeflow'
  return {
    'window.padding_x': Math.round(Number(right) * times),
    'window.padding_y': Math.round(Number(top) * times),
  }
}

/** A list of fonts, as vibeflow tries them in order. */
export function fontList(names: readonly string[]): Conversion {
  // a family has no style in its name, as a font of that family has
  const plain = names
    .map((name) => name.replace(/ Regular$/i, ''))
    .filter((name) => name !== '' && !/^(?:auto|monospace)$/i.test(name))
  return plain.length === 0 ? {} : { 'fonts.priority': plain }
}

/** OpenType features as vibeflow writes them: `zero`, `-calt`, `cv02=3`. */
export function featureList(names: readonly string[]): Conversion {
  const short = names.map((name) =>
    name
      .trim()
      .replace(/^["'+]+|["']+$/g, '')
      .replace(/^(\w{4})=(?:1|on)$/, '$1')
      .replace(/^(\w{4})=(?:0|off)$/, '-$1'),
  )
  return { 'fonts.features': short.filter((name) => name !== '') }
}

/** Effect of the bell as vibeflow has it: one option for sound and light. */
export function bellMode(isAudible: boolean, isVisual: boolean): Conversion {
  const mode = isAudible ? (isVisual ? 'both' : 'audible') : isVisual ? 'visual' : 'silent'
  return { 'bell.mode': mode }
}
