/** What the command line can ask for that opens no window: done in plain Node, without an engine and without a display. */
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { byPlace, problemLine, type Problem } from '../core/config/problem.ts'
import { printJson, printToml } from '../core/config/print.ts'
import { readOptions, type ConfigDocument } from '../core/config/read.ts'
import { configSchema } from '../core/config/schema.ts'
import { defaults, type Options } from '../core/config/table.ts'
import { actionNames, actionTable } from '../core/keys/actions.ts'
import { bundledThemes, themeKey } from '../core/theme/bundled.ts'
import { namedThemes } from '../core/theme/named.ts'
import { reportText, type Report } from '../core/diagnose/report.ts'
import type { CommandLine, Settings } from './command-line.ts'
import { loadConfiguration } from './config/load.ts'
import { overrideDocument } from './config/overrides.ts'
import { installDesktop, uninstallDesktop } from './desktop/desktop-files.ts'
import { gather } from './diagnose/gather.ts'
import { readUserRules, userRulesFile } from './agent-rules/user-rules.ts'
import { configFile, configFolder } from './folders.ts'
import { listFonts } from './list-fonts.ts'
import { importColorsFile } from './themes/import-colors.ts'
import { readThemes } from './themes/read-themes.ts'

/** Exit codes (behaviour/config.md 4). */
export const exitCodes = { fine: 0, failed: 1, usage: 2, configuration: 3 } as const

export interface Answer {
  readonly output: string
  readonly error: string
  readonly code: number
}

export interface WindowlessFacts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly directory: string
  /** Where the scripts of src/integrations/shell are. */
  readonly integrations: string
  readonly version: string
  /** Asks the engine about itself, for `--diagnose`. Always answers. */
  readonly askEngine: () => Promise<Report['engine']>
}

export type Windowless = Exclude<CommandLine, { readonly kind: 'run' }>

export async function answer(line: Windowless, facts: WindowlessFacts): Promise<Answer> {
  switch (line.kind) {
    case 'print': return said(line.text)
    case 'usage': return { output: '', error: `vibeflow: ${line.problem}\n`, code: exitCodes.usage }
    case 'print-integration': return printIntegration(line.shell, facts)
    case 'check-config': return checkConfig(line, facts)
    case 'print-config': return printConfig(line, facts)
    case 'list': return list(line, facts)
    case 'import-colors': return importTheme(line, facts)
    case 'diagnose': return diagnose(line, facts)
    case 'desktop': return desktop(line.what, facts)
  }
}

function said(output: string): Answer {
  return { output, error: '', code: exitCodes.fine }
}

async function checkConfig({ settings, strict }: Extract<Windowless, { kind: 'check-config' }>, facts: WindowlessFacts): Promise<Answer> {
  const read = readSettings(settings, facts)
  if ('error' in read) return read
  const { missing } = read
  const problems = await allProblems(read, facts)
  const bad = problems.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  const lines = problems.map(problemLine)
  if (missing && settings.config !== null) return { output: `${read.file}: error: there is no such file.\n`, error: '', code: exitCodes.configuration }
  if (lines.length === 0) lines.push(`${read.file}: ${missing ? 'there is none; the defaults hold' : 'no mistakes'}`)
  return { output: lines.map((line) => `${line}\n`).join(''), error: '', code: bad ? exitCodes.configuration : exitCodes.fine }
}

async function printConfig({ settings, what, json }: Extract<Windowless, { kind: 'print-config' }>, facts: WindowlessFacts): Promise<Answer> {
  if (what === 'schema') return said(`${JSON.stringify(configSchema(), null, 2)}\n`)
  if (what === 'defaults') return said(json ? printJson(defaults, 'all') : printToml(defaults, 'all'))
  const read = readSettings(settings, facts)
  if ('error' in read) return read
  const problems = await allProblems(read, facts)
  const which = what === 'changed' ? 'changed' : 'all'
  return {
    output: json ? printJson(read.options, which) : printToml(read.options, which),
    error: problems.map((problem) => `${problemLine(problem)}\n`).join(''),
    code: problems.some(({ severity }) => severity === 'error') ? exitCodes.configuration : exitCodes.fine,
  }
}

/** Names and what they are, in columns for people; as JSON for scripts. */
async function list({ what, json }: Extract<Windowless, { kind: 'list' }>, { environment, home }: WindowlessFacts): Promise<Answer> {
  if (what === 'actions') {
    const rows = actionNames.map((action) => ({ action, ...actionTable[action] }))
    return said(json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(({ action, label, chords }) => `${action.padEnd(24)} ${label.padEnd(28)} ${chords.join(', ')}`.trimEnd() + '\n').join(''))
  }
  if (what === 'fonts') {
    const fonts = await listFonts()
    if ('problem' in fonts) return { output: '', error: `vibeflow: ${fonts.problem}.\n`, code: exitCodes.failed }
    return said(json ? `${JSON.stringify(fonts, null, 2)}\n` : fonts.map(({ family, fixedWidth, bundled }) => `${family}${bundled ? '  (comes along)' : fixedWidth ? '  (fixed width)' : ''}\n`).join(''))
  }
  const { themes, problems } = await readThemes(join(configFolder(environment, home), 'themes'))
  const own = new Set(themes.map(({ name }) => themeKey(name)))
  const rows = [...themes.map(({ name }) => ({ name, own: true })), ...bundledThemes.filter(({ name }) => !own.has(themeKey(name))).map(({ name }) => ({ name, own: false }))]
  return { ...said(json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map((row) => `${row.name}${row.own ? '  (yours)' : ''}\n`).join('')), error: problems.map((problem) => `${problem}\n`).join('') }
}

async function importTheme({ file, overwrite }: Extract<Windowless, { kind: 'import-colors' }>, { environment, home }: WindowlessFacts): Promise<Answer> {
  const imported = await importColorsFile(file, join(configFolder(environment, home), 'themes'), overwrite)
  if (!imported.ok) return { output: '', error: imported.problems.map((problem) => `vibeflow: ${problem}.\n`).join(''), code: exitCodes.failed }
  return said(`${imported.path}\nUse it by [colors] preset = ${JSON.stringify(imported.name)}\n`)
}

function printIntegration(shell: 'bash' | 'zsh' | 'fish', { integrations }: WindowlessFacts): Answer {
  const file = { bash: 'bash/vibeflow.bash', zsh: 'zsh/vibeflow.zsh', fish: 'fish/fish/vendor_conf.d/vibeflow.fish' }[shell]
  try {
    return said(readFileSync(join(integrations, file), 'utf8'))
  } catch (error) {
    return { output: '', error: `vibeflow: the script for ${shell} cannot be read: ${error instanceof Error ? error.message : String(error)}\n`, code: exitCodes.failed }
  }
}

async function diagnose({ settings: asked, json }: Extract<Windowless, { kind: 'diagnose' }>, facts: WindowlessFacts): Promise<Answer> {
  const settings = readSettings(asked, facts)
  if ('error' in settings) return settings
  const report = await gather({ ...facts, settings: { ...settings, problems: await allProblems(settings, facts) }, engine: await facts.askEngine() })
  return said(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
}

function desktop(what: 'install' | 'uninstall', { environment, home }: WindowlessFacts): Answer {
  const named = environment['XDG_DATA_HOME']
  const facts = {
    dataFolder: named !== undefined && isAbsolute(named) ? named : join(home, '.local/share'),
    binFolder: join(home, '.local/bin'), path: environment['PATH'] ?? '', share: environment['VIBEFLOW_SHARE'], launcher: environment['VIBEFLOW_LAUNCHER'],
  }
  const done = what === 'install' ? installDesktop(facts) : uninstallDesktop(facts)
  return 'problem' in done ? { output: '', error: `vibeflow: ${done.problem}.\n`, code: exitCodes.failed } : said(done.lines.map((line) => `${line}\n`).join(''))
}

/** Of the configuration, the themes and rules beside it, and the names that it has for them. */
async function allProblems({ file, options, documents, problems }: ReadSettings, { environment, home }: WindowlessFacts): Promise<readonly Problem[]> {
  const folder = join(configFolder(environment, home), 'themes')
  const { themes, problems: wrong } = await readThemes(folder)
  return byPlace([
    ...problems,
    ...namedThemes(options.colors, documents, themes),
    ...wrong.map((text): Problem => ({ kind: 'theme', severity: 'warning', file: folder, place: null, text })),
    ...readUserRules(userRulesFile(file)).problems,
  ])
}

interface ReadSettings {
  readonly file: string
  readonly missing: boolean
  readonly options: Options
  readonly problems: readonly Problem[]
  readonly documents: readonly ConfigDocument[]
}

function readSettings({ config, overrides }: Settings, { environment, home, directory }: WindowlessFacts): ReadSettings | Answer {
  const file = configFile(environment, { home, directory, asked: config })
  const own = overrideDocuments(overrides)
  if ('problem' in own) return { output: '', error: `vibeflow: ${own.problem}\n`, code: exitCodes.usage }
  const loaded = loadConfiguration(file)
  const documents = [...loaded.documents, ...own.documents]
  const { options, problems } = readOptions({ documents, before: null })
  return { file, missing: loaded.state === 'missing', options, problems: [...loaded.problems, ...problems], documents }
}

/** The documents of `-o`, or a sentence on what is wrong with the first bad one: its form, its key or its value. */
export function overrideDocuments(written: readonly string[]): { readonly documents: readonly ConfigDocument[] } | { readonly problem: string; readonly code: number } {
  const documents: ConfigDocument[] = []
  for (const one of written) {
    const document = overrideDocument(one)
    if ('problem' in document) return { problem: `${document.problem}.`, code: exitCodes.usage }
    documents.push(document)
  }
  const { problems } = readOptions({ documents, before: null })
  const [bad] = problems.filter(({ severity }) => severity !== 'note')
  return bad === undefined ? { documents } : { problem: `${bad.file}: ${bad.text.replace(/([^.?!])$/, '$1.')}`, code: exitCodes.configuration }
}
