/** Gathers the facts of `--diagnose` independently: the report shows which ones are unknown. */
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cpus, release, totalmem, userInfo } from 'node:os'
import { join } from 'node:path'
import { drawnBy } from '../../../core/config/diagnose/drawing.ts'
import type { FolderFacts, DiagnosticReport } from '../../../core/config/diagnose/report.ts'
import { withoutNames } from '../../../core/config/diagnose/report.ts'
import { printJson } from '../../../core/config/print.ts'
import type { ConfigProblem } from '../../../core/config/problem.ts'
import type { Options } from '../../../core/config/table.ts'
import { isSessionId, socketPath, socketRoot } from '../../../core/clients/socket/paths.ts'
import { configFolder, stateFolder } from '../../files/folders.ts'
import { programInPath } from '../../pty/find-program.ts'
import { appSocketName } from '../../socket/app-socket.ts'
import { isPrivateFolder } from '../../socket/private-folder.ts'
import { isListening } from '../../socket/stale.ts'
import { tryOr } from '../../files/try-or.ts'

/** fontconfig reads its cache, which may be cold. */
const programMs = 3_000

/** Desktop programs that some features need. */
const programs = ['xclip', 'notify-send', 'xdg-open', 'gsettings', 'busctl', 'fc-match'] as const

interface Gathering {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly version: string
  readonly integrations: string
  readonly settings: {
    readonly file: string
    readonly missing: boolean
    readonly options: Options
    readonly problems: readonly ConfigProblem[]
  }
  readonly engine: DiagnosticReport['engine']
}

export async function gather({
  environment,
  home,
  version,
  integrations,
  settings,
  engine,
}: Gathering): Promise<DiagnosticReport> {
  const launcher = environment['VIBEFLOW_LAUNCHER']
  const state = stateFolder(environment, home)
  const { root, problem } = socketRoot(environment, {
    isPrivate: isPrivateFolder,
    stateFolder: state,
  })
  const report: DiagnosticReport = {
    v: 1,
    vibeflow: {
      version,
      startedFrom:
        launcher === undefined
          ? 'sources'
          : environment['APPIMAGE'] === launcher
            ? 'AppImage'
            : 'package',
      command:
        launcher ?? (environment['VIBEFLOW_CALLED_AS'] === 'vibeflow' ? 'vibeflow' : 'npm start'),
    },
    system: {
      name: systemName(),
      kernel: release(),
      processor: process.arch,
      cores: cpus().length,
      memoryMiB: Math.round(totalmem() / 2 ** 20),
      display: environment['WAYLAND_DISPLAY'] ? 'Wayland' : environment['DISPLAY'] ? 'X11' : 'none',
      locale: Intl.DateTimeFormat().resolvedOptions().locale,
    },
    engine,
    terminals: { drawnBy: drawnBy(settings.options.ui.renderer, engine.facts) },
    sandbox: {
      root: process.getuid?.() === 0,
      userNamespaces: userNamespaces(),
      helper: sandboxHelper(environment['VIBEFLOW_ENGINE_PROGRAM']),
    },
    fonts: await Promise.all(
      settings.options.fonts.priority.map(async (asked) => ({
        asked,
        found: await foundFont(asked, environment),
      })),
    ),
    configuration: {
      file: settings.file,
      state: settings.missing ? 'no file: defaults' : 'read',
      problems: settings.problems.map(({ severity, kind, key, place }) => ({
        severity,
        kind,
        key: key ?? null,
        line: place?.line ?? null,
      })),
      changed: changedNames(settings.options),
    },
    folders: {
      configuration: folder(configFolder(environment, home)),
      state: folder(state),
      temporary: folder(environment['TMPDIR'] || '/tmp'),
    },
    sockets: { root, problem, ...(await running(root)) },
    integrations: {
      shells: (['bash', 'zsh', 'fish'] as const).filter((shell) =>
        existsSync(join(integrations, shell)),
      ),
      programs: Object.fromEntries(
        programs.map((name) => [name, programInPath(name, environment['PATH']) !== null]),
      ),
    },
  }
  return withoutNames(report, {
    home,
    user: userName(),
    paths: [
      report.vibeflow.command,
      settings.file,
      environment['TMPDIR'] ?? '',
      root,
      configFolder(environment, home),
      state,
      environment['VIBEFLOW_ENGINE_PROGRAM'] ?? '',
      environment['VIBEFLOW_ENGINE_APP'] ?? '',
    ],
  })
}

function systemName(): string {
  const [, name] = /^PRETTY_NAME="?([^"\n]*)/m.exec(textOf('/etc/os-release') ?? '') ?? []
  return name ?? 'Linux'
}

/** Reads how the system forbids user namespaces. "allowed" does not prove that a sandbox works. */
function userNamespaces(): string {
  const value = (file: string) => textOf(`/proc/sys/${file}`)?.trim()
  if (value('user/max_user_namespaces') === '0') return 'forbidden by user.max_user_namespaces'
  if (value('kernel/unprivileged_userns_clone') === '0')
    return 'forbidden by kernel.unprivileged_userns_clone'
  if (value('kernel/apparmor_restrict_unprivileged_userns') === '1') return 'restricted by AppArmor'
  return 'allowed'
}

function sandboxHelper(engine: string | undefined): string {
  const places = [
    ...(engine === undefined ? [] : [join(engine, '../chrome-sandbox')]),
    '/usr/lib/chromium/chrome-sandbox',
    '/opt/google/chrome/chrome-sandbox',
  ]
  for (const place of places) {
    try {
      const { mode, uid } = statSync(place)
      return (mode & 0o4000) !== 0 && uid === 0
        ? 'installed, with the permission that it needs'
        : 'installed, without the permission that it needs'
    } catch {
      // try the next path
    }
  }
  return 'none'
}

/** Returns how the system provides a font family. vibeflow's own fonts are next to the page. */
function foundFont(asked: string, environment: Gathering['environment']): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'fc-match',
      ['-f', '%{family}', asked],
      { timeout: programMs, env: { ...environment } },
      (error, output) => {
        const system = error === null ? (output.split(',')[0]?.trim() ?? '') : ''
        const own = asked === 'JetBrains Mono' ? 'comes with vibeflow' : ''
        resolve(
          own ||
            (error !== null
              ? 'not known: fc-match is not installed'
              : system.toLowerCase() === asked.toLowerCase()
                ? 'installed'
                : `not installed; the system would take ${system}`),
        )
      },
    )
  })
}

function changedNames(options: Options): string[] {
  const tables = JSON.parse(printJson(options, 'changed')) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  return Object.entries(tables).flatMap(([table, keys]) =>
    // profile names are private
    table === 'profiles' ? [table] : Object.keys(keys).map((key) => `${table}.${key}`),
  )
}

function folder(path: string): FolderFacts {
  try {
    accessSync(path, constants.W_OK)
    return { path, state: statSync(path).isDirectory() ? 'writable' : 'not usable' }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      path,
      state:
        code === 'ENOENT'
          ? 'not created yet'
          : code === 'EROFS' || code === 'EACCES'
            ? 'read-only'
            : 'not usable',
    }
  }
}

/** Counts the sockets that respond. A killed instance leaves its sockets until the next start. */
async function running(
  root: string,
): Promise<{ readonly instances: number; readonly sessions: number }> {
  let names: string[]
  try {
    names = readdirSync(root)
  } catch {
    return { instances: 0, sessions: 0 } // without the directory nothing runs
  }
  const listening = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(isListening))).filter((answer) => answer === true).length
  return {
    instances: await listening(
      names.filter((name) => appSocketName.test(name)).map((name) => join(root, name)),
    ),
    sessions: await listening(names.filter(isSessionId).map((id) => socketPath(root, id))),
  }
}

function userName(): string {
  // The user ID has no name to hide.
  return tryOr(() => userInfo().username, '')
}

function textOf(file: string): string | undefined {
  // This system does not have it.
  return tryOr(() => readFileSync(file, 'utf8'), undefined)
}
