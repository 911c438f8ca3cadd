/**
 * `--install-desktop`: makes an AppImage or an unpacked archive known to the user's desktop, shells
 * and `man`, by files in the user's data folder and links to the commands in the user's bin folder,
 * and takes them away again. What was written is noted beside them, and only what is noted is ever
 * replaced or removed.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
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

/** Under the package's `share` and under the user's data folder alike. */
const places: readonly { readonly folder: string; readonly file: RegExp }[] = [
  { folder: 'applications', file: /^vibeflow\.desktop$/ },
  { folder: 'icons/hicolor', file: /^[^/]+\/apps\/vibeflow\.(?:svg|png)$/ },
  { folder: 'man/man1', file: /^vibeflow(?:-emit)?\.1\.gz$/ },
  { folder: 'bash-completion/completions', file: /^vibeflow$/ },
  { folder: 'zsh/site-functions', file: /^_vibeflow$/ },
  { folder: 'fish/vendor_completions.d', file: /^vibeflow\.fish$/ },
  {
    folder: 'vibeflow/emit',
    file: /^(?:package\.json|bin\/vibeflow-emit\.(?:sh|mjs)|dist\/bin\/main\.js)$/,
  },
]

/** What `vibeflow-emit` is a link to, below the data folder. */
const emitScript = 'vibeflow/emit/bin/vibeflow-emit.sh'

/**
 * Below the data folder: a path a line; behind `bin:` the name of a link in the bin folder; behind
 * `made:` a folder that was not there, and how many above it.
 */
const noteName = 'vibeflow/desktop-files.txt'
const linkMark = 'bin:'
const madeMark = 'made:'

const caches = [
  ['applications', 'mimeinfo.cache'],
  ['icons/hicolor', 'icon-theme.cache'],
] as const
const cachePaths: readonly string[] = caches.map(([folder, cache]) => `${folder}/${cache}`)

/** Programs that notify a running desktop; without them it looks by itself, later. */
const updateTimeoutMs = 5_000

export interface DesktopFacts {
  /** `$XDG_DATA_HOME`. */
  readonly dataFolder: string
  /** `~/.local/bin`, by the XDG base directory rules. */
  readonly binFolder: string
  /** `$PATH`. */
  readonly path: string
  /** The package's `share`; undefined when it is none, but sources. */
  readonly share: string | undefined
  /** What starts us: the AppImage's file, or the package's command. */
  readonly launcher: string | undefined
}

/** What was done, a line each; or why not. */
export type Done = { readonly lines: readonly string[] } | { readonly problem: string }

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
        '--install-desktop is for an AppImage or an unpacked archive: this vibeflow runs ' +
        'from its sources',
    }
  if (launcher.startsWith('/usr/'))
    return { lines: [`${launcher} is installed for all users already: nothing to do.`] }
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
        lines.push(`left as it is, since it is not ours: ${target}`)
        continue
      }
      const content = readFileSync(join(share, path))
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      // Noted first: what a full disk cuts short can be taken away.
      note(path)
      writeFileSync(
        target,
        path.endsWith('.desktop') ? withLauncher(content.toString(), launcher) : content,
        { mode: 0o600 },
      )
      chmodSync(target, statSync(join(share, path)).mode & 0o755)
      lines.push(`wrote ${target}`)
    }
    // An unpacked archive's own knows its Node; of an AppImage the copy outlives the mount.
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
        lines.push(`left as it is, since it is not ours: ${link}`)
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
      lines.push(
        `${binFolder} is not in your PATH: add it, and shells find vibeflow and vibeflow-emit.`,
      )
  } catch (error) {
    return {
      problem:
        `${lines.map((line) => `${line}\n`).join('')}the rest could not be written: ` +
        `${error instanceof Error ? error.message : String(error)}`,
    }
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
    return { lines: ['nothing was installed by --install-desktop: nothing to do.'] }
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
    return {
      problem:
        `${lines.map((line) => `${line}\n`).join('')}the rest could not be removed: ` +
        `${error instanceof Error ? error.message : String(error)}`,
    }
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

/** Makes it with all above it. @returns how many there were not */
function foldersMade(folder: string): number {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  return first === undefined ? 0 : relative(dirname(first), folder).split('/').length
}

function removeMade(folder: string, count: number): void {
  let path = folder
  for (let left = count; left > 0; left -= 1) {
    try {
      rmdirSync(path)
    } catch {
      return // something else lies in it by now
    }
    path = dirname(path)
  }
}

/**
 * What the desktop's programs made of our files. Alone in its folder it is of no use to anybody.
 * One that came with us goes too: icons that somebody adds later would not be found past it. Of the
 * types of files it goes only when it names none.
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
  // a link that leads nowhere is there as well
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

/** The entry starts this very file, wherever it lies. */
export function withLauncher(entry: string, launcher: string): string {
  return entry
    .replace(/^TryExec=.*$/m, () => `TryExec=${launcher.replaceAll('\\', '\\\\')}`)
    .replace(/^Exec=vibeflow(?= |$)/gm, () => `Exec=${execWord(launcher)}`)
}

/**
 * A word of `Exec`: quoted as the Desktop Entry Specification says, then escaped once more as a
 * string of the file.
 */
export function execWord(word: string): string {
  const quoted = `"${word.replace(/(["`$\\])/g, '\\$1')}"`
  return quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')
}

function readNote(dataFolder: string): string[] {
  try {
    // Only paths that stay below the data folder, whoever wrote the file.
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
  mkdirSync(join(dataFolder, dirname(noteName)), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataFolder, noteName), paths.map((path) => `${path}\n`).join(''), {
    mode: 0o600,
  })
}

function removeEmpty(dataFolder: string, folder: string): void {
  for (let path = folder; path !== '.' && path !== ''; path = dirname(path)) {
    try {
      rmdirSync(join(dataFolder, path))
    } catch {
      return // something else lies in it
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
      // not on this desktop, or it needs no notification
    }
  }
}
