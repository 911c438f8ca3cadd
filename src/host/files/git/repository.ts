/**
 * Reads a repository without its own configuration: hooks, filters, fsmonitor, textconv, external
 * diffs and promisor remotes of a hostile repository are in its `.git/config`. So git runs with a
 * directory of its own outside the repository: a copy of the index, and the objects as alternates.
 * Everything it writes is there. Only `rev-parse` and `config` read the repository's own
 * configuration, and neither runs a program.
 */
import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runBounded } from './bounded-run.ts'
import { excludeBytesMax, fileBytesMax, indexBytesMax, listBytesMax, gitStartMs } from './limits.ts'
import { gitEnvironment, userFiles } from './safe-git.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface GitRun {
  readonly args: readonly string[]
  readonly input?: Uint8Array
  readonly withinMs: number
  readonly bytesMax?: number
  readonly cut?: true
  /** Name of another index in the directory. */
  readonly index?: string
  readonly more?: Readonly<Record<string, string>>
}

export interface PrivateGit {
  /** Absolute path of the worktree. */
  readonly top: string
  /** git's directory, outside the repository. */
  readonly folder: string
  /** Runs git in the worktree. */
  readonly run: (run: GitRun) => Promise<Uint8Array | null>
  /** Runs a shell script in the worktree. `$2` is git's directory. */
  readonly list: (script: string, input?: Uint8Array) => Promise<Uint8Array | null>
}

/** Options whose values change what git reads, and their allowed values. */
const options: ReadonlyMap<string, RegExp> = new Map([
  ['core.autocrlf', /^(?:true|false|input)$/],
  ['core.eol', /^(?:lf|crlf|native)$/],
  ['core.filemode', /^(?:true|false)$/],
  ['core.ignorecase', /^(?:true|false)$/],
  ['core.symlinks', /^(?:true|false)$/],
  ['extensions.objectformat', /^sha(?:1|256)$/],
])

/** Copies up to so many bytes, with the time, which git compares with those of the files. */
const copyScript = [
  'copy() { head -c "$3" -- "$1" >"$2" && touch -r "$1" -- "$2"; }',
  // a repository without a commit has none
  `if [ -e "$1" ]; then copy "$1" "$3/index" ${indexBytesMax + 1} || exit 1; fi`,
  `[ ! -f "$3/index" ] || [ "$(wc -c <"$3/index")" -le ${indexBytesMax} ] || exit 1`,
  `[ -f "$2" ] && copy "$2" "$3/info/exclude" ${excludeBytesMax}`,
  'exit 0',
].join('\n')

/** Returns git for the repository of a directory; `null` without one, or if it can't be read. */
export async function privateGit(
  directory: string,
  folder: string,
  environment: Environment,
): Promise<PrivateGit | null> {
  const base = gitEnvironment(environment, [])
  const home = gitEnvironment(environment, userFiles)
  const found = await whereIs(directory, home)
  if (found === null) return null
  for (const name of ['info', 'objects', 'refs']) await mkdir(join(folder, name), { mode: 0o700 })
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/turn\n', { mode: 0o600 })
  await writeFile(join(folder, 'config'), found.config, { mode: 0o600 })
  const { top, index, exclude } = found
  const copied = await runBounded({
    program: '/bin/sh',
    args: ['-c', copyScript, 'sh', index, exclude, folder],
    environment: base,
    ...{ withinMs: gitStartMs, bytesMax: 0 },
  })
  if (copied === null) return null
  const own = {
    ...base,
    ...(home['HOME'] === undefined ? {} : { HOME: home['HOME'] }),
    GIT_DIR: folder,
    GIT_WORK_TREE: top,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: cQuoted(found.objects),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
  }
  const excludes =
    found.excludesFile === null ? [] : ['-c', `core.excludesFile=${found.excludesFile}`]
  return {
    top,
    folder,
    run: ({ args, index: name = 'index', bytesMax = listBytesMax, more = {}, ...rest }) =>
      runBounded({
        program: 'git',
        args: ['-C', top, '--no-pager', '--literal-pathspecs', ...excludes, ...args],
        environment: { ...own, GIT_INDEX_FILE: join(folder, name), ...more },
        bytesMax,
        ...rest,
      }),
    list: (script, input = new Uint8Array()) =>
      runBounded({
        program: '/bin/sh',
        args: ['-c', `cd -- "$1" || exit 1\n${script}`, 'sh', top, folder],
        environment: base,
        ...{ input, withinMs: gitStartMs, bytesMax: 2 * listBytesMax },
      }),
  }
}

interface Found {
  readonly top: string
  readonly index: string
  readonly exclude: string
  readonly objects: string
  readonly config: string
  readonly excludesFile: string | null
}

async function whereIs(
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Found | null> {
  const git = (args: readonly string[]) =>
    runBounded({
      program: 'git',
      args: ['-C', directory, ...args],
      ...{ environment, withinMs: gitStartMs, bytesMax: 65_536 },
    })
  const paths = await git([
    ...['rev-parse', '--path-format=absolute', '--show-toplevel'],
    ...['--git-path', 'index', '--git-path', 'info/exclude', '--git-path', 'objects'],
  ])
  const lines = paths === null ? [] : Buffer.from(paths).toString().split('\n')
  const [top, index, exclude, objects, end, ...others] = lines
  // a line break in a path would make more lines
  if (others.length > 0 || end !== '') return null
  if (top === undefined || index === undefined || exclude === undefined) return null
  if (objects === undefined || top === '') return null
  const names = [...options.keys(), 'core.excludesfile'].join('|').replaceAll('.', String.raw`\.`)
  const set = await git(['config', '--show-scope', '-z', '--get-regexp', `^(${names})$`])
  return { top, index, exclude, objects, ...configOf(set) }
}

/** Returns git's configuration, with the allowed options of the repository and the user. */
function configOf(set: Uint8Array | null): Pick<Found, 'config' | 'excludesFile'> {
  const values = new Map<string, string>()
  let excludesFile: string | null = null
  const fields = set === null ? [] : Buffer.from(set).toString().split('\0')
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope, entry = ''] = [fields[at], fields[at + 1]]
    const [name = '', value = 'true'] = entry.split(/\n(.*)/s)
    if (options.get(name)?.test(value) === true) values.set(name, value)
    // the repository's own could be an endless file
    if (name === 'core.excludesfile' && (scope === 'global' || scope === 'system'))
      excludesFile = value
  }
  const format = values.get('extensions.objectformat')
  values.delete('extensions.objectformat')
  const config = [
    '[core]',
    `repositoryformatversion = ${format === undefined ? 0 : 1}`,
    'bare = false',
    'fsmonitor = false',
    'untrackedCache = false',
    'safecrlf = false',
    'compression = 1',
    'hooksPath = /dev/null',
    `bigFileThreshold = ${fileBytesMax}`,
    ...[...values].map(([name, value]) => `${name.slice('core.'.length)} = ${value}`),
    ...(format === undefined ? [] : ['[extensions]', `objectFormat = ${format}`]),
    '',
  ].join('\n')
  return { config, excludesFile }
}

/** Quotes a path for GIT_ALTERNATE_OBJECT_DIRECTORIES, where a colon separates paths. */
function cQuoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`
}
