/**
 * Computes options from files: defaults < imports < file < `-o` (docs/reference/config.md). An
 * invalid key keeps its last valid value and everything else applies; a file is never rejected
 * here.
 */
import { neverMatchingText, Tools } from '../../agents/process/match.ts'
import { shippedAgents } from '../../agents/rules/shipped.ts'
import { configProblemsMax } from './limits.ts'
import { isTable } from '../../base/objects/is-table.ts'
import { didYouMean, nearest } from '../../base/numbers/nearest.ts'
import type { FreeSection, Option } from './option.ts'
import type { SourcePlace, ConfigProblem } from './problem.ts'
import {
  defaults,
  entries,
  freeEntries,
  sectionEntries,
  type ColorKey,
  type Options,
} from './table.ts'
import { quotedValue } from './written.ts'

/** A file that is valid TOML. */
export interface ConfigDocument {
  /** Its path, or `-o`. */
  readonly file: string
  readonly table: Readonly<Record<string, unknown>>
  /**
   * Returns the position of a key by its full name, such as `ui.font_size`. A key that has no
   * position of its own gets that of the nearest table above it.
   */
  readonly placeOf: (name: string) => SourcePlace | null
}

interface ReadRequest {
  /** Later ones take precedence. */
  readonly documents: readonly ConfigDocument[]
  /** Current options, which invalid keys keep; `null` at the start. */
  readonly before: Options | null
}

type Tables = Record<string, Record<string, unknown>>

export function readOptions({ documents, before }: ReadRequest): {
  readonly options: Options
  readonly problems: readonly ConfigProblem[]
} {
  const problems: ConfigProblem[] = []
  const made = Object.fromEntries(
    Object.entries(defaults).map(([name, section]) => [
      name,
      typeof section === 'object' && !Array.isArray(section) ? { ...section } : section,
    ]),
  ) as Tables
  const own = new Set<ColorKey>()
  for (const document of documents)
    readDocument({
      document,
      made,
      own,
      before: before as unknown as Tables | null,
      report: (key, said) => {
        if (problems.length < configProblemsMax)
          problems.push({ ...said, key, file: document.file, place: document.placeOf(key) })
      },
      full: () => problems.length >= configProblemsMax,
    })
  // each key contains the value that its option read
  return { options: { ...made, ownColors: [...own].sort() } as unknown as Options, problems }
}

type Said = Omit<ConfigProblem, 'key' | 'file' | 'place'>

interface Reading {
  readonly document: ConfigDocument
  /** Values so far; modified. */
  readonly made: Tables
  /** The user's own colors so far; modified. */
  readonly own: Set<ColorKey>
  readonly before: Tables | null
  readonly report: (key: string, said: Said) => void
  /** Whether no more problems are kept, so that expensive ones can be skipped. */
  readonly full: () => boolean
}

function readDocument(reading: Reading): void {
  const { document, made, before, report } = reading
  const sections = new Map(sectionEntries())
  const free = new Map<string, FreeSection>(freeEntries())
  for (const [name, value] of Object.entries(document.table)) {
    if (name === 'import') continue // handled by the loader
    const section = sections.get(name as never) // any text may be looked up
    const own = free.get(name)
    if (own !== undefined) {
      made[name] = own.read(value, made[name], before?.[name] ?? null, ({ key, ...said }) => {
        const dot = key === '' || key.startsWith('[') ? '' : '.'
        if (!reading.full()) report(`${name}${dot}${key}`, said)
      }) as never // of this section
    } else if (section === undefined) {
      unknown(reading, name, value)
    } else if (!isTable(value)) {
      const text = `${name} must be a table ([${name}]), but is ${quotedValue(value)}.`
      report(name, { kind: 'invalid_value', severity: 'error', text })
    } else {
      for (const [key, one] of Object.entries(value)) {
        const option = Object.hasOwn(section.options, key) ? section.options[key] : undefined
        if (option !== undefined) readKey(reading, `${name}.${key}`, option, one)
        else if (!reading.full()) unknownKey(reading, name, key)
      }
    }
  }
}

function readKey(
  { made, own, before, report }: Reading,
  name: string,
  option: Option,
  value: unknown,
): void {
  const [section = '', key = ''] = name.split('.')
  const target = made[section] ?? {}
  const read = option.read(value)
  if (read.ok) {
    target[key] = read.value
    if (section === 'colors') own.add(key as ColorKey) // a key of the table
    if (read.clamped !== undefined)
      report(name, {
        kind: 'clamped',
        severity: 'note',
        text:
          `${name} = ${read.clamped} is out of range; using ${String(read.value)}. ` +
          `Allowed: ${option.allowed}.`,
      })
    for (const text of doubtsAbout(name, read.value))
      report(name, { kind: 'doubtful_value', severity: 'warning', text })
    return
  }
  // An invalid key keeps its current value, whatever value lower files have.
  if (before !== null) {
    target[key] = before[section]?.[key]
    if (section === 'colors' && (before['ownColors'] as unknown as readonly string[]).includes(key))
      own.add(key as ColorKey)
  }
  report(name, {
    kind: read.problem,
    severity: 'error',
    text: `invalid value for ${name}: ${quotedValue(value)}. Allowed: ${option.allowed}.`,
    outcome: `Keeping ${quotedValue(target[key])}.`,
  })
}

/** Returns sentences about a valid value that has no effect, which applies all the same. */
function doubtsAbout(name: string, value: unknown): readonly string[] {
  if (name !== 'ai.tools') return []
  const listed = value as Options['ai']['tools']
  return new Tools(listed, shippedAgents()).neverMatching().map(neverMatchingText)
}

function unknown({ report, full }: Reading, name: string, value: unknown): void {
  if (full()) return
  const tables = [
    ...sectionEntries().map(([one]) => one as string),
    ...freeEntries().map(([one]) => one),
  ]
  const isOne = isTable(value)
  const meant = isOne
    ? nearest(name, tables)
    : (entries.find(({ key }) => key === name)?.name ??
      near(name) ??
      nearest(name, ['import', ...tables]))
  const kind = isOne ? 'table' : 'key'
  const text = `unknown ${kind} ${name}.${didYouMean(meant)}`
  report(name, { kind: `unknown_${kind}`, severity: 'warning', text })
}

function unknownKey({ report }: Reading, section: string, key: string): void {
  const name = `${section}.${key}`
  const keys = entries.filter((entry) => entry.section === section).map((entry) => entry.key)
  // an abbreviation: fonts.liga
  const begun = keys.filter((one) => key.length >= 3 && one.startsWith(key.toLowerCase()))
  const here = nearest(key, keys) ?? (begun.length === 1 ? (begun[0] ?? null) : null)
  const meant = here === null ? near(key) : `${section}.${here}`
  const text = `unknown key ${name}.${didYouMean(meant)}`
  report(name, { kind: 'unknown_key', severity: 'warning', text })
}

/** Finds an option by the last part of its name, in any table. */
function near(key: string): string | null {
  const meant = nearest(
    key,
    entries.map((entry) => entry.key),
  )
  return entries.find((entry) => entry.key === meant)?.name ?? null
}
