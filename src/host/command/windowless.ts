/** Options that open no window. They run in plain Node, without engine and display. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exits } from '../../core/clients/exit-codes.ts'
import { byPlace, problemLine, type ConfigProblem } from '../../core/config/problem.ts'
import { printJson, printToml } from '../../core/config/print.ts'
import { readOptions, type ConfigDocument } from '../../core/config/read.ts'
import { configSchema } from '../../core/config/schema.ts'
import { defaults, type Options } from '../../core/config/table.ts'
import { actionNames, actionTable } from '../../core/config/keys/actions.ts'
import { lineCharactersMax, safeJson, safeText } from '../../base/text/safe-text.ts'
import { bundledThemes, themeKey } from '../../core/config/theme/bundled.ts'
import { namedThemes } from '../../core/config/theme/named.ts'
import { reportText, type DiagnosticReport } from '../../core/config/diagnose/report.ts'
import type { CommandLine, ConfigSource } from './command-line.ts'
import { loadConfiguration } from '../config/load.ts'
import { overrideDocuments } from '../config/overrides.ts'
import { installDesktop, uninstallDesktop } from '../desktop/desktop-files.ts'
import { gather } from './diagnose/gather.ts'
import { readUserRules, unlisted, userRulesFile } from '../config/agent-rules/read-user-rules.ts'
import { baseFolder, configFile, configFolder } from '../files/folders.ts'
import { listFonts } from '../desktop/list-fonts.ts'
import { readThemes } from '../config/themes/read-themes.ts'
import { ThemeCollection } from '../config/themes/theme-collection.ts'
import { errorMessage } from '../../base/text/error-message.ts'

interface WindowlessAnswer {
  readonly output: string
  readonly error: string
  readonly code: number
}

interface WindowlessFacts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly directory: string
  /** Directory of the scripts in src/integrations/shell. */
  readonly integrations: string
  /** File of the theme collection. */
  readonly themeCollection: string
  readonly version: string
  /** Gets facts from the engine for `--diagnose`. Never rejects. */
  readonly askEngine: () => Promise<DiagnosticReport['engine']>
}

export type Windowless = Exclude<CommandLine, { readonly kind: 'run' }>

export async function answer(line: Windowless, facts: WindowlessFacts): Promise<WindowlessAnswer> {
  switch (line.kind) {
    case 'print':
      return said(line.text)
    case 'usage':
      return failed(line.problem, exits.usage)
    case 'print-integration':
      return printIntegration(line.shell, facts)
    case 'check-config':
      return checkConfig(line, facts)
    case 'print-config':
      return printConfig(line, facts)
    case 'list':
      return list(line, facts)
    case 'list-actions':
      return listActions(line, facts)
    case 'diagnose':
      return diagnose(line, facts)
    case 'desktop':
      return desktop(line.what, facts)
  }
}

function said(output: string): WindowlessAnswer {
  return { output, error: '', code: exits.done }
}

/** @param problem full sentence */
function failed(problem: string, code: number = exits.failed): WindowlessAnswer {
  return { output: '', error: rows([`vibeflow: ${problem}`]), code }
}

/** Joins texts to lines. They may contain file names, so control characters are removed. */
function rows(texts: readonly string[]): string {
  return texts.map((text) => `${safeText(text, lineCharactersMax)}\n`).join('')
}

async function checkConfig(
  { settings, strict }: Extract<Windowless, { kind: 'check-config' }>,
  facts: WindowlessFacts,
): Promise<WindowlessAnswer> {
  const read = readSettings(settings, facts)
  if ('error' in read) return read
  const { missing } = read
  const problems = await allProblems(read, facts)
  const bad = problems.some(
    ({ severity }) => severity === 'error' || (strict && severity === 'warning'),
  )
  const lines = problems.map(problemLine)
  if (missing && settings.config !== null)
    return {
      output: rows([`${read.file}: error: the file does not exist.`]),
      error: '',
      code: exits.configuration,
    }
  if (lines.length === 0)
    lines.push(`${read.file}: ${missing ? 'no such file, the defaults are active' : 'no problems'}`)
  return { output: rows(lines), error: '', code: bad ? exits.configuration : exits.done }
}

async function printConfig(
  { settings, what, json }: Extract<Windowless, { kind: 'print-config' }>,
  facts: WindowlessFacts,
): Promise<WindowlessAnswer> {
  if (what === 'schema') return said(`${JSON.stringify(configSchema(), null, 2)}\n`)
  if (what === 'defaults')
    return said(json ? printJson(defaults, 'all') : printToml(defaults, 'all'))
  const read = readSettings(settings, facts)
  if ('error' in read) return read
  const problems = await allProblems(read, facts)
  const which = what === 'changed' ? 'changed' : 'all'
  return {
    output: json ? printJson(read.options, which) : printToml(read.options, which),
    ...problemsOf(problems),
  }
}

/** Returns the problems for standard error, and the exit code they lead to. */
function problemsOf(problems: readonly ConfigProblem[]): Pick<WindowlessAnswer, 'error' | 'code'> {
  return {
    error: rows(problems.map(problemLine)),
    code: problems.some(({ severity }) => severity === 'error') ? exits.configuration : exits.done,
  }
}

/** Lists actions with the chords that the configuration gives them. */
async function listActions(
  { settings, json }: Extract<Windowless, { kind: 'list-actions' }>,
  facts: WindowlessFacts,
): Promise<WindowlessAnswer> {
  const read = readSettings(settings, facts)
  if ('error' in read) return read
  const problems = await allProblems(read, facts)
  const actions = actionNames.map((action) => ({
    action,
    ...actionTable[action],
    chords: read.options.shortcuts.actions[action],
  }))
  return {
    output: json
      ? `${safeJson(actions, 2)}\n`
      : rows(
          actions.map(({ action, label, chords }) =>
            `${action.padEnd(24)} ${label.padEnd(28)} ${chords.join(', ')}`.trimEnd(),
          ),
        ),
    ...problemsOf(problems),
  }
}

/** Lists names: in columns, or as JSON for scripts. */
async function list(
  { what, json }: Extract<Windowless, { kind: 'list' }>,
  { environment, home, themeCollection }: WindowlessFacts,
): Promise<WindowlessAnswer> {
  if (what === 'fonts') {
    const fonts = await listFonts()
    if ('problem' in fonts) return failed(`${fonts.problem}.`)
    return said(
      json
        ? `${safeJson(fonts, 2)}\n`
        : rows(
            fonts.map(
              ({ family, fixedWidth, bundled }) =>
                `${family}${bundled ? '  (included)' : fixedWidth ? '  (fixed width)' : ''}`,
            ),
          ),
    )
  }
  const { themes, problems } = await readThemes(join(configFolder(environment, home), 'themes'))
  const own = new Set(themes.map(({ name }) => themeKey(name)))
  const all = [
    ...themes.map(({ name }) => ({ name, own: true })),
    ...[...bundledThemes, ...(await new ThemeCollection(themeCollection).all())]
      .filter(({ name }) => !own.has(themeKey(name)))
      .map(({ name }) => ({ name, own: false })),
  ]
  return {
    ...said(
      json
        ? `${safeJson(all, 2)}\n`
        : rows(all.map((one) => `${one.name}${one.own ? '  (yours)' : ''}`)),
    ),
    error: rows(problems.map(({ text }) => text)),
  }
}

function printIntegration(
  shell: 'bash' | 'zsh' | 'fish',
  { integrations }: WindowlessFacts,
): WindowlessAnswer {
  const file = {
    bash: 'bash/vibeflow.bash',
    zsh: 'zsh/vibeflow.zsh',
    fish: 'fish/fish/vendor_conf.d/vibeflow.fish',
  }[shell]
  try {
    return said(readFileSync(join(integrations, file), 'utf8'))
  } catch (error) {
    return failed(`can't read the script for ${shell}: ${errorMessage(error)}.`)
  }
}

async function diagnose(
  { settings: asked, json }: Extract<Windowless, { kind: 'diagnose' }>,
  facts: WindowlessFacts,
): Promise<WindowlessAnswer> {
  const settings = readSettings(asked, facts)
  if ('error' in settings) return settings
  const report = await gather({
    ...facts,
    settings: { ...settings, problems: await allProblems(settings, facts) },
    engine: await facts.askEngine(),
  })
  return said(json ? `${safeJson(report, 2)}\n` : rows(reportText(report).trimEnd().split('\n')))
}

function desktop(
  what: 'install' | 'uninstall',
  { environment, home }: WindowlessFacts,
): WindowlessAnswer {
  const facts = {
    dataFolder: baseFolder('DATA', environment, home),
    binFolder: join(home, '.local/bin'),
    path: environment['PATH'] ?? '',
    share: environment['VIBEFLOW_SHARE'],
    launcher: environment['VIBEFLOW_LAUNCHER'],
  }
  const done = what === 'install' ? installDesktop(facts) : uninstallDesktop(facts)
  return 'problem' in done ? failed(`${done.problem}.`) : said(rows(done.lines))
}

/** Returns the problems of the configuration, its themes and its rules. */
async function allProblems(
  { file, options, documents, problems }: ReadSettings,
  { environment, home, themeCollection }: WindowlessFacts,
): Promise<readonly ConfigProblem[]> {
  const folder = join(configFolder(environment, home), 'themes')
  const { themes, problems: wrong } = await readThemes(folder)
  const known = await new ThemeCollection(themeCollection).knownFor(options.colors, themes)
  const rulesFile = userRulesFile(file)
  const rules = readUserRules(rulesFile)
  return byPlace([
    ...problems,
    ...namedThemes(options.colors, documents, known),
    ...wrong.map(
      ({ text }): ConfigProblem => ({
        kind: 'theme',
        severity: 'warning',
        file: folder,
        place: null,
        text,
      }),
    ),
    ...rules.problems,
    ...unlisted(rulesFile, rules, options.ai.tools),
  ])
}

interface ReadSettings {
  readonly file: string
  readonly missing: boolean
  readonly options: Options
  readonly problems: readonly ConfigProblem[]
  readonly documents: readonly ConfigDocument[]
}

function readSettings(
  { config, overrides }: ConfigSource,
  { environment, home, directory }: WindowlessFacts,
): ReadSettings | WindowlessAnswer {
  const file = configFile(environment, { home, directory, asked: config })
  const own = overrideDocuments(overrides)
  if ('problem' in own) return failed(own.problem, exits.usage)
  const loaded = loadConfiguration(file)
  const documents = [...loaded.documents, ...own.documents]
  const { options, problems } = readOptions({ documents, before: null })
  return {
    file,
    missing: loaded.state === 'missing',
    options,
    problems: [...loaded.problems, ...problems],
    documents,
  }
}
