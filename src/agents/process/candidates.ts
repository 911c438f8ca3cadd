/**
 * Lists the possible names of a process: its own, and after an interpreter or a runner the name of
 * the program that it runs. No other argument names a program.
 */
import { baseName } from '../../base/text/base-name.ts'
import { interpreterOf, scriptOf, tables, type Script } from './interpreter.ts'

export interface ProcessNames {
  /** As in /proc: up to 15 bytes. */
  readonly comm: string
  /** Empty if it cannot be read. */
  readonly argv: readonly string[]
  /** Path of the executable, if it can be read. */
  readonly exe?: string | null
  /** Resolves an absolute path, or returns `null` if it does not exist. Called at most once. */
  readonly realPath?: (path: string) => string | null
  /** The user's home directory, to recognize installations in it. */
  readonly home?: string
}

/** Bytes of a name that the kernel keeps. */
const commBytesMax = 15

/** Number of arguments that are read. No program name follows later. */
const wordsMax = 256

/** Returns the names in order of preference, without repeats. */
export function candidates(names: ProcessNames): readonly string[] {
  const { comm, exe = null } = names
  const argv = names.argv.length > wordsMax ? names.argv.slice(0, wordsMax) : names.argv
  const called = baseName(argv[0] ?? '')
  const own =
    isCut(comm) && called.startsWith(comm.replace(/\ufffd+$/, '')) ? [comm, called] : [comm]
  const interpreter =
    interpreterOf(comm) ??
    interpreterOf(called) ??
    (exe === null ? null : interpreterOf(baseName(exe)))
  const script = interpreter === null ? null : scriptOf(interpreter, argv)
  const scripts = script === null ? [] : scriptNames(script, names)
  const run =
    script !== null && scripts.some(isRunner)
      ? runBy(script.rest)
      : isRunner(comm)
        ? [...scripts, ...runBy(argv.slice(1))]
        : scripts
  return [...new Set([...own, ...run])].filter((name) => name !== '')
}

const isRunner = (name: string) => tables.runners.includes(name)

function scriptNames(
  { word, isModule }: Script,
  { realPath, home }: ProcessNames,
): readonly string[] {
  if (isModule) return [word]
  if (word.startsWith('npm:')) return runBy([word]) // of Deno
  const real = word.startsWith('/') ? (realPath?.(word) ?? null) : null
  return [
    ...namesOfPath(word, home),
    ...(real === null || real === word ? [] : namesOfPath(real, home)),
  ]
}

function namesOfPath(path: string, home: string | undefined): readonly string[] {
  const stem = stemOf(baseName(path))
  const packageName = packageOf(path)
  if (!tables.genericStems.includes(stem))
    return packageName === null ? [stem] : [stem, packageName]
  return [packageName ?? installedAs(path, home) ?? stem]
}

/** Removes one known suffix. A name that starts with a dot is kept. */
function stemOf(name: string): string {
  const suffix = tables.suffixes.find((one) => name.endsWith(one) && name.length > one.length)
  return suffix === undefined ? name : name.slice(0, -suffix.length)
}

function packageOf(path: string): string | null {
  for (const folder of ['/node_modules/', '/site-packages/', '/dist-packages/']) {
    const at = path.lastIndexOf(folder)
    if (at === -1) continue
    const parts = path.slice(at + folder.length).split('/')
    const isScoped = parts[0]?.startsWith('@') === true
    const name = isScoped ? parts[1] : parts[0]
    // `.bin` holds links, not a package; a file directly in it has its own stem.
    if (name === undefined || name === '' || name.startsWith('.')) return null
    if (isScoped) return nameOfPackage(`${parts[0]}/${name}`)
    return parts.at(-1) === name ? stemOf(name) : name
  }
  return null
}

/**
 * Returns the name of a package's program: without its scope, unless programs of many packages have
 * that name (`@angular/cli`).
 */
export function nameOfPackage(name: string): string {
  const last = name.startsWith('@') ? name.slice(name.indexOf('/') + 1) : name
  return last === 'command' || tables.genericStems.includes(last) ? name : last
}

const systemFolder = /\/opt|\/usr\/lib|\/usr\/share|\/usr\/local\/lib|\/usr\/local\/share/
const ownFolder = /(?:~|\/root|(?:\/var)?\/home\/[^/]+)\/\.local\/(?:lib|share)/
const installFolders = new RegExp(`^(?:${systemFolder.source}|${ownFolder.source})/([^/]+)/`)

/** Returns the installation directory; elsewhere a directory name is the user's choice. */
function installedAs(path: string, home: string | undefined): string | null {
  const known =
    home !== undefined && home.length > 1 && path.startsWith(`${home}/`)
      ? `~${path.slice(home.length)}`
      : path
  return installFolders.exec(known)?.[1] ?? null
}

/** Returns the name of the program that a runner runs, if any. */
function runBy(words: readonly string[]): readonly string[] {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '' || tables.runnerWords.includes(word)) continue
    if (tables.runnerValueFlags.includes(word)) {
      at += 1
      continue
    }
    if (word.startsWith('-')) continue
    return [nameOfPackage(word.replace(/^npm:\/?/, '').replace(/(?<=.)(?:@|==|\[).*$/, ''))]
  }
  return []
}

/** A name truncated inside a character ends with replacement characters. */
function isCut(comm: string): boolean {
  return comm.endsWith('\ufffd') || new TextEncoder().encode(comm).length === commBytesMax
}
