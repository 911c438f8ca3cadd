/** The `[profiles.NAME]` sections: a command, limits, and keys of four other sections. */
import { z } from 'zod'
import { isTable, type Table } from '../../../base/objects/is-table.ts'
import { profilesMax } from '../limits.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import {
  float,
  int,
  names,
  once,
  type FreeSection,
  type Option,
  type Section,
  type SectionProblem,
} from '../option.ts'
import { colors } from './colors.ts'
import { quotedValue } from '../written.ts'
import { invalid, unknownKey, wrong } from './problems.ts'
import { shell } from './shell.ts'
import { cursor, fonts } from './terminal.ts'

/** Sections whose keys a profile may set. */
const parts = { shell, fonts, colors, cursor } as const

type Held<One> = One extends Option<infer Value> ? Value : never
type PartOf<One extends Section> = {
  readonly [Key in keyof One['options']]?: Held<One['options'][Key]>
}

export type Profile = { readonly [Name in keyof typeof parts]: PartOf<(typeof parts)[Name]> } & {
  /** Program and arguments; empty for the shell. */
  readonly command: readonly string[]
  readonly memory_high_gb?: number
  readonly memory_max_gb?: number
  readonly cpu_weight?: number
}
type Profiles = Readonly<Record<string, Profile>>

const command = names({
  label: 'Command',
  default: [],
  of: 'strings',
  example: ['htop', '-d', '10'],
  text: 'Program and arguments to run in tabs with this profile. Omit it to run the shell.',
})

const limits = {
  memory_high_gb: float({
    label: 'Slow down above (GB)',
    default: 0,
    least: 0.01,
    most: 1_024,
    off: true,
    text: 'Memory of the tab, in GB, above which the kernel slows its programs down. 0: no limit.',
  }),
  memory_max_gb: float({
    label: 'Memory limit (GB)',
    default: 0,
    least: 0.01,
    most: 1_024,
    off: true,
    text:
      'Memory of the tab, in GB, above which the kernel kills the program of the tab that uses ' +
      'most. 0: no limit.',
  }),
  cpu_weight: int({
    label: 'CPU weight',
    default: 100,
    least: 1,
    most: 10_000,
    text: 'Share of the tab in busy CPU cores, compared with 100 for other programs.',
  }),
} as const

/** Keys that are only in profiles. */
const own = { command, ...limits } as const

const noProfile: Profile = { command: [], shell: {}, fonts: {}, colors: {}, cursor: {} }

/** A bare TOML key, which needs no quotes. */
const profileName = /^[A-Za-z0-9_-]{1,32}$/
const nameWords = 'a name of up to 32 letters, digits and _ -'

const partEntries = Object.entries(parts) as unknown as readonly (readonly [
  keyof typeof parts,
  Section,
])[]

const written = once(() =>
  z.record(
    z.string().regex(profileName),
    z.strictObject({
      ...Object.fromEntries(
        Object.entries(own).map(([key, option]) => [key, option.written.optional()]),
      ),
      ...Object.fromEntries(
        partEntries.map(([name, { options }]) => [
          name,
          z
            .strictObject(
              Object.fromEntries(
                Object.entries(options).map(([key, option]) => [key, option.written.optional()]),
              ),
            )
            .optional(),
        ]),
      ),
    }),
  ),
)

type Report = (problem: SectionProblem) => void

export const profiles: FreeSection<Profiles> = {
  title: 'Profiles',
  default: {},
  get written() {
    return written()
  },
  read: (table, below, before, report) => {
    if (!isTable(table)) {
      report(invalid('profiles', '', table, 'tables such as [profiles.work]'))
      return before ?? below
    }
    const made: Record<string, Profile> = { ...below }
    for (const [name, value] of Object.entries(table)) {
      if (!profileName.test(name))
        report(
          wrong(
            name,
            `profiles: ${quotedValue(name)} is not a valid profile name. Allowed: ${nameWords}.`,
          ),
        )
      else if (Object.keys(made).length >= profilesMax && !Object.hasOwn(made, name))
        report(wrong(name, `profiles.${name} exceeds the limit of ${profilesMax} profiles.`))
      else made[name] = readProfile(name, value, below[name] ?? noProfile, before?.[name], report)
    }
    return made
  },
  print: (value) =>
    Object.fromEntries(
      Object.entries(value).map(([name, { command: words, ...rest }]) => [
        name,
        {
          ...(words.length === 0 ? {} : { command: words }),
          ...Object.fromEntries(
            Object.entries(rest).filter(
              ([, part]) => typeof part === 'number' || Object.keys(part).length > 0,
            ),
          ),
        },
      ]),
    ),
  document: [
    'Open a tab with its own command, limits, shell options, fonts, colors and cursor. Up to ' +
      `${profilesMax} tables \`[profiles.NAME]\` are read. A name consists of up to 32 letters, ` +
      'digits, `_` and `-`. The keys have the types and limits of the sections that they come ' +
      'from. Keys that a profile does not set are as in every other tab. Changes to fonts, ' +
      'colors and cursor apply immediately to its tabs; other changes apply to new tabs.',
    '',
    '| key | type | default | description |',
    '|---|---|---|---|',
    `| \`command\` **T** | ${command.type} | \`[]\` | ${command.text} |`,
    ...Object.entries(limits).map(
      ([key, option]) =>
        `| \`${key}\` **T** | ${option.type} | \`${option.default}\` | ${option.text} |`,
    ),
    ...partEntries.map(([name]) => `| \`${name}\` | table | | Keys of [[${name}]](#${name}). |`),
    '',
    '```toml',
    '[profiles.review]',
    'command = ["claude", "--model", "opus"]',
    'shell.working_directory = "~/src/api"',
    'shell.env = { REVIEW = "1" }',
    'colors.preset = "Nord"',
    'fonts.size = 16',
    '```',
    '',
    'The limits need a systemd user manager: see [Limit memory and CPU ' +
      'time](../guides/layouts-and-profiles.md#limit-memory-and-cpu-time).',
    '',
    'A profile with `colors.preset` uses that theme and its own colors. It ignores the colors ' +
      'that [colors] sets.',
  ].join('\n'),
  template: [
    '  For example:',
    '  [profiles.review]',
    '  command = ["claude"]',
    '  shell.working_directory = "~/src/api"',
    '  shell.env = { REVIEW = "1" }',
    '  colors.preset = "Nord"',
    '  fonts.size = 16',
  ],
}

/** Reads a profile. An invalid key keeps its previous value, or is that of every tab. */
function readProfile(
  name: string,
  value: unknown,
  below: Profile,
  before: Profile | undefined,
  report: Report,
): Profile {
  if (!isTable(value)) {
    report(invalid('profiles', name, value, `a table: [profiles.${name}]`))
    return before ?? below
  }
  const made: Record<string, unknown> = { ...below }
  for (const [key, one] of Object.entries(value)) {
    const part = Object.hasOwn(parts, key) ? parts[key as keyof typeof parts] : undefined
    const place = `${name}.${key}`
    if (isOwn(key))
      made[key] = readOption(place, own[key], one, before?.[key] ?? own[key].default, report)
    else if (part === undefined)
      report(unknown(place, nearest(key, [...Object.keys(own), ...Object.keys(parts)])))
    else if (isTable(one))
      made[key] = readPart(place, part, one, {
        below: below[key as keyof typeof parts],
        before: before?.[key as keyof typeof parts],
        report,
      })
    else report(invalid('profiles', place, one, `a table: [profiles.${place}]`))
  }
  return made as unknown as Profile // each key was read
}

function isOwn(key: string): key is keyof typeof own {
  return Object.hasOwn(own, key)
}

function readPart(
  place: string,
  { options }: Section,
  table: Table,
  {
    below,
    before,
    report,
  }: { readonly below: Table; readonly before: Table | undefined; readonly report: Report },
): Table {
  const made: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(table)) {
    const option = Object.hasOwn(options, key) ? options[key] : undefined
    const whole = `${place}.${key}`
    if (option === undefined) report(unknown(whole, nearest(key, Object.keys(options))))
    else made[key] = readOption(whole, option, value, before?.[key], report)
    if (made[key] === undefined) delete made[key]
  }
  return made
}

function readOption(
  place: string,
  option: Option,
  value: unknown,
  before: unknown,
  report: Report,
): unknown {
  const read = option.read(value)
  if (!read.ok) {
    report(invalid('profiles', place, value, option.allowed, read.problem))
    return before
  }
  if (read.clamped !== undefined)
    report({
      key: place,
      kind: 'clamped',
      severity: 'note',
      text:
        `profiles.${place} is ${read.clamped}, outside its bounds: ${String(read.value)} is ` +
        `used. Allowed: ${option.allowed}.`,
    })
  return read.value
}

function unknown(place: string, meant: string | null): SectionProblem {
  const above = place.slice(0, place.lastIndexOf('.'))
  return unknownKey('profiles', place, meant === null ? null : `profiles.${above}.${meant}`)
}
