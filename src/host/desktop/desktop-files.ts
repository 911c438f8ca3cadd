/**
 * `--install-desktop`: makes an AppImage or an unpacked archive known to the user's desktop, shells and `man`, by files in the user's data folder, and
 * takes them away again. What was written is noted beside them, and only what is noted is ever replaced or removed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize } from 'node:path'

/** Under the package's `share` and under the user's data folder alike. */
const places: readonly { readonly folder: string; readonly file: RegExp }[] = [
  { folder: 'applications', file: /^vibeflow\.desktop$/ },
  { folder: 'icons/hicolor', file: /^[^/]+\/apps\/vibeflow\.(?:svg|png)$/ },
  { folder: 'man/man1', file: /^vibeflow\.1\.gz$/ },
  { folder: 'bash-completion/completions', file: /^vibeflow$/ },
  { folder: 'zsh/site-functions', file: /^_vibeflow$/ },
  { folder: 'fish/vendor_completions.d', file: /^vibeflow\.fish$/ },
]

/** Below the data folder: a path a line. */
const noteName = 'vibeflow/desktop-files.txt'

const caches = [['applications', 'mimeinfo.cache'], ['icons/hicolor', 'icon-theme.cache']] as const

/** Programs that tell a running desktop; without them it looks by itself, later. */
const tellMs = 5_000

export interface DesktopFacts {
  /** `$XDG_DATA_HOME`. */
  readonly dataFolder: string
  /** The package's `share`; undefined when it is none, but sources. */
  readonly share: string | undefined
  /** What starts us: the AppImage's file, or the package's command. */
  readonly launcher: string | undefined
}

/** What was done, a line each; or why not. */
export type Done = { readonly lines: readonly string[] } | { readonly problem: string }

export function installDesktop({ dataFolder, share, launcher }: DesktopFacts): Done {
  if (share === undefined || launcher === undefined) return { problem: '--install-desktop is for an AppImage or an unpacked archive: this vibeflow runs from its sources' }
  if (launcher.startsWith('/usr/')) return { lines: [`${launcher} is installed for all users already: nothing to do.`] }
  const noted = new Set(readNote(dataFolder))
  const lines: string[] = []
  try {
    for (const path of filesOf(share)) {
      const target = join(dataFolder, path)
      if (existsSync(target) && !noted.has(path)) {
        lines.push(`left as it is, since it is not ours: ${target}`)
        continue
      }
      const content = readFileSync(join(share, path))
      mkdirSync(dirname(target), { recursive: true })
      // Noted first: what a full disk cuts short can be taken away.
      noted.add(path)
      writeNote(dataFolder, [...noted])
      writeFileSync(target, path.endsWith('.desktop') ? withLauncher(content.toString(), launcher) : content)
      lines.push(`wrote ${target}`)
    }
  } catch (error) {
    return { problem: `${lines.map((line) => `${line}\n`).join('')}the rest could not be written: ${error instanceof Error ? error.message : String(error)}` }
  }
  tellDesktop(dataFolder)
  return { lines }
}

export function uninstallDesktop({ dataFolder }: Pick<DesktopFacts, 'dataFolder'>): Done {
  const noted = readNote(dataFolder)
  if (noted.length === 0) return { lines: ['nothing was installed by --install-desktop: nothing to do.'] }
  const lines: string[] = []
  try {
    for (const path of noted) {
      const target = join(dataFolder, path)
      if (!existsSync(target)) continue
      rmSync(target)
      lines.push(`removed ${target}`)
      removeEmpty(dataFolder, dirname(path))
    }
    rmSync(join(dataFolder, noteName))
    removeEmpty(dataFolder, dirname(noteName))
  } catch (error) {
    return { problem: `${lines.map((line) => `${line}\n`).join('')}the rest could not be removed: ${error instanceof Error ? error.message : String(error)}` }
  }
  tellDesktop(dataFolder)
  for (const [folder, cache] of caches) removeLoneCache(dataFolder, folder, cache)
  return { lines }
}

/** What the desktop's programs made of our files; alone in its folder it is of no use to anybody. */
function removeLoneCache(dataFolder: string, folder: string, cache: string): void {
  const at = join(dataFolder, folder)
  if (!existsSync(at)) return
  if (readdirSync(at).join() === cache) rmSync(join(at, cache), { force: true })
  removeEmpty(dataFolder, folder)
}

function filesOf(share: string): string[] {
  return places.flatMap(({ folder, file }) => {
    const at = join(share, folder)
    if (!existsSync(at)) return []
    return readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => file.test(name)).sort().map((name) => `${folder}/${name}`)
  })
}

/** The entry starts this very file, wherever it lies. */
export function withLauncher(entry: string, launcher: string): string {
  return entry
    .replace(/^TryExec=.*$/m, () => `TryExec=${launcher.replaceAll('\\', '\\\\')}`)
    .replace(/^Exec=vibeflow(?= |$)/gm, () => `Exec=${execWord(launcher)}`)
}

/** A word of `Exec`: quoted as the Desktop Entry Specification says, then escaped once more as a string of the file. */
export function execWord(word: string): string {
  const quoted = `"${word.replace(/(["`$\\])/g, '\\$1')}"`
  return quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')
}

function readNote(dataFolder: string): string[] {
  try {
    // Only paths that stay below the data folder, whoever wrote the file.
    return readFileSync(join(dataFolder, noteName), 'utf8').split('\n').filter((path) => path !== '' && !isAbsolute(path) && !normalize(path).startsWith('..'))
  } catch {
    return [] // nothing was installed
  }
}

function writeNote(dataFolder: string, paths: readonly string[]): void {
  mkdirSync(join(dataFolder, dirname(noteName)), { recursive: true })
  writeFileSync(join(dataFolder, noteName), paths.map((path) => `${path}\n`).join(''))
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

function tellDesktop(dataFolder: string): void {
  const now = new Date()
  for (const [program, folder] of [['update-desktop-database', 'applications'], ['gtk-update-icon-cache', 'icons/hicolor']] as const) {
    if (!existsSync(join(dataFolder, folder))) continue
    try {
      utimesSync(join(dataFolder, folder), now, now)
      execFileSync(program, program.startsWith('gtk') ? ['-q', '-t', '-f', join(dataFolder, folder)] : [join(dataFolder, folder)], { timeout: tellMs, stdio: 'ignore' })
    } catch {
      // not on this desktop, or it wants no telling
    }
  }
}
