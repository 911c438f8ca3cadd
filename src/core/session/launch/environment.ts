/**
 * The environment of a program in a tab: vibeflow's, without variables of other terminals and of
 * vibeflow's packaging, plus those of this terminal (SECURITY.md, docs/reference/protocols.md).
 * Pure.
 */

export type Environment = Readonly<Record<string, string>>

/** Prefixes of variables of vibeflow's engine and launcher. */
const ownPrefixes = ['ELECTRON_', 'CHROME_', 'GIO_LAUNCHED_']

// Prefixes of variables of other terminals, which would make programs address a terminal that is
// not there.
const removedPrefixes = [
  'TMUX',
  'ZELLIJ',
  'KITTY_',
  'WEZTERM_',
  'GHOSTTY_',
  'ALACRITTY_',
  'KONSOLE_',
  'GNOME_TERMINAL_',
  'ITERM_',
  'LC_TERMINAL',
  'WT_',
  'WARP_',
  'TILIX_',
  'TERMINATOR_',
  'ROXTERM_',
  'PTYXIS_',
  'GUAKE_',
  'TERMINOLOGY',
  'XTERM_',
  'HERDR_',
  'CMUX_',
]

const ownNames: readonly string[] = [
  'APPIMAGE',
  'APPDIR',
  'ARGV0',
  'OWD',
  // The desktop sets these for the start of one window.
  'DESKTOP_STARTUP_ID',
  'XDG_ACTIVATION_TOKEN',
]

/** The only VIBEFLOW_ variables that programs get: the user's settings, and copies to restore. */
const passedNames: ReadonlySet<string> = new Set([
  'VIBEFLOW_CONFIG',
  'VIBEFLOW_SHELL_INTEGRATION',
  'VIBEFLOW_SAVED_NODE_OPTIONS',
  'VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS',
])

/** Variables of a tab, which only programs wrapped by `vibeflow run` in it get. */
const tabNames: ReadonlySet<string> = new Set([
  'VIBEFLOW_SESSION_ID',
  'VIBEFLOW_SOCKET',
  'VIBEFLOW_TTY',
  'VIBEFLOW_EMIT_STDOUT',
  'VIBEFLOW_AGENT',
  'VIBEFLOW_BIN',
])

/** Settings of users for programs whose other variables are removed. */
const userSettings: ReadonlySet<string> = new Set([
  'TMUX_TMPDIR',
  'ZELLIJ_CONFIG_DIR',
  'ZELLIJ_CONFIG_FILE',
  'KITTY_CONFIG_DIRECTORY',
])

const removedNames = new Set([
  'STY',
  'VTE_VERSION',
  'TERM_SESSION_ID',
  'WINDOWID',
  'TERMCAP',
  // The other terminal's own entries. A user's are also found in ~/.terminfo and TERMINFO_DIRS.
  'TERMINFO',
  'COLORFGBG',
  'INSIDE_EMACS',
  'TERMINAL_EMULATOR',
  'COLUMNS',
  'LINES',
  // Shell integration of VS Code's terminal. Its other VSCODE_ variables may be the user's.
  'VSCODE_INJECTION',
  'VSCODE_NONCE',
  'VSCODE_STABLE',
  'VSCODE_SHELL_INTEGRATION',
  'VSCODE_SHELL_LOGIN',
  'VSCODE_ENV_REPLACE',
  'VSCODE_ENV_PREPEND',
  'VSCODE_ENV_APPEND',
  'VSCODE_ZDOTDIR',
  'VSCODE_PATH_PREFIX',
  'VSCODE_PYTHON_AUTOACTIVATE_GUARD',
  // Variables of an outer agent's session, never a user's settings.
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_KIND',
  'CLAUDE_PID',
  'AI_AGENT',
  'CRUSH',
])

// An AppImage prepends its own directories to these.
const pathLists = [
  'PATH',
  'LD_LIBRARY_PATH',
  'XDG_DATA_DIRS',
  'GSETTINGS_SCHEMA_DIR',
  'GTK_PATH',
  'GI_TYPELIB_PATH',
  'PYTHONPATH',
  'PERLLIB',
  'QT_PLUGIN_PATH',
]

export interface EnvironmentFacts {
  readonly term: string
  readonly version: string
  /** `shell.env`; applied last. */
  readonly added?: Environment
  /** `shell.env_remove`. */
  readonly removed?: readonly string[]
  /** Directory of `vibeflow` and `vibeflow-emit`, for the end of PATH. */
  readonly commands?: string | null
}

/** Returns a program's environment. The launcher (launch.ts) adds VIBEFLOW_TTY. */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  facts: EnvironmentFacts,
): Environment {
  const environment = restored(parent, (name) => !isRemoved(name))
  for (const name of facts.removed ?? []) delete environment[name]
  return withCommands(
    {
      ...environment,
      TERM: facts.term,
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'vibeflow',
      TERM_PROGRAM_VERSION: facts.version,
      ...facts.added,
    },
    facts.commands ?? null,
  )
}

/**
 * Appends to PATH, after all other programs. A startup file may overwrite PATH, so shell
 * integration appends VIBEFLOW_BIN again.
 */
function withCommands(environment: Environment, folder: string | null): Environment {
  const { PATH: path } = environment
  // An unset PATH means a default that a value would replace.
  if (folder === null || folder.includes(':') || path === undefined) return environment
  const paths = path.split(':')
  return {
    ...environment,
    ...(paths.includes(folder) ? {} : { PATH: [...paths, folder].join(':') }),
    VIBEFLOW_BIN: folder,
  }
}

/**
 * Returns the environment for `vibeflow run`, without the variables that vibeflow's own start
 * added.
 */
export function wrappedEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
): Environment {
  return restored(parent, (name) => tabNames.has(name) || !isOwn(name))
}

/** Returns the environment of the next start, without what the engine and an AppImage added. */
export function environmentAgain(
  parent: Readonly<Record<string, string | undefined>>,
): Environment {
  const saved = Object.entries(parent).flatMap(([name, value]) =>
    name.startsWith('VIBEFLOW_SAVED_') && value !== undefined ? [[name, value] as const] : [],
  )
  return {
    ...restored(parent, (name) => !ownNames.includes(name)),
    ...Object.fromEntries(saved), // a clone has no launcher that copies them
  }
}

/** Returns the valid variables that `keeps` names, with the values from before vibeflow's start. */
function restored(
  parent: Readonly<Record<string, string | undefined>>,
  keeps: (name: string) => boolean,
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(parent))
    if (value !== undefined && isValid(name, value) && keeps(name)) environment[name] = value
  restorePathLists(environment, parent['APPDIR'])
  restoreDesktop(environment, parent)
  restoreNodeVariables(environment)
  return environment
}

function isRemoved(name: string): boolean {
  return isOwn(name) || removedNames.has(name) || hasTerminalPrefix(name)
}

function hasTerminalPrefix(name: string): boolean {
  return !userSettings.has(name) && removedPrefixes.some((prefix) => name.startsWith(prefix))
}

/** Names of variables that terminals inside a tab set, without a prefix of their own. */
const innerNames: ReadonlySet<string> = new Set([
  'STY',
  'VTE_VERSION',
  'INSIDE_EMACS',
  'TERMINAL_EMULATOR',
  'ZED_TERM',
  'ABDUCO_SESSION',
  'SHPOOL_SESSION_NAME',
])

/**
 * Returns whether another terminal has set a variable, such as a tmux that runs in a tab.
 * @param variable name, `=` and value
 */
export function isOfOtherTerminal(variable: string): boolean {
  const at = variable.indexOf('=')
  const name = variable.slice(0, at)
  if (name === 'TERM_PROGRAM') return !['', 'vibeflow'].includes(variable.slice(at + 1))
  return innerNames.has(name) || hasTerminalPrefix(name)
}

/** Whether a variable belongs to vibeflow's own start. */
function isOwn(name: string): boolean {
  if (name.startsWith('VIBEFLOW_')) return !passedNames.has(name)
  return ownNames.includes(name) || ownPrefixes.some((prefix) => name.startsWith(prefix))
}

/** A name with `=`, or a NUL anywhere, would become another variable or end the list in execve. */
function isValid(name: string, value: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0') && !value.includes('\0')
}

/** Chromium calls some desktops Unity and saves the real name, or the text "undefined". */
function restoreDesktop(
  environment: Record<string, string>,
  parent: Readonly<Record<string, string | undefined>>,
): void {
  const original = parent['ORIGINAL_XDG_CURRENT_DESKTOP']
  delete environment['ORIGINAL_XDG_CURRENT_DESKTOP']
  if (original !== undefined && original !== '' && original !== 'undefined')
    environment['XDG_CURRENT_DESKTOP'] = original
}

/** Electron empties or unsets these; its launcher keeps copies (src/packaging/launcher.sh). */
function restoreNodeVariables(environment: Record<string, string>): void {
  for (const name of ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS']) {
    const saved = environment[`VIBEFLOW_SAVED_${name}`]
    if (saved === undefined) continue
    environment[name] = saved
    delete environment[`VIBEFLOW_SAVED_${name}`]
  }
}

function restorePathLists(environment: Record<string, string>, appDir: string | undefined): void {
  if (appDir === undefined || appDir === '') return
  for (const name of pathLists) {
    const value = environment[name]
    if (value === undefined) continue
    const kept = value
      .split(':')
      .filter((path) => path !== appDir && !path.startsWith(`${appDir}/`))
    const restored = kept.join(':')
    if (restored !== '') environment[name] = restored
    else delete environment[name]
  }
}
