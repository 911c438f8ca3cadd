/** Installs agents from the npm registry that this machine is set to, in a separate cache. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export interface Installed {
  /** The folder of its command. */
  readonly bin: string
  readonly version: string
}

/** Older versions are tried so far: a registry may lack a part of the newest. */
const versionsMax = 6

/** Returns the folder for the agents' folders. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const cache = environment['XDG_CACHE_HOME']
  return join(cache?.startsWith('/') === true ? cache : join(homedir(), '.cache'), 'vibeflow/live')
}

/** @returns a sentence where it cannot be */
export function install(
  folder: string,
  wanted: { readonly package: string; readonly version?: string; readonly command: string },
  fresh: boolean,
): Installed | { readonly problem: string } {
  const { package: packageName, version: only, command } = wanted
  const there = () => installed(folder, packageName, command)
  const before = there()
  if (before !== null && !fresh) return before
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const versions = only === undefined ? ['latest', ...olderVersions(packageName)] : [only]
  let said = ''
  for (const version of versions.slice(0, versionsMax)) {
    const { status, stderr } = npm(
      ['install', '--no-audit', '--no-fund', '--loglevel=error', `${packageName}@${version}`],
      folder,
    )
    const after = there()
    if (status === 0 && after !== null) return after
    said ||= firstLine(stderr)
  }
  return { problem: `${packageName} cannot be installed here: ${said}` }
}

function installed(folder: string, packageName: string, command: string): Installed | null {
  const bin = join(folder, 'node_modules/.bin')
  const about = join(folder, 'node_modules', packageName, 'package.json')
  if (!existsSync(join(bin, command)) || !existsSync(about)) return null
  return { bin, version: (JSON.parse(readFileSync(about, 'utf8')) as { version: string }).version }
}

/** The newest first, without the newest. */
function olderVersions(packageName: string): readonly string[] {
  const { stdout } = npm(['view', packageName, 'versions', '--json'])
  try {
    const all = JSON.parse(stdout) as readonly string[]
    return all
      .filter((one) => /^[0-9.]+$/.test(one))
      .reverse()
      .slice(1)
  } catch {
    return []
  }
}

function npm(args: readonly string[], directory?: string) {
  return spawnSync('npm', args, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 600_000,
    // A package's install script needs a Node as new as this one. `npm run` passes on this
    // project's .npmrc, which disables the scripts of packages.
    env: {
      ...process.env,
      PATH: nodeFirst(process.env['PATH'] ?? ''),
      npm_config_ignore_scripts: 'false',
    },
  })
}

/** Returns a PATH on which `node` is the program that runs this. */
export function nodeFirst(path: string): string {
  return [dirname(process.execPath), path].join(delimiter)
}

/** Returns the sentence of npm's message that contains no address. */
function firstLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^npm (error|warn) (notarget |code )?/, '').trim())
    .filter((line) => line !== '' && !/^Unknown user config|^E[A-Z]+$|^path |^command /.test(line))
  return (lines[0] ?? 'npm says nothing')
    .replaceAll(/https?:\/\/\S+/g, '(an address)')
    .slice(0, 160)
}
