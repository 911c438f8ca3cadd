/**
 * What an option is, and the kinds that there are. Everything else about options is made of these
 * values: types, defaults, clamps, the JSON schema, docs/config.md, the man page, the template and
 * `--print-config`.
 */
import { clamp } from '../../base/clamp.ts'
import { z } from 'zod'
import { parseChord } from './keys/chords.ts'
import { heldColour } from './colour.ts'
import { entriesMax, configTextCharactersMax } from './limits.ts'
import { tomlValue } from './written.ts'

/** When a change is seen: at once, in tabs or in windows that are opened from then on. */
export type Applies = 'live' | 'new tabs' | 'new windows'

export type OptionReading<Value> =
  /** `clamped`: the number that stood there lay outside its bounds. */
  | { readonly ok: true; readonly value: Value; readonly clamped?: number }
  | { readonly ok: false; readonly problem: 'invalid_value' | 'invalid_color' }

export interface Option<Value = unknown> {
  /** `whole number`, `list of names`: for people. */
  readonly type: string
  readonly default: Value
  /** What it does, in a sentence or two. */
  readonly text: string
  /** What may stand there, as a problem says it: `a whole number from 50 to 10000`. */
  readonly allowed: string
  readonly applies: Applies
  /** A key of the original vibeflow, with its name and default. */
  readonly original: boolean
  /**
   * Of what may be written, for editors. Numbers outside their bounds are moved to the edge, and an
   * editor may say so before.
   */
  readonly written: z.ZodType
  /** Reads what TOML gave. */
  readonly read: (value: unknown) => OptionReading<Value>
  /**
   * What is odd about a value that may stand there, in sentences with the key: it counts, and the
   * user is notified.
   */
  doubts?(value: Value): readonly string[]
}

/** What every option says of itself, whatever its kind. */
interface About<Value> {
  readonly default: Value
  readonly text: string
  readonly applies?: Applies
  readonly original?: true
}

interface Bounds {
  readonly least: number
  readonly most: number
  /** 0 stands for "never", below the least. */
  readonly off?: true
}

export function bool(about: About<boolean>): Option<boolean> {
  return option(about, {
    type: 'true or false',
    allowed: 'true or false',
    guard: () => z.boolean(),
  })
}

/** A whole number. Its unit stands in the key's name. */
export function int(about: About<number> & Bounds): Option<number> {
  return number(about, 'whole number', () => z.int())
}

export function float(about: About<number> & Bounds): Option<number> {
  return number(about, 'number', () => z.number())
}

/** A text of at most 4 096 characters. `pattern` or `check`, with its words, narrows that. */
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
    type: 'text',
    allowed: about.allowed ?? `a text of at most ${max} characters`,
    guard,
  })
}

/** A chord that the whole desktop knows, or none, which is the default. */
export function desktopKey(does: string): Option<string> {
  return text({
    default: '',
    charactersMax: 64,
    allowed: 'a chord such as "super+f12", or "" for none',
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
    guard: () => z.enum(about.of) as unknown as z.ZodType<Value>,
  }) // zod widens what the list holds
}

/** A list of names that nobody can know beforehand. */
export function names(
  about: About<readonly string[]> & {
    readonly of: string
    /** For whoever wrote something else, such as a text. */
    readonly example: readonly string[]
    readonly pattern?: RegExp
    readonly doubts?: (value: readonly string[]) => readonly string[]
  },
): Option<readonly string[]> {
  const { of: words, example, pattern, doubts } = about
  const allowed = `a list of at most ${entriesMax} ${words}, such as ${tomlValue(example)}`
  const guard = () =>
    z.array(pattern === undefined ? anyText() : anyText().regex(pattern)).max(entriesMax)
  return option(
    about,
    { type: `list of ${words}`, allowed, guard },
    doubts === undefined ? {} : { doubts },
  )
}

/** A list of families of fonts. Each text may hold several, as `font-family` of CSS has them. */
export function families(about: Parameters<typeof names>[0]): Option<readonly string[]> {
  const list = names(about)
  const { read } = list
  return Object.assign(list, { read: (value: unknown) => read([value].flat().flatMap(familiesIn)) })
}

/** A quote is looked for no further than to the next one: no text takes longer than linear. */
const family = /\s*(?:"([^"]*)"\s*(?=,|$)|'([^']*)'\s*(?=,|$)|[^,]+)/g

/** Anything else than a text is left to the guard. */
function familiesIn(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value]
  return [...value.matchAll(family)]
    .map(([whole, inDouble, inSingle]) => (inDouble ?? inSingle ?? whole).trim())
    .filter((name) => name !== '')
}

/** A list that holds some of these words. */
export function choices<const Value extends string>(
  about: About<readonly Value[]> & { readonly of: readonly [Value, ...Value[]] },
): Option<readonly Value[]> {
  const words = about.of.map((one) => `"${one}"`).join(', ')
  const guard = () =>
    // zod widens what the list holds
    z.array(z.enum(about.of)).max(entriesMax) as unknown as z.ZodType<readonly Value[]>
  const allowed = `a list of ${words}, such as ${tomlValue(about.of.slice(0, 1))}`
  return option(about, { type: `list of ${words}`, allowed, guard })
}

/** Names with a text each. */
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
    allowed: `a table of at most ${entriesMax} ${about.of}`,
    guard,
  })
}

/** Held as `#RRGGBBAA`. */
export function colour(about: About<string>): Option<string> {
  const allowed = 'a colour such as "#3399FF" or "#3399FFFF"'
  return option(
    { ...about, default: heldColour(about.default) ?? about.default },
    {
      type: 'colour',
      allowed,
      guard: held,
      written,
      problem: 'invalid_color',
      hold: (value) => (typeof value === 'string' ? heldColour(value) : null),
    },
  )
}

/** So many colours, each held as `#RRGGBBAA`. */
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
      type: `list of ${count} colours`,
      allowed: `a list of ${count} colours such as "#3399FF"`,
      guard: () => z.array(held()).length(count),
      written: () => z.array(written()).length(count),
      problem: 'invalid_color',
      hold,
    },
  )
}

/** The kinds above are not enough: what is written is one of several things. */
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
        // TOML has 64-bit numbers; beyond what JavaScript counts exactly only the edge matters.
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
   * Of a value that is in force. Made when it is first asked for: a page never asks, and 150 of
   * them take longer to make than all else that a page does before it draws.
   */
  readonly guard: () => z.ZodType<Value>
  readonly written?: () => z.ZodType
  readonly problem?: 'invalid_value' | 'invalid_color'
  /** What is written, as it is held; null: it may not stand there. Absent: as it stands. */
  readonly hold?: (value: unknown) => Value | null
}

function option<Value>(
  about: About<Value>,
  { type, allowed, problem = 'invalid_value', hold, ...kind }: Kind<Value>,
  more: Partial<Pick<Option<Value>, 'read' | 'doubts'>> = {},
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
    text: about.text,
    applies: about.applies ?? 'live',
    original: about.original ?? false,
    read: (value) => {
      const holding = hold === undefined ? guard().safeParse(value).data : hold(value)
      return holding === undefined || holding === null
        ? { ok: false, problem }
        : { ok: true, value: holding }
    },
    ...more,
  }
}

/** `make`, called when its value is first wanted. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

/** One table of the file. */
export interface Section<
  Options extends Readonly<Record<string, Option>> = Readonly<Record<string, Option>>,
> {
  /** What the table is about, in a line. */
  readonly text: string
  readonly options: Options
}

export function section<const Options extends Readonly<Record<string, Option>>>(
  text: string,
  options: Options,
): Section<Options> {
  return { text, options }
}

/**
 * A problem that a free section finds in its own table. `key`: below the section's name, `new_tab`
 * or `send[2].keys`.
 */
export interface SectionProblem {
  readonly key: string
  /** `unknown_action`, `invalid_value`: a word that is stable. */
  readonly kind: string
  readonly severity: 'error' | 'warning' | 'note'
  /**
   * Whole sentences behind the place, such as `shortcuts.new_tab: "ctrl+blorp" is not a chord.
   * Allowed: ...`.
   */
  readonly text: string
}

/**
 * A table whose keys are not listed here, such as [shortcuts]: it reads itself. To add one: a line
 * in `freeSections` of table.ts.
 */
export interface FreeSection<Value = unknown> {
  readonly text: string
  readonly default: Value
  /** Of what may be written, for editors. */
  readonly written: z.ZodType
  /**
   * @param table what TOML gave, whatever its type
   * @param below what holds without this table, from defaults and imported files
   * @param before what was in force until now: a key that is wrong keeps its value of then; null at
   * the start
   */
  readonly read: (
    table: unknown,
    below: Value,
    before: Value | null,
    report: (problem: SectionProblem) => void,
  ) => Value
  /** A value as a table of TOML, for `--print-config`. */
  readonly print: (value: Value) => Readonly<Record<string, unknown>>
  /** Its part of docs/config.md, below the headline. */
  readonly document: string
  /**
   * Its part of the template, below `[name]`: keys with their defaults, and words, each line
   * without the `# ` in front.
   */
  readonly template: readonly string[]
}
