/**
 * The names by which a process may be called: its own, and
 * behind an interpreter or a runner that of what it runs. No other argument ever names a program.
 */
import { baseName } from '../../base/text/base-name.ts'
import { interpreterOf, scriptOf, tables, type Script } from './interpreter.ts'

export interface ProcessNames {
  /** As in /proc: at most 15 bytes. */
  readonly comm: string
  /** Empty when it cannot be read. */
  readonly argv: readonly string[]
  /** Path of the executable, when it can be read. */
  readonly exe?: string | null
  /**
   * Where a path leads to in the end; null when it leads nowhere. Asked once at most, for an
   * absolute path.
   */
  readonly realPath?: (path: string) => string | null
  /** The user's home folder, for what lies under it. */
  readonly home?: string
}

/** The kernel keeps so many bytes of a name. */
const commBytesMax = 15

/** Command lines are looked at so far: what follows is no program's name. */
const wordsMax = 256

/** In order, without repeats: the first that matches wins. */
export function candidates(names: ProcessNames): readonly string[] {
  const { comm, exe = null } = names
  const argv = names.argv.length > wordsMax ? names.argv.slice(0, wordsMax) : names.argv
  const called = baseName(argv[0] ?? '')
  const own = isCut(comm) && called.startsWith(withoutCut(comm)) ? [comm, called] : [comm]
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

/** Without one known suffix. What begins with a dot has none. */
function stemOf(name: string): string {
  const suffix = tables.suffixes.find((one) => name.endsWith(one) && name.length > one.length)
  return suffix === undefined ? name : name.slice(0, -suffix.length)
}

function packageOf(path: string): string | null {
  for (const folder of ['/node_modules/', '/site-packages/', '/dist-packages/']) {
    const at = path.lastIndexOf(folder)
    if (at === -1) continue
    const parts = path.slice(at + folder.length).split('/')
    const name = parts[0]?.startsWith('@') === true ? parts[1] : parts[0]
    // `.bin` holds links, no package; a file that lies there by itself is its own stem.
    if (name === undefined || name === '' || name.startsWith('.')) return null
    return parts.at(-1) === name ? stemOf(name) : name
  }
  return null
}

const systemFolder = /\/opt|\/usr\/lib|\/usr\/share|\/usr\/local\/lib|\/usr\/local\/share/
const ownFolder = /(?:~|\/root|(?:\/var)?\/home\/[^/]+)\/\.local\/(?:lib|share)/
const installFolders = new RegExp(`^(?:${systemFolder.source}|${ownFolder.source})/([^/]+)/`)

/**
 * The folder in which a program is installed. Anywhere else a folder's name is somebody's own
 * choice.
 */
function installedAs(path: string, home: string | undefined): string | null {
  const known =
    home !== undefined && home.length > 1 && path.startsWith(`${home}/`)
      ? `~${path.slice(home.length)}`
      : path
  return installFolders.exec(known)?.[1] ?? null
}

/** What a runner runs: nothing, or one name. */
function runBy(words: readonly string[]): readonly string[] {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '' || tables.runnerWords.includes(word)) continue
    if (tables.runnerValueFlags.includes(word)) {
      at += 1
      continue
    }
    if (word.startsWith('-')) continue
    const name = word.startsWith('@') ? word.slice(word.indexOf('/') + 1) : word
    return [name.replace(/(?<=.)@.*$/, '')]
  }
  return []
}

/**
 * Of a name that is cut inside a character the kernel keeps a part, which decodes to replacement
 * characters.
 */
function isCut(comm: string): boolean {
  return comm.endsWith('\ufffd') || new TextEncoder().encode(comm).length === commBytesMax
}

function withoutCut(comm: string): string {
  return comm.replace(/\ufffd+$/, '')
}
