/**
 * Runs git on a repository itself, for worktrees. No program that the repository names runs: hooks
 * and fsmonitor are off, nothing is fetched, and a filter runs only as the user's own or the
 * system's configuration defines it. The attack tests try the options that name programs.
 */
import { lineCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { absolutePath, runBounded, type BoundedRun } from './bounded-run.ts'
import { listBytesMax, programsMax, worktreeLookMs, worktreeStatusMs } from './limits.ts'

type Environment = Readonly<Record<string, string | undefined>>
export type Settings = readonly (readonly [name: string, value: string])[]

export interface SafeRun extends Partial<Pick<BoundedRun, 'withinMs' | 'bytesMax' | 'cleansUpMs'>> {
  /** Directory in which git runs. */
  readonly at: string
  readonly args: readonly string[]
}

/** `words`: git's own about its failure; `null` if it reached a limit or could not be started. */
export type GitOutcome = { readonly text: string } | { readonly words: string | null }

export interface SafeGit {
  /** Returns the output, or git's own words about its failure. */
  readonly run: (run: SafeRun) => Promise<GitOutcome>
  /** Returns the output. `null`: git failed or found nothing. */
  readonly ask: (run: SafeRun) => Promise<string | null>
  readonly bytes: (run: SafeRun) => Promise<Uint8Array | null>
  /** Runs a shell script with this input. Returns its output. */
  readonly shell: (at: string, script: string, input: string) => Promise<string | null>
}

const always: Settings = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['safe.bareRepository', 'explicit'],
]

/** Variables that name the user's own git configuration. */
export const userFiles = ['HOME', 'XDG_CONFIG_HOME']

/** Returns variables with which git fetches, asks and locks nothing, and the `named` ones. */
export function gitEnvironment(
  environment: Environment,
  named: readonly string[],
): Record<string, string> {
  const made: Record<string, string> = {
    PATH: absolutePath(environment['PATH']),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
  }
  for (const name of named) if (environment[name] !== undefined) made[name] = environment[name]
  return made
}

/** Returns git with these settings, in addition to `always`. */
export function safeGit(environment: Environment, more: Settings = []): SafeGit {
  const own: Record<string, string> = gitEnvironment(environment, userFiles)
  const settings = [...always, ...more]
  own['GIT_CONFIG_COUNT'] = String(settings.length)
  for (const [at, [name, value]] of settings.entries()) {
    own[`GIT_CONFIG_KEY_${at}`] = name
    own[`GIT_CONFIG_VALUE_${at}`] = value
  }
  const start = ({ at, args, ...limits }: SafeRun, failed: (words: string) => void) =>
    runBounded({
      ...{ program: 'git', args: ['-C', at, '--no-pager', '--literal-pathspecs', ...args] },
      ...{ environment: own, withinMs: worktreeLookMs, bytesMax: listBytesMax },
      ...{ urgent: true, failed, ...limits },
    })
  const run = async (wanted: SafeRun): Promise<GitOutcome> => {
    let words: string | null = null
    const bytes = await start(wanted, (given) => {
      words = lastWords(given)
    })
    return bytes === null ? { words } : { text: Buffer.from(bytes).toString() }
  }
  return {
    run,
    ask: async (wanted) => {
      const outcome = await run(wanted)
      return 'text' in outcome ? outcome.text : null
    },
    bytes: (wanted) => start(wanted, () => undefined),
    shell: async (at, script, input) => {
      const bytes = await runBounded({
        ...{ program: '/bin/sh', args: ['-c', `cd -- "$1" || exit 1\n${script}`, 'sh', at] },
        ...{ environment: own, input: Buffer.from(input), urgent: true },
        ...{ withinMs: worktreeStatusMs, bytesMax: listBytesMax },
      })
      return bytes === null ? null : Buffer.from(bytes).toString()
    },
  }
}

/** Returns git's first error as one line. */
function lastWords(given: string): string {
  const lines = given.split('\n').filter((line) => line.trim() !== '')
  const found = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1) ?? ''
  return safeText(found.replace(/^(?:fatal|error): /, ''), lineCharactersMax)
}

interface NamedPrograms {
  readonly settings: Settings
  /** Names of filters that only the repository defines. */
  readonly filters: readonly string[]
  /** The configuration defines a hook post-checkout, as git 2.54 and newer can. */
  readonly hasHook: boolean
  /** Other programs may apply to another branch or worktree (`includeIf`). */
  readonly isConditional: boolean
}

export const noPrograms: NamedPrograms = {
  ...{ settings: [], filters: [], hasHook: false, isConditional: false },
}

/**
 * Returns settings that turn off the hooks of all configuration and the filters of the
 * repository's, and restore the filters of the user's. `null`: there are too many, or they can't be
 * read.
 * @param at directory, or `--git-dir` of a bare repository
 */
export async function namedPrograms(
  git: SafeGit,
  at: string,
  from: readonly string[] = [],
): Promise<NamedPrograms | null> {
  // without a match git fails, as it does without a repository, which was found before
  const listed = await git.run({
    at,
    args: [
      ...[...from, 'config', '--show-scope', '-z'],
      ...['--get-regexp', String.raw`^(filter|hook|includeif)\.`],
    ],
  })
  if ('words' in listed) return listed.words === '' ? noPrograms : null
  const fields = listed.text.split('\0')
  const users = new Map<string, string>()
  const own = new Set<string>()
  const hooks = new Set<string>()
  let [isConditional, hasHook] = [false, false]
  for (let field = 0; field + 1 < fields.length; field += 2) {
    const [name = '', value = 'true'] = (fields[field + 1] ?? '').split(/\n(.*)/s)
    const scope = fields[field] ?? ''
    const isOwn = scope === 'local' || scope === 'worktree'
    if (name.startsWith('includeif.')) isConditional ||= isOwn
    else if (name.startsWith('hook.')) {
      hooks.add(name.slice(0, name.lastIndexOf('.')))
      hasHook ||= name.endsWith('.event') && value === 'post-checkout'
    } else if (isOwn) own.add(name)
    else if (scope === 'system' || scope === 'global') users.set(name, value)
  }
  hooks.delete('hook') // `hook.jobs`
  if (own.size + hooks.size > programsMax) return null
  const filters = [...own].flatMap((name) => {
    const filter = name.slice('filter.'.length, name.lastIndexOf('.'))
    return [...users.keys()].some((one) => one.startsWith(`filter.${filter}.`)) ? [] : [filter]
  })
  return {
    settings: [
      ...[...own].map((name): readonly [string, string] => [
        name,
        users.get(name) ?? (name.endsWith('.required') ? 'false' : ''),
      ]),
      ...[...hooks].flatMap((hook) => [
        [`${hook}.enabled`, 'false'] as const,
        [`${hook}.command`, 'true'] as const, // for a git that does not know `enabled`
      ]),
    ],
    filters: [...new Set(filters)],
    hasHook,
    isConditional,
  }
}
