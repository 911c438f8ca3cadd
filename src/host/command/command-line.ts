/** Parses the arguments of `vibeflow`. Errors name the option and the nearest valid one. */
import { accessSync, constants } from 'node:fs'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import {
  integratedShells,
  printedConfigs,
  programOption,
  startFlag,
  startOptionEntries,
  startOptions,
  type StartOptionName,
} from '../../core/config/start-options.ts'
import { exitRows, startExits } from '../../core/clients/exit-codes.ts'
import { badLayoutName, isLayoutName } from '../../core/windows/layouts/layout.ts'
import { didYouMean, nearest } from '../../base/numbers/nearest.ts'
import { twoColumns } from '../../base/text/wrap.ts'
import { shellLine } from '../../base/command.ts'
import type { LaunchRequest } from '../../core/windows/workspace/launch-request.ts'
import { errorMessage } from '../../base/text/error-message.ts'

export interface ConfigSource {
  /** Value of `--config`, or `null` for the default file. */
  readonly config: string | null
  /** Values of `-o`, in order. */
  readonly overrides: readonly string[]
}

type PrintConfig = (typeof printedConfigs)[number]

export type CommandLine =
  | {
      readonly kind: 'run'
      readonly settings: ConfigSource
      readonly request: Omit<LaunchRequest, 'environment' | 'callerDirectory'>
      readonly debugFrames: boolean
      readonly wait: boolean
      /** Window class and app ID, or `null` for the default. */
      readonly windowClass: string | null
      /** False with `--no-restore`. */
      readonly restore: boolean
      /** Whether to use the running instance, or `null` to follow `window.single_instance`. */
      readonly single: boolean | null
    }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'check-config'; readonly settings: ConfigSource; readonly strict: boolean }
  | {
      readonly kind: 'print-config'
      readonly settings: ConfigSource
      readonly what: PrintConfig
      readonly json: boolean
    }
  | { readonly kind: 'print-integration'; readonly shell: (typeof integratedShells)[number] }
  | { readonly kind: 'diagnose'; readonly settings: ConfigSource; readonly json: boolean }
  | { readonly kind: 'desktop'; readonly what: 'install' | 'uninstall' }
  | { readonly kind: 'list'; readonly what: 'themes' | 'fonts'; readonly json: boolean }
  | { readonly kind: 'list-actions'; readonly settings: ConfigSource; readonly json: boolean }
  | { readonly kind: 'usage'; readonly problem: string }

interface CommandLineFacts {
  /** Directory of the caller, for relative paths. */
  readonly directory: string
  readonly version: string
  /** Command that the user runs: `vibeflow` or `npm start --`. */
  readonly calledAs?: string
}

const options = Object.fromEntries(
  startOptionEntries().map(([name, { short, takes, multiple }]) => [
    name,
    {
      type: takes === undefined ? ('boolean' as const) : ('string' as const),
      multiple: multiple === true,
      ...(short === undefined ? {} : { short }),
    },
  ]),
)

/** Options whose value may be omitted, with their default. */
const optionalValues: Readonly<Record<string, string>> = {
  '--print-config': '--print-config=effective',
}

/** @param words arguments without the program's path and the engine's switches (see `ownWords`) */
export function parseCommandLine(words: readonly string[], facts: CommandLineFacts): CommandLine {
  const { calledAs = 'vibeflow', directory, version } = facts
  const wrong = (problem: string): CommandLine => ({
    kind: 'usage',
    problem: `${problem} Run \`${calledAs} --help\` for usage.`,
  })
  const at = words.findIndex((word) => word === '-e' || word === '--')
  const before = (at === -1 ? words : words.slice(0, at)).map(
    (word) =>
      optionalValues[word] ?? word.replace(/^-t(?!-)/, '-T').replace(/^--app-id(?==|$)/, '--class'),
  )
  let found: Found
  try {
    found = parseArgs({ args: before, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    return wrong(explain(error, before))
  }
  const given: Given = {
    on: (name) => found[name] === true,
    value: (name) => (typeof found[name] === 'string' ? found[name] : null),
    isThere: (name) => found[name] !== undefined,
    directory,
  }
  if (given.on('help')) return { kind: 'print', text: usage(calledAs) }
  if (given.on('version')) return { kind: 'print', text: `vibeflow ${version}\n` }
  const config = given.value('config')
  const settings = {
    config: config === null ? null : resolve(directory, config),
    overrides: (found['option'] ?? []) as readonly string[],
    // Strings, since the option takes a value.
  }
  const missing = missingValue(given) ?? withoutItsOwner(given)
  if (missing !== null) return wrong(missing)
  const windowless = withoutWindow(given, settings)
  if (typeof windowless === 'string') return wrong(windowless)
  if (windowless !== null) return windowless
  const clash = contradiction(given)
  if (clash !== null) return wrong(clash)
  const command = commandOf(given, at === -1 ? null : words.slice(at))
  if (typeof command === 'string') return wrong(command)
  const problem = wrongValue(given)
  if (problem !== null) return wrong(problem)
  const run = runOf(given, settings, command)
  // In a clone, repeated starts show the running window instead of opening another one.
  return words.length === 0 && calledAs === callOfClone
    ? { ...run, request: { ...run.request, target: 'present' } }
    : run
}

/** Value of `calledAs` for `npm start`. */
export const callOfClone = 'npm start --'

type Found = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>

/** Parsed options, by name. */
interface Given {
  readonly on: (name: StartOptionName) => boolean
  readonly value: (name: StartOptionName) => string | null
  readonly isThere: (name: StartOptionName) => boolean
  readonly directory: string
}

/** Returns an error message or `null`, like all checks below. */
function missingValue({ value }: Given): string | null {
  const empty = (['working-directory', 'config', 'title', 'shell', 'class'] as const).find(
    (name) => value(name) === '',
  )
  return empty === undefined ? null : `--${empty} requires a value.`
}

function withoutItsOwner({ on, isThere }: Given): string | null {
  const pairs = [
    ['strict', ['check-config']],
    ['json', ['print-config', 'list-actions', 'list-themes', 'list-fonts', 'diagnose']],
  ] as const
  const alone = pairs.find(([name, owners]) => on(name) && !owners.some((owner) => isThere(owner)))
  if (alone === undefined) return null
  const [name, owners] = alone
  const list = owners.map((owner) => `--${owner}`).join(' or ')
  return `--${name} requires ${list}.`
}

/** Returns the command for options without a window, `null` without them, or an error message. */
function withoutWindow({ on, value }: Given, settings: ConfigSource): CommandLine | string | null {
  if (on('list-actions')) return { kind: 'list-actions', settings, json: on('json') }
  const list = (['themes', 'fonts'] as const).find((one) => on(`list-${one}`))
  if (list !== undefined) return { kind: 'list', what: list, json: on('json') }
  if (on('check-config')) return { kind: 'check-config', settings, strict: on('strict') }
  const what = value('print-config')
  if (what !== null)
    return isOneOf(what, printedConfigs)
      ? { kind: 'print-config', settings, what, json: on('json') }
      : `unknown --print-config "${what}". Available: ${printedConfigs.join(', ')}.`
  const shell = value('print-integration')
  if (shell !== null)
    return isOneOf(shell, integratedShells)
      ? { kind: 'print-integration', shell }
      : `unknown shell "${shell}". Available: ${integratedShells.join(', ')}.`
  if (on('diagnose')) return { kind: 'diagnose', settings, json: on('json') }
  if (on('install-desktop') && on('uninstall-desktop'))
    return "--install-desktop and --uninstall-desktop can't be used together."
  if (on('install-desktop') || on('uninstall-desktop'))
    return { kind: 'desktop', what: on('install-desktop') ? 'install' : 'uninstall' }
  return null
}

/** Options that exclude others, in the order in which they are checked. */
const clashes: readonly (readonly [StartOptionName, readonly StartOptionName[]])[] = [
  ['tab', ['new-window']],
  ['single-instance', ['no-single-instance']],
  ['maximized', ['fullscreen']],
  ['wait', ['single-instance', 'tab']],
  ['tab', ['no-single-instance']],
  ['drop-down', ['tab', 'new-window', 'no-single-instance', 'wait', 'layout', 'geometry']],
  ['drop-down', ['maximized', 'fullscreen']],
  ['layout', ['tab', 'wait', 'shell', 'title', 'profile', 'hold']],
]

function contradiction({ isThere }: Given): string | null {
  for (const [one, others] of clashes) {
    const other = isThere(one) ? others.find(isThere) : undefined
    if (other !== undefined) return `--${one} and --${other} can't be used together.`
  }
  return null
}

type Command = LaunchRequest['command']

/**
 * Returns the command of `-x` or after `-e`, `null` for the user's shell, or an error message.
 * @param tail arguments from `-e` or `--` on
 */
function commandOf(
  { value, directory }: Given,
  tail: readonly string[] | null,
): Command | string | null {
  const [mark = '', ...after] = tail ?? []
  if (tail !== null && after.length === 0)
    return `${mark} requires a program, such as ${mark} htop.`
  if (after[0]?.startsWith('-') === true)
    return (
      `"${after[0]}" can't be a program. Write the program directly after ${mark}, such as ` +
      `${mark} htop, or ./${after[0]} for a file with this name.`
    )
  const line = value('shell')
  if (tail !== null && value('layout') !== null)
    return `--layout and ${mark} can't be used together.`
  if (line !== null && tail !== null) return "-e and -x can't be used together."
  if (line !== null) return shellLine(line)
  return tail === null ? null : asCommand(after, directory)
}

function wrongValue({ on, value }: Given): string | null {
  const layout = value('layout')
  if (layout !== null && !isLayoutName(layout))
    return `invalid --layout "${layout}". ${badLayoutName}`
  const geometry = value('geometry')
  if (geometry !== null && cellsOf(geometry) === null)
    return (
      `invalid --geometry "${geometry}". Use columns and rows, such as 120x40, from 2x1 to ` +
      '1000x1000.'
    )
  const windowClass = value('class')
  if (windowClass === null) return null
  if (!/^[\w.-]{1,128}$/.test(windowClass))
    return `invalid --class "${windowClass}". Use up to 128 letters, digits and . _ -.`
  const name = (['tab', 'drop-down', 'single-instance'] as const).find((one) => on(one))
  return name === undefined
    ? null
    : `--${name} and --class can't be used together: the running vibeflow has its own class.`
}

function runOf(
  { on, value, directory }: Given,
  settings: ConfigSource,
  command: Command,
): Extract<CommandLine, { kind: 'run' }> {
  const folder = value('working-directory')
  const geometry = value('geometry')
  const windowClass = value('class')
  // The running instance cannot use a file or an option of this run alone.
  const ownSettings =
    settings.config !== null ||
    settings.overrides.length > 0 ||
    on('debug-frames') ||
    on('wait') ||
    windowClass !== null
  const shared = on('single-instance') || on('tab') || on('drop-down')
  return {
    kind: 'run',
    settings,
    debugFrames: on('debug-frames'),
    wait: on('wait'),
    windowClass,
    restore: !on('no-restore'),
    single: shared ? true : on('no-single-instance') || ownSettings ? false : null,
    request: {
      command,
      directory: folder === null ? null : resolve(directory, folder),
      title: value('title')?.slice(0, 256) ?? null,
      profile: value('profile')?.slice(0, 64) ?? null,
      layout: value('layout'),
      hold: on('hold'),
      background: on('background'),
      target: on('drop-down') ? 'drop-down' : on('tab') ? 'tab' : 'window',
      geometry: geometry === null ? null : cellsOf(geometry),
      startup: on('maximized') ? 'maximized' : on('fullscreen') ? 'fullscreen' : null,
    },
  }
}

/** Width of help. */
const columns = 80

function usage(calledAs: string): string {
  const lines = [
    [programOption.words, programOption.text] as const,
    ...startOptionEntries().map(
      ([name, option]) => [startFlag(name, option), option.text] as const,
    ),
  ]
  return [
    `Usage: ${calledAs} [OPTIONS] [-e PROGRAM [ARGUMENTS...]]`,
    '',
    'Options:',
    ...twoColumns(lines, columns),
    '',
    'Examples:',
    `  ${calledAs} -d ~/src/api -e claude`,
    '      Open a window with an agent in a project.',
    '',
    `  ${calledAs} --check-config`,
    '      Check the configuration file.',
    '',
    'Exit codes:',
    ...twoColumns(exitRows(startExits), columns),
    '',
    'Configuration options: `vibeflow --print-config=defaults`, or `man vibeflow`.',
    'Session commands: `vibeflow help`.',
    '',
  ].join('\n')
}

function isOneOf<const Word extends string>(word: string, words: readonly Word[]): word is Word {
  return (words as readonly string[]).includes(word)
}

function cellsOf(text: string): { readonly columns: number; readonly rows: number } | null {
  const [, columns, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(text)?.map(Number) ?? []
  return columns === undefined ||
    rows === undefined ||
    columns < 2 ||
    rows < 1 ||
    columns > 1_000 ||
    rows > 1_000
    ? null
    : { columns, rows }
}

/** Splits a lone argument that is a shell line, such as `-e 'htop -d 5'`, and is not a program. */
function asCommand(
  words: readonly string[],
  directory: string,
): NonNullable<LaunchRequest['command']> {
  const [program = '', ...args] = words
  if (args.length === 0 && /\s/.test(program.trim()) && !isProgram(resolve(directory, program)))
    return shellLine(program)
  return { program, args }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // missing, or not executable
  }
}

function explain(error: unknown, words: readonly string[]): string {
  const text = errorMessage(error).split('\n')[0] ?? ''
  const unknown = /Unknown option '(-[^']*)'/.exec(text)?.[1]
  if (unknown?.startsWith('--import-colors') === true)
    return `unknown option "${unknown}". Use \`vibeflow import TERMINAL FILE\`.`
  if (unknown !== undefined) {
    const meant = nearest(unknown.replace(/^-+/, '').split('=')[0] ?? '', Object.keys(startOptions))
    return `unknown option "${unknown}".${didYouMean(meant === null ? null : `"--${meant}"`)}`
  }
  if (/Unexpected argument/.test(text)) {
    return (
      `unexpected argument "${words.find((word) => !word.startsWith('-')) ?? ''}". To run a ` +
      'program, use -e PROGRAM. To start in a directory, use -d DIR.' +
      (words[0]?.startsWith('-') === true
        ? ' Commands come before their options: vibeflow ls --json.'
        : '')
    )
  }
  const [, written] = /Option '(?:-\w, )?(--?[\w-]+)/.exec(text) ?? []
  const full = startOptionEntries().find(([, { short }]) => `-${short}` === written)
  const name = full === undefined ? written : `--${full[0]}`
  if (name !== undefined && /argument missing/.test(text)) return `${name} requires a value.`
  if (name !== undefined && /does not take an argument/.test(text))
    return `${name} does not accept a value.`
  if (name !== undefined && /ambiguous/.test(text))
    return `${name} requires a value. To pass a value that starts with "-", use ${name}=VALUE.`
  return `${text}.`
}

/**
 * Returns vibeflow's own arguments: `electron [switches] APP [words]` in development, `ENGINE
 * [switches] -- APP [words]` from a package's command, `vibeflow [words]` when packaged. A test
 * driver puts its switches first.
 */
export function ownWords(
  argv: readonly string[],
  {
    packaged,
    appPath,
    directory,
  }: { readonly packaged: boolean; readonly appPath: string; readonly directory: string },
): readonly string[] {
  const words = argv.slice(1)
  // A package's command passes the app after a `--` that ends the engine's switches.
  const at = words.findIndex(
    (word, index) =>
      !word.startsWith('-') &&
      (!packaged || words[index - 1] === '--') &&
      resolve(directory, word) === resolve(appPath),
  )
  if (at !== -1) return words.slice(at + 1)
  const first = words.findIndex((word) => !isEngineSwitch(word))
  return first === -1 ? [] : words.slice(first)
}

/** Returns whether a switch belongs to Chromium, Node or the test driver. */
function isEngineSwitch(word: string): boolean {
  return (
    /^--(?:inspect(?:-brk)?|remote-debugging-(?:port|pipe)|no-sandbox|headless|lang)/.test(word) ||
    /^--(?:enable-|disable-|force-|ozone-|use-|user-data-dir|js-flags|password-store)/.test(word)
  )
}
