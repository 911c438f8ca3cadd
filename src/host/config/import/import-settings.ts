/** Imports the settings, keys and colors of another terminal into the user's files. */
import { basename, dirname, join } from 'node:path'
import { defined } from '../../../base/objects/defined.ts'
import { isTable } from '../../../base/objects/is-table.ts'
import type { Foreign, NamedTheme, Setting } from '../../../core/config/import/foreign.ts'
import { planImport, type ImportPlan } from '../../../core/config/import/plan.ts'
import type { ImportRow, OwnConfig } from '../../../core/config/import/rows.ts'
import { foreignTerminals, type ForeignName } from '../../../core/config/import/terminals.ts'
import { readOptions } from '../../../core/config/read.ts'
import type { SavableValue } from '../../../core/config/savable.ts'
import { tomlValue } from '../../../core/config/written.ts'
import { findTheme } from '../../../core/config/theme/bundled.ts'
import { themeFromTerminal } from '../../../core/config/theme/from-terminal.ts'
import type { Theme } from '../../../core/config/theme/theme.ts'
import { configFolder } from '../../files/folders.ts'
import { loadConfiguration } from '../load.ts'
import { draftOptions, writeDraft, type ConfigDraft } from '../save-option.ts'
import { readThemes } from '../themes/read-themes.ts'
import { ThemeCollection } from '../themes/theme-collection.ts'
import { themeDraft, writeTheme, type ThemeDraft } from '../themes/theme-draft.ts'
import { foreignPlaces, readForeign, type ForeignHome } from './read-foreign.ts'

export interface ImportRequest extends ForeignHome {
  readonly terminal: ForeignName
  /** The file to read; `null` for the terminal's own. */
  readonly path: string | null
  /** The user's configuration. */
  readonly config: string
  /** File of the theme collection. */
  readonly themes: string
  readonly overwrite: boolean
}

export interface PreparedImport {
  /** Files that were read. */
  readonly files: readonly string[]
  readonly rows: readonly ImportRow[]
  /** Options that run programs or set variables, and typed texts with Enter, in full. */
  readonly programs: readonly (readonly [name: string, value: string])[]
  /** Files that `write` changes. */
  readonly changes: readonly string[]
  /** Writes the files. Returns a message for each failure. */
  readonly write: () => readonly string[]
}

/** Reads everything and writes nothing. A problem is a sentence. */
export async function prepareImport(
  request: ImportRequest,
): Promise<PreparedImport | { readonly problem: string }> {
  const { terminal, config, home, environment } = request
  const foreign: Foreign = foreignTerminals[terminal]
  const read = readFirst(foreign, request)
  if ('problem' in read) return read
  const own = ownConfig(config)
  if ('problem' in own) return own
  const plan = planImport(foreign, read.settings, own)
  const unknown = [...plan.colors].filter(([, color]) => !isColor(foreign, color))
  const folder = join(configFolder(environment, home), 'themes')
  const colors = new Map([...plan.colors].filter(([, color]) => isColor(foreign, color)))
  const themes = await planThemes(
    foreign,
    { ...plan, colors },
    { ...request, folder, main: read.files[0] ?? '' },
  )
  const drafts = themes.flatMap(({ draft }) => (draft === null ? [] : [draft]))
  const themeOptions = themes.flatMap(({ option, name }): [string, SavableValue][] =>
    name === null || own.hasTheme ? [] : [[option, name]],
  )
  const options = new Map([...themeOptions, ...plan.options])
  const draft = draftOptions(config, options, plan.sends)
  if ('problem' in draft) return { problem: `can't read ${config}: ${draft.problem}.` }
  const rows = [
    ...themes.map((theme) => themeRow(theme, own, foreign.title)),
    ...plan.rows,
    ...unknown.map(
      ([name, color]): ImportRow => ({
        from: `${name} ${String(color)}`,
        outcome: 'skipped',
        text: 'vibeflow reads only colors such as #1a2b3c',
      }),
    ),
    ...read.problems.map(
      ({ file, text }): ImportRow => ({ from: `file ${file}`, outcome: 'skipped', text }),
    ),
    ...draft.refused.map(
      ({ name, problem }): ImportRow => ({ from: name, outcome: 'skipped', text: problem }),
    ),
  ]
  return {
    files: read.files,
    rows,
    programs: programsOf(options, plan.sends),
    changes: [
      ...drafts.filter(({ there }) => there !== 'equal').map(({ path }) => path),
      ...(draft.after === draft.before ? [] : [config]),
    ],
    write: () => written(config, draft, drafts),
  }
}

const startsPrograms = ['shell.program', 'shell.args', 'shell.env', 'scrollback.pager']
/** Characters of a program's value that are shown. */
const programCharactersMax = 2000

function programsOf(
  options: ReadonlyMap<string, SavableValue>,
  sends: ImportPlan['sends'],
): PreparedImport['programs'] {
  const shown = (value: unknown) => {
    const text = tomlValue(value)
    const rest = text.length - programCharactersMax
    return rest <= 0 ? text : `${text.slice(0, programCharactersMax)}… (${rest} more characters)`
  }
  return [
    ...startsPrograms.flatMap((name): [string, string][] =>
      options.has(name) ? [[name, shown(options.get(name))]] : [],
    ),
    ...sends
      .filter(({ text }) => /[\r\n]/.test(text))
      .map(({ keys, text }): [string, string] => [keys.join(', '), `types ${shown(text)}`]),
  ]
}

function written(
  config: string,
  draft: ConfigDraft,
  drafts: readonly ThemeDraft[],
): readonly string[] {
  const problems = drafts.map(writeTheme).filter((problem) => problem !== null)
  // an option that names a theme needs its file
  const problem = problems.length > 0 ? null : writeDraft(config, draft)
  return problem === null ? problems : [problem]
}

function readFirst(
  foreign: Foreign,
  request: ImportRequest,
): Exclude<ReturnType<typeof readForeign>, { problem: string }> | { readonly problem: string } {
  const places = request.path === null ? foreignPlaces(request.terminal, request) : [request.path]
  for (const place of places) {
    const read = readForeign(foreign, place, request.home)
    if (!('problem' in read)) return read
    if (read.problem !== 'it does not exist' || request.path !== null)
      return { problem: `can't import ${place}: ${read.problem}.` }
  }
  return {
    problem: `no configuration of ${foreign.title} found. Looked for: ${places.join(', ')}.`,
  }
}

function ownConfig(file: string): (OwnConfig & { hasTheme: boolean }) | { problem: string } {
  const { state, documents, problems } = loadConfiguration(file)
  if (state === 'refused') return { problem: `can't read ${file}: ${problems[0]?.text ?? ''}` }
  const { options } = readOptions({ documents, before: null })
  const values = options as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const tables = (section: string) =>
    documents.map(({ table }) => table[section]).filter((one) => isTable(one))
  const isSet = (name: string) => {
    const [section = '', key = ''] = name.split('.')
    return tables(section).some((table) => table[key] !== undefined)
  }
  return {
    isSet,
    value: (name) => {
      const [section = '', key = ''] = name.split('.')
      return values[section]?.[key]
    },
    shortcuts: Object.assign({}, ...tables('shortcuts')) as Readonly<Record<string, unknown>>,
    hasTheme: ['', '_light', '_dark'].some((end) => isSet(`colors.preset${end}`)),
  }
}

interface PlannedTheme {
  readonly option: NamedTheme['option']
  /** Name of the theme in vibeflow; `null` without one. */
  readonly name: string | null
  /** File to write; `null` for a theme that vibeflow has. */
  readonly draft: ThemeDraft | null
  /** The setting in the other terminal's file. */
  readonly from: string
  readonly problem: string
}

interface ThemePlaces extends ImportRequest {
  readonly folder: string
  /** The file that was read first. */
  readonly main: string
}

async function planThemes(
  foreign: Foreign,
  { colors, themes }: ImportPlan,
  places: ThemePlaces,
): Promise<readonly PlannedTheme[]> {
  const { folder, main, terminal } = places
  const make = (
    option: NamedTheme['option'],
    name: string,
    base: ReadonlyMap<string, unknown>,
    from: string,
  ): PlannedTheme => {
    const made = themeFromTerminal(new Map([...palette(foreign), ...base]), name)
    const draft = made.ok ? themeDraft(made.theme, folder, `Imported from ${basename(main)}`) : null
    const isKept = draft?.there === 'other' && !places.overwrite
    const problem = made.ok
      ? draft === null
        ? 'its name is not usable as a file name'
        : isKept
          ? `${draft.path} exists; use --overwrite to replace it`
          : ''
      : (made.problems[0] ?? '')
    const isUsable = draft !== null && !isKept
    return { option, name: isUsable ? name : null, draft: isUsable ? draft : null, from, problem }
  }
  if (themes.length === 0) {
    const modes = kittyModes(foreign, places)
    if (modes.length > 0)
      return modes.map(([option, name, own]) =>
        make(option, name, new Map([...colors, ...own]), `${name.slice(6)}-theme.auto.conf`),
      )
    if (colors.size === 0) return []
    const isUsual = foreignPlaces(terminal, places).includes(main)
    const file = basename(main).replace(/\.(?:conf|toml|lua)$/i, '')
    const name = (isUsual || file === '' ? terminal : file).slice(0, 64)
    return [
      make(
        'colors.preset',
        name,
        colors,
        `${colors.size} ${colors.size === 1 ? 'color' : 'colors'}`,
      ),
    ]
  }
  const own = (await readThemes(folder)).themes
  const known = [...own, ...(await new ThemeCollection(places.themes).all())]
  return themes.map(({ option, name }): PlannedTheme => {
    const from = `theme ${name}`
    const file = foreignTheme(foreign, name, places)
    const theme = findTheme(name, known)
    const title = file === null ? name : basename(name)
    if (file !== null) return make(option, title.slice(0, 64), new Map([...file, ...colors]), from)
    if (theme === undefined)
      return {
        option,
        name: null,
        draft: null,
        from,
        problem: 'vibeflow has no theme of this name',
      }
    if (colors.size === 0) return { option, name: theme.name, draft: null, from, problem: '' }
    const title2 = `${theme.name} ${terminal}`.slice(0, 64)
    return make(option, title2, new Map([...settingsOfTheme(theme), ...colors]), from)
  })
}

/** Whether a theme can have the color. Words such as `none` count as colors too. */
function isColor(foreign: Foreign, color: unknown): boolean {
  return themeFromTerminal(new Map([...palette(foreign), ['cursor', color]]), 'color').ok
}

/** Returns the themes that kitty selects for the light and the dark mode of the desktop. */
function kittyModes(
  foreign: Foreign,
  { terminal, main, home }: ThemePlaces,
): readonly (readonly [NamedTheme['option'], string, ReadonlyMap<string, unknown>])[] {
  if (terminal !== 'kitty') return []
  const modes = (['light', 'dark'] as const).map((mode) => {
    const read = readForeign(foreign, join(dirname(main), `${mode}-theme.auto.conf`), home)
    return 'problem' in read ? null : ([mode, colorsOf(foreign, read.settings)] as const)
  })
  const found = modes.filter((one) => one !== null)
  // vibeflow needs both
  return found.length < 2
    ? []
    : found.map(([mode, colors]) => [`colors.preset_${mode}`, `kitty-${mode}`, colors] as const)
}

function colorsOf(foreign: Foreign, settings: readonly Setting[]): ReadonlyMap<string, unknown> {
  return new Map(settings.flatMap((setting) => [...(foreign.colors(setting) ?? [])]))
}

/** Reads a theme file of Ghostty. */
function foreignTheme(
  foreign: Foreign,
  name: string,
  { environment, main, home }: ThemePlaces,
): ReadonlyMap<string, unknown> | null {
  if (foreign.themes?.option !== 'theme') return null
  const resources = environment['GHOSTTY_RESOURCES_DIR'] ?? '/usr/share/ghostty'
  const files = name.startsWith('/')
    ? [name]
    : /[/\0]/.test(name)
      ? []
      : [join(dirname(main), 'themes', name), join(resources, 'themes', name)]
  for (const file of files) {
    const read = readForeign(foreign, file, home)
    if ('problem' in read) continue
    return colorsOf(foreign, read.settings)
  }
  return null
}

/** Returns the terminal's own colors, for colors that the user has not set. */
function palette({ palette: list }: Foreign): ReadonlyMap<string, unknown> {
  const [foreground, background, ...ansi] = list.split(' ').map((color) => `#${color}`)
  return new Map([
    ...Object.entries(defined({ foreground, background })),
    ...ansi.map((color, index) => [`color${index}`, color] as const),
  ])
}

function settingsOfTheme(theme: Theme): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ['foreground', theme.foreground],
    ['background', theme.background],
    ['cursor', theme.cursor],
    ['cursor-text', theme.cursorText],
    ...theme.ansi.map((color, index) => [`color${index}`, color] as const),
  ])
}

function themeRow(
  { option, name, draft, from, problem }: PlannedTheme,
  { hasTheme, value }: Pick<OwnConfig, 'value'> & { readonly hasTheme: boolean },
  title: string,
): ImportRow {
  if (name === null) return { from, outcome: 'skipped', text: problem }
  const isSame = value(option) === name
  const file = draft === null ? '' : `, themes/${basename(draft.path)}`
  if (hasTheme && !isSame)
    return {
      from,
      outcome: 'kept',
      text: `your theme stays; ${draft === null ? name : `${name} of ${title}`} is added${file}`,
    }
  const isDone = isSame && (draft === null || draft.there === 'equal')
  return {
    from,
    outcome: isDone ? 'unchanged' : 'imported',
    text: `${option} = ${JSON.stringify(name)}${file}`,
  }
}
