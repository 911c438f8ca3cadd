/**
 * The table of options: the source of types, defaults, limits, the JSON schema,
 * docs/reference/config.md, the man page and `--print-config`. Each option must have an effect. To
 * add one, add a line to its section's file.
 */
import { isTable } from '../../base/objects/is-table.ts'
import type { FreeSection, Option, Section } from './option.ts'
import { ai } from './sections/ai.ts'
import { drop_down, tabs, ui, window } from './sections/chrome.ts'
import { colors } from './sections/colors.ts'
import { bell, cursor, fonts, links, mouse, scrollback, search } from './sections/terminal.ts'
import { attention, notifications } from './sections/attention.ts'
import { events } from './sections/events.ts'
import { clipboard, keyboard } from './sections/input.ts'
import { profiles } from './sections/profiles.ts'
import { quickSelect } from './sections/quick-select.ts'
import { log } from './sections/log.ts'
import { marks } from './sections/marks.ts'
import { recorder, security, session, socket } from './sections/session.ts'
import { shell, worktrees } from './sections/shell.ts'
import { shortcuts } from './sections/shortcuts.ts'

/** In the order of documentation. */
export const sections = {
  fonts,
  colors,
  cursor,
  tabs,
  ui,
  window,
  drop_down,
  shell,
  worktrees,
  ai,
  mouse,
  keyboard,
  clipboard,
  scrollback,
  search,
  links,
  bell,
  attention,
  notifications,
  session,
  recorder,
  security,
  socket,
  log,
} as const

/** Tables that read themselves, such as [shortcuts]. */
const freeSections = {
  profiles,
  quick_select: quickSelect,
  shortcuts,
  on: events,
  mark: marks,
} as const

type Sections = typeof sections
type FreeSections = typeof freeSections
type Held<One> = One extends Option<infer Value> ? Value : never

/** Current values by table and key. */
export type Options = {
  readonly [Name in keyof Sections]: {
    readonly [Key in keyof Sections[Name]['options']]: Held<Sections[Name]['options'][Key]>
  }
} & {
  readonly [Name in keyof FreeSections]: FreeSections[Name] extends FreeSection<infer Value>
    ? Value
    : never
  /** Keys of [colors] that the user set; they override the theme, even if set to the default. */
} & { readonly ownColors: readonly ColorKey[] }

export type SectionName = keyof Sections
export type ColorKey = keyof Sections['colors']['options']

/** An option with its place: `ui.font_size`. */
export interface OptionEntry {
  readonly section: SectionName
  readonly key: string
  readonly name: string
  readonly option: Option
}

export const entries: readonly OptionEntry[] = sectionEntries().flatMap(([section, { options }]) =>
  Object.entries(options).map(([key, option]) => ({
    section,
    key,
    name: `${section}.${key}`,
    option,
  })),
)

export const defaults: Options = Object.fromEntries([
  ...sectionEntries().map(([name, { options }]) => [
    name,
    Object.fromEntries(Object.entries(options).map(([key, option]) => [key, option.default])),
  ]),
  ...freeEntries().map(([name, free]) => [name, free.default]),
  ['ownColors', []],
]) as Options

/** Guard for options from a pipe: the defaults' tables and keys, with values of their kind. */
export function isOptions(value: unknown): value is Options {
  return (
    sameKeys(value, defaults) &&
    Object.entries(defaults).every(([name, table]) => {
      const given: unknown = value[name]
      if (Array.isArray(table)) return Array.isArray(given)
      if (name === 'profiles') return isTableOf(given, (profile) => isTableOf(profile, isAny))
      return (
        sameKeys(given, table) &&
        Object.entries(table as object).every(([key, standard]) => sameKind(given[key], standard))
      )
    })
  )
}

/** Whether it is a table with free keys. */
function isTableOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return isTable(value) && Object.values(value).every(isOne)
}

/** Accepts objects, which were read before. */
function isAny(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function sameKeys(value: unknown, like: object): value is Record<string, unknown> {
  return (
    isTable(value) &&
    Object.keys(value).length === Object.keys(like).length &&
    Object.keys(like).every((key) => Object.hasOwn(value, key))
  )
}

/** Compares kinds. A font weight is a word or a number. */
function sameKind(value: unknown, standard: unknown): boolean {
  if (Array.isArray(standard)) return Array.isArray(value)
  if (typeof standard === 'object') return isTable(value)
  return (
    typeof value === typeof standard ||
    ((standard === 'normal' || standard === 'bold') && typeof value === 'number')
  )
}

/** Returns the sections with one type. */
export function sectionEntries(): readonly (readonly [SectionName, Section])[] {
  // the keys of the table
  return Object.entries(sections) as unknown as (readonly [SectionName, Section])[]
}

export function freeEntries(): readonly (readonly [string, FreeSection])[] {
  // each reads and prints its own value
  return Object.entries(freeSections) as unknown as (readonly [string, FreeSection])[]
}
