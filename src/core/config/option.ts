/**
 * Kinds of options. Types, defaults, limits, the JSON schema, docs/reference/config.md, the man
 * page, the template and `--print-config` are all derived from them.
 */
import { clamp } from '../../base/numbers/clamp.ts'
import { z } from 'zod'
import { parseChord } from './keys/chords.ts'
import { heldColour } from './colour.ts'
import { entriesMax, configTextCharactersMax } from './limits.ts'
import { tomlValue } from './written.ts'

/** When a change takes effect: immediately, or in new tabs or windows. */
export type Applies = 'live' | 'new tabs' | 'new windows'

type OptionReading<Value> =
  /** `clamped`: the written number, which was out of range. */
  | { readonly ok: true; readonly value: Value; readonly clamped?: number }
  | { readonly ok: false; readonly problem: 'invalid_value' | 'invalid_color' }

export interface Option<Value = unknown> {
  /** For people: `whole number`, `list of names`. */
  readonly type: string
  readonly default: Value
  /** Title in the settings window, with the unit: `Font size (px)`. */
  readonly label: string
  /** Effect of the option, in a sentence or two. */
  readonly text: string
  /** Allowed values for messages: `a whole number from 50 to 10000`. */
  readonly allowed: string
  readonly applies: Applies
  /** Schema for editors. Out-of-range numbers are clamped when read. */
  readonly written: z.ZodType
  /** Reads a TOML value. */
  readonly read: (value: unknown) => OptionReading<Value>
}

/** Properties of options of every kind. */
interface About<Value> {
  readonly label: string
  readonly default: Value
  readonly text: string
  readonly applies?: Applies
}

interface Bounds {
  readonly least: number
  readonly most: number
  /** 0 means "never", below the minimum. */
  readonly off?: true
}

export function bool(about: About<boolean>): Option<boolean> {
  return option(about, {
    type: 'true or false',
    allowed: 'true or false',
    guard: () => z.boolean(),
  })
}

/** A whole number. The key's name has its unit. */
export function int(about: About<number> & Bounds): Option<number> {
  return number(about, 'whole number', () => z.int())
}

export function float(about: About<number> & Bounds): Option<number> {
  return number(about, 'number', () => z.number())
}

/** A string of up to 4,096 characters, restricted by `pattern` or `check`. */
export function text(
  about: About<string> & {
    readonly pattern?: RegExp
    readonly check?: (value: string) => boolean
    readonly allowed?: string
    readonly charactersMax?: number
  },
): Option<string> {
  const max = about.charactersMax ?? configTextCharactersMax
  const { pattern, check } = about
  const guard = () => {
    const any = pattern === undefined ? anyText(max) : anyText(max).regex(pattern)
    return check === undefined ? any : any.refine(check)
  }
  return option(about, {
    type: 'string',
    allowed: about.allowed ?? `a string of up to ${max} characters`,
    guard,
  })
}

/** A global shortcut; empty by default. */
export function desktopKey(label: string, does: string): Option<string> {
  return text({
    label,
    default: '',
    charactersMax: 64,
    allowed: 'a shortcut such as "super+f12", or "" for none',
    check: (written) => written === '' || 'ok' in parseChord(written),
    text: does,
  })
}

export function choice<const Value extends string>(
  about: About<Value> & { readonly of: readonly [Value, ...Value[]] },
): Option<Value> {
  const words = about.of.map((one) => `"${one}"`).join(', ')
  return option(about, {
    type: words,
    allowed: `one of ${words}`,
    // zod widens the type of the list
    guard: () => z.enum(about.of) as unknown as z.ZodType<Value>,
  })
}

/** A list of free names. */
export function names(
  about: About<readonly string[]> & {
    readonly of: string
    /** Shown to users who wrote another type, such as a string. */
    readonly example: readonly string[]
    readonly pattern?: RegExp
  },
): Option<readonly string[]> {
  const { of: words, example, pattern } = about
  const allowed = `a list of up to ${entriesMax} ${words}, such as ${tomlValue(example)}`
  const guard = () =>
    z.array(pattern === undefined ? anyText() : anyText().regex(pattern)).max(entriesMax)
  return option(about, { type: `list of ${words}`, allowed, guard })
}

/** A list of font families. Each string may contain several, as in CSS `font-family`. */
export function families(about: Parameters<typeof names>[0]): Option<readonly string[]> {
  const list = names(about)
  const { read } = list
  return Object.assign(list, { read: (value: unknown) => read([value].flat().flatMap(familiesIn)) })
}

/** A quote extends at most to the next one, so that matching is linear. */
const family = /\s*(?:"([^"]*)"\s*(?=,|$)|'([^']*)'\s*(?=,|$)|[^,]+)/g

/** Leaves values other than strings to the guard. */
function familiesIn(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value]
  return [...value.matchAll(family)]
    .map(([whole, inDouble, inSingle]) => (inDouble ?? inSingle ?? whole).trim())
    .filter((name) => name !== '')
}

/** A list of some of these words. */
export function choices<const Value extends string>(
  about: About<readonly Value[]> & { readonly of: readonly [Value, ...Value[]] },
): Option<readonly Value[]> {
  const words = about.of.map((one) => `"${one}"`).join(', ')
  const guard = () =>
    // zod widens the type of the list
    z.array(z.enum(about.of)).max(entriesMax) as unknown as z.ZodType<readonly Value[]>
  const allowed = `a list of ${words}, such as ${tomlValue(about.of.slice(0, 1))}`
  return option(about, { type: `list of ${words}`, allowed, guard })
}

/** A table of strings by name. */
export function pairs(
  about: About<Readonly<Record<string, string>>> & { readonly of: string; readonly key?: RegExp },
): Option<Readonly<Record<string, string>>> {
  const { key } = about
  const guard = () =>
    z
      .record(key === undefined ? anyText().min(1) : anyText().regex(key), anyText())
      .refine((table) => Object.keys(table).length <= entriesMax)
  return option(about, {
    type: `table of ${about.of}`,
    allowed: `a table of up to ${entriesMax} ${about.of}`,
    guard,
  })
}

/** Stored as `#RRGGBBAA`. */
export function colour(about: About<string>): Option<string> {
  const allowed = 'a color such as "#3399FF" or "#3399FFFF"'
  return option(
    { ...about, default: heldColour(about.default) ?? about.default },
    {
      type: 'color',
      allowed,
      guard: held,
      written,
      problem: 'invalid_color',
      hold: (value) => (typeof value === 'string' ? heldColour(value) : null),
    },
  )
}

/** A list of `count` colors, stored as `#RRGGBBAA`. */
export function colours(
  about: About<readonly string[]> & { readonly count: number },
): Option<readonly string[]> {
  const { count } = about
  const hold = (value: unknown): readonly string[] | null => {
    if (!Array.isArray(value) || value.length !== count) return null
    const read = value.map((one: unknown) => (typeof one === 'string' ? heldColour(one) : null))
    return read.every((one) => one !== null) ? read : null
  }
  return option(
    { ...about, default: hold(about.default) ?? about.default },
    {
      type: `list of ${count} colors`,
      allowed: `a list of ${count} colors such as "#3399FF"`,
      guard: () => z.array(held()).length(count),
      written: () => z.array(written()).length(count),
      problem: 'invalid_color',
      hold,
    },
  )
}

/** An option of several kinds. */
export function either<Value>(
  about: About<Value> & {
    readonly type: string
    readonly allowed: string
    readonly guard: () => z.ZodType<Value>
  },
): Option<Value> {
  return option(about, about)
}

const anyText = (max = configTextCharactersMax) => z.string().max(max)
const written = () => z.string().regex(/^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/)
const held = () => z.string().regex(/^#[0-9A-F]{8}$/)

function number(
  about: About<number> & Bounds,
  type: string,
  kind: () => z.ZodNumber,
): Option<number> {
  const { least, most, off = false } = about
  const within = () => kind().min(least).max(most)
  const inBounds = (value: number) => (off && value === 0 ? 0 : clamp(value, least, most))
  return option(
    about,
    {
      type: `${type} from ${least} to ${most}${off && least > 0 ? ', or 0' : ''}`,
      allowed: `a ${type} from ${least} to ${most}${off && least > 0 ? ', or 0 for off' : ''}`,
      guard: off && least > 0 ? () => z.union([z.literal(0), within()]) : within,
    },
    {
      read: (value) => {
        // TOML has 64-bit numbers; for inexact ones only the bounds matter.
        const found = typeof value === 'bigint' ? Number(value) : value
        if (
          typeof found !== 'number' ||
          !Number.isFinite(found) ||
          (type === 'whole number' && !Number.isInteger(found))
        )
          return { ok: false, problem: 'invalid_value' }
        const clamped = inBounds(found)
        return clamped === found
          ? { ok: true, value: found }
          : { ok: true, value: clamped, clamped: found }
      },
    },
  )
}

interface Kind<Value> {
  readonly type: string
  readonly allowed: string
  /**
   * Guard of a current value. Created when first used: pages never use it, and creating 150 of them
   * takes longer than everything else before their first frame.
   */
  readonly guard: () => z.ZodType<Value>
  readonly written?: () => z.ZodType
  readonly problem?: 'invalid_value' | 'invalid_color'
  /** Converts a written value; `null` if invalid. Absent to store it unchanged. */
  readonly hold?: (value: unknown) => Value | null
}

function option<Value>(
  about: About<Value>,
  { type, allowed, problem = 'invalid_value', hold, ...kind }: Kind<Value>,
  more: Partial<Pick<Option<Value>, 'read'>> = {},
): Option<Value> {
  const guard = once(kind.guard)
  const written = kind.written === undefined ? guard : once(kind.written)
  return {
    type,
    allowed,
    get written() {
      return written()
    },
    default: about.default,
    label: about.label,
    text: about.text,
    applies: about.applies ?? 'live',
    read: (value) => {
      const holding = hold === undefined ? guard().safeParse(value).data : hold(value)
      return holding === undefined || holding === null
        ? { ok: false, problem }
        : { ok: true, value: holding }
    },
    ...more,
  }
}

/** Returns a function that calls `make` once, when first called. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

/** One table of the file. */
export interface Section<
  Options extends Readonly<Record<string, Option>> = Readonly<Record<string, Option>>,
> {
  /** Title of the table, also in the settings window. */
  readonly title: string
  readonly options: Options
}

export function section<const Options extends Readonly<Record<string, Option>>>(
  title: string,
  options: Options,
): Section<Options> {
  return { title, options }
}

/** A problem in a free section. `key` is relative to the section: `new_tab` or `send[2].keys`. */
export interface SectionProblem {
  readonly key: string
  /** A stable word: `unknown_action`, `invalid_value`. */
  readonly kind: string
  readonly severity: 'error' | 'warning' | 'note'
  /** Sentences, such as `shortcuts.new_tab: "ctrl+blorp" is not a chord. Allowed: ...`. */
  readonly text: string
}

type WrittenTable = Readonly<Record<string, unknown>>

/** A table with free keys that reads itself, such as [shortcuts]. */
export interface FreeSection<Value = unknown> {
  readonly title: string
  /** It is a list of tables: `[[on]]`. */
  readonly isList?: true
  readonly default: Value
  /** Schema of the written table, for editors. */
  readonly written: z.ZodType
  /**
   * @param table TOML value of any type
   * @param below value without this table, from defaults and imports
   * @param before current value, which an invalid key keeps; `null` at the start
   */
  readonly read: (
    table: unknown,
    below: Value,
    before: Value | null,
    report: (problem: SectionProblem) => void,
  ) => Value
  /** Converts a value to a TOML table, or to a list of them, for `--print-config`. */
  readonly print: (value: Value) => WrittenTable | readonly WrittenTable[]
  /** Its part of docs/reference/config.md, below the heading. */
  readonly document: string
  /** Lines of its part of the template below `[name]`, without the leading `# `. */
  readonly template: readonly string[]
}
