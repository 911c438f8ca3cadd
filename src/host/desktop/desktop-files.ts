/**
 * `--install-desktop`: installs an AppImage or unpacked archive for the user's desktop, shells and
 * `man`, with files in the data directory and links in the bin directory, and removes them again. A
 * note records what was written. Only recorded files are ever replaced or removed.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, isAbsolute, join, normalize, relative } from 'node:path'
import { errorMessage } from '../../base/text/error-message.ts'
import { makeFolders } from '../files/make-folders.ts'

/** The same below the package's `share` and the user's data directory. */
const places: readonly { readonly folder: string; readonly file: RegExp }[] = [
  { folder: 'applications', file: /^vibeflow\.desktop$/ },
  { folder: 'icons/hicolor', file: /^[^/]+\/apps\/vibeflow\.(?:svg|png)$/ },
  { folder: 'man/man1', file: /^vibeflow(?:-[a-z]+)?\.1\.gz$/ },
  { folder: 'bash-completion/completions', file: /^vibeflow$/ },
  { folder: 'zsh/site-functions', file: /^_vibeflow$/ },
  { folder: 'fish/vendor_completions.d', file: /^vibeflow\.fish$/ },
  {
    folder: 'vibeflow/emit',
    file: /^(?:package\.json|bin\/vibeflow-emit\.(?:sh|mjs)|dist\/bin\/main\.js)$/,
  },
]

/** Target of the link `vibeflow-emit`, below the data directory. */
const emitScript = 'vibeflow/emit/bin/vibeflow-emit.sh'

/**
 * Record in the data directory. Each line is a path; `bin:` and a link in the bin directory; or
 * `made:` and a directory that was created, with the number of new levels.
 */
const noteName = 'vibeflow/desktop-files.txt'
const linkMark = 'bin:'
const madeMark = 'made:'

const caches = [
  ['applications', 'mimeinfo.cache'],
  ['icons/hicolor', 'icon-theme.cache'],
] as const
const cachePaths: readonly string[] = caches.map(([folder, cache]) => `${folder}/${cache}`)

/** For programs that notify the running desktop. Without them it notices later. */
const updateTimeoutMs = 5_000

interface DesktopFacts {
  readonly dataFolder: string
  /** `~/.local/bin`, from the XDG Base Directory specification. */
  readonly binFolder: string
  readonly path: string
  /** The package's `share`, or undefined when run from sources. */
  readonly share: string | undefined
  /** The AppImage's file, or the package's command. */
  readonly launcher: string | undefined
}

/** A line for each action, or a problem. */
type Done = { readonly lines: readonly string[] } | { readonly problem: string }

export function installDesktop({
  dataFolder,
  binFolder,
  path: searched,
  share,
  launcher,
}: DesktopFacts): Done {
  if (share === undefined || launcher === undefined)
    return {
      problem:
        '--install-desktop requires an AppImage or an unpacked archive. This vibeflow runs from ' +
        'a source checkout',
    }
  if (launcher.startsWith('/usr/'))
    return { lines: [`${launcher} is already installed for all users. Nothing was changed.`] }
  const noted = new Set(readNote(dataFolder))
  const lines: string[] = []
  const note = (line: string) => {
    noted.add(line)
    writeNote(dataFolder, [...noted])
  }
  const missingCaches = cachePaths.filter((path) => !existsSync(join(dataFolder, path)))
  try {
    const made = foldersMade(dataFolder)
    if (made > 0) note(`${madeMark}data ${made}`)
    for (const path of filesOf(share)) {
      const target = join(dataFolder, path)
      if (existsSync(target) && !noted.has(path)) {
        lines.push(`not changed, because vibeflow did not create it: ${target}`)
        continue
      }
      const content = readFileSync(join(share, path))
      makeFolders(dirname(target))
      // Recorded first, so that a partial file on a full disk can be removed.
      note(path)
      writeFileSync(
        target,
        path.endsWith('.desktop') ? withLauncher(content.toString(), launcher) : content,
        { mode: 0o600 },
      )
      chmodSync(target, statSync(join(share, path)).mode & 0o755)
      lines.push(`wrote ${target}`)
    }
    // An unpacked archive's command finds its Node. An AppImage's copy outlives the mount.
    const emits =
      [join(dirname(launcher), 'vibeflow-emit'), join(dataFolder, emitScript)].find((file) =>
        existsSync(file),
      ) ?? ''
    for (const [name, leadsTo] of [
      ['vibeflow', launcher],
      ['vibeflow-emit', emits],
    ] as const) {
      const link = join(binFolder, name)
      if (link === launcher || link === leadsTo || !existsSync(leadsTo)) continue
      if (isThere(link) && !(noted.has(`${linkMark}${name}`) && isLink(link))) {
        lines.push(`not changed, because vibeflow did not create it: ${link}`)
        continue
      }
      const folders = foldersMade(binFolder)
      if (folders > 0) note(`${madeMark}bin ${folders}`)
      note(`${linkMark}${name}`)
      rmSync(link, { force: true })
      symlinkSync(leadsTo, link)
      lines.push(`linked ${link}`)
    }
    if (!searched.split(delimiter).includes(binFolder))
      lines.push(`Add ${binFolder} to your PATH so that shells find vibeflow and vibeflow-emit.`)
  } catch (error) {
    return unfinished(lines, "couldn't write the other files", error)
  }
  updateDatabases(dataFolder)
  for (const path of missingCaches) if (existsSync(join(dataFolder, path))) note(path)
  return { lines }
}

export function uninstallDesktop({
  dataFolder,
  binFolder,
}: Pick<DesktopFacts, 'dataFolder' | 'binFolder'>): Done {
  const noted = readNote(dataFolder)
  if (noted.length === 0)
    return { lines: ['--install-desktop has installed nothing. Nothing was changed.'] }
  const lines: string[] = []
  try {
    for (const path of noted) {
      if (path.startsWith(madeMark) || cachePaths.includes(path)) continue
      const link = path.startsWith(linkMark)
      const target = link ? join(binFolder, path.slice(linkMark.length)) : join(dataFolder, path)
      if (link ? !isLink(target) : !existsSync(target)) continue
      rmSync(target)
      lines.push(`removed ${target}`)
      if (!link) removeEmpty(dataFolder, dirname(path))
    }
    rmSync(join(dataFolder, noteName))
    removeEmpty(dataFolder, dirname(noteName))
  } catch (error) {
    return unfinished(lines, "couldn't remove the other files", error)
  }
  updateDatabases(dataFolder)
  for (const [folder, cache] of caches)
    removeCache(dataFolder, folder, cache, noted.includes(`${folder}/${cache}`))
  for (const [name, folder] of [
    ['data', dataFolder],
    ['bin', binFolder],
  ] as const) {
    const made = noted.find((line) => line.startsWith(`${madeMark}${name} `))
    if (made !== undefined) removeMade(folder, Number(made.split(' ')[1]))
  }
  return { lines }
}

function unfinished(lines: readonly string[], problem: string, error: unknown): Done {
  return { problem: [...lines, `${problem}: ${errorMessage(error)}`].join('\n') }
}

/** Creates a directory with its parents. Returns the number of new levels. */
function foldersMade(folder: string): number {
  const first = makeFolders(folder)
  return first === undefined ? 0 : relative(dirname(first), folder).split('/').length
}

function removeMade(folder: string, count: number): void {
  let path = folder
  for (let left = count; left > 0; left -= 1) {
    try {
      rmdirSync(path)
    } catch {
      return // it contains other files
    }
    path = dirname(path)
  }
}

/**
 * Removes a desktop cache made from the installed files if it is alone in its directory. A cache
 * that came with vibeflow is removed in any case, since it would hide icons added later. The cache
 * of file types is removed only if it lists none.
 */
function removeCache(dataFolder: string, folder: string, cache: string, ours: boolean): void {
  const at = join(dataFolder, folder)
  const file = join(at, cache)
  if (!existsSync(at)) return
  const useless = () => cache !== 'mimeinfo.cache' || !readFileSync(file, 'latin1').includes('=')
  if (existsSync(file) && (readdirSync(at).join() === cache || (ours && useless()))) rmSync(file)
  removeEmpty(dataFolder, folder)
}

function isThere(path: string): boolean {
  // true for a dangling link too
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function filesOf(share: string): string[] {
  return places.flatMap(({ folder, file }) => {
    const at = join(share, folder)
    if (!existsSync(at)) return []
    return readdirSync(at, { recursive: true, encoding: 'utf8' })
      .filter((name) => file.test(name))
      .sort()
      .map((name) => `${folder}/${name}`)
  })
}

/** Makes the desktop entry start this file. */
export function withLauncher(entry: string, launcher: string): string {
  return entry
    .replace(/^TryExec=.*$/m, () => `TryExec=${launcher.replaceAll('\\', '\\\\')}`)
    .replace(/^Exec=vibeflow(?= |$)/gm, () => `Exec=${execWord(launcher)}`)
}

/** Quotes an argument of `Exec` (Desktop Entry Specification), then escapes it as a string. */
export function execWord(word: string): string {
  const quoted = `"${word.replace(/(["`$\\])/g, '\\$1')}"`
  return quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')
}

function readNote(dataFolder: string): string[] {
  try {
    // Accept only paths below the data directory, whatever the file contains.
    return readFileSync(join(dataFolder, noteName), 'utf8')
      .split('\n')
      .filter(
        (path) =>
          path !== '' &&
          !isAbsolute(path) &&
          !normalize(path).startsWith('..') &&
          (!path.startsWith(linkMark) || !path.includes('/')),
      )
  } catch {
    return [] // nothing was installed
  }
}

function writeNote(dataFolder: string, paths: readonly string[]): void {
  makeFolders(join(dataFolder, dirname(noteName)))
  writeFileSync(join(dataFolder, noteName), paths.map((path) => `${path}\n`).join(''), {
    mode: 0o600,
  })
}

function removeEmpty(dataFolder: string, folder: string): void {
  for (let path = folder; path !== '.' && path !== ''; path = dirname(path)) {
    try {
      rmdirSync(join(dataFolder, path))
    } catch {
      return // it contains other files
    }
  }
}

function updateDatabases(dataFolder: string): void {
  const now = new Date()
  for (const [program, folder] of [
    ['update-desktop-database', 'applications'],
    ['gtk-update-icon-cache', 'icons/hicolor'],
  ] as const) {
    if (!existsSync(join(dataFolder, folder))) continue
    try {
      utimesSync(join(dataFolder, folder), now, now)
      execFileSync(
        program,
        program.startsWith('gtk')
          ? ['-q', '-t', '-f', join(dataFolder, folder)]
          : [join(dataFolder, folder)],
        { timeout: updateTimeoutMs, stdio: 'ignore' },
      )
    } catch {
      // missing on this desktop, or no notification needed
    }
  }
}
