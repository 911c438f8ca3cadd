/**
 * The environment of a program in a tab: ours, without what belongs to another terminal or to our
 * own packaging, plus what names this terminal (SECURITY.md, docs/protocol.md). Pure: the parent's
 * environment is an argument.
 */

export type Environment = Readonly<Record<string, string>>

/** Of our own engine and launcher. */
const ownPrefixes = ['ELECTRON_', 'CHROME_', 'GIO_LAUNCHED_']

// Removed by prefix or whole name. Other terminals' variables would make programs speak to a
// terminal that is not there.
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
  // The desktop gives these for the start of one window.
  'DESKTOP_STARTUP_ID',
  'XDG_ACTIVATION_TOKEN',
]

/** The only VIBEFLOW_ names that programs get: the user's settings, and copies to be restored. */
const passedNames: ReadonlySet<string> = new Set([
  'VIBEFLOW_CONFIG',
  'VIBEFLOW_SHELL_INTEGRATION',
  'VIBEFLOW_SAVED_NODE_OPTIONS',
  'VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS',
])

/** Names of a tab. Only a program that `vibeflow run` wraps there finds them. */
const tabNames: ReadonlySet<string> = new Set([
  'VIBEFLOW_SESSION_ID',
  'VIBEFLOW_SOCKET',
  'VIBEFLOW_TTY',
  'VIBEFLOW_EMIT_STDOUT',
  'VIBEFLOW_AGENT',
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
  // Shell integration of VS Code's terminal. Its other VSCODE_ variables may be the user's own.
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
  // Marks of an outer agent's session, never a user's own setting for one.
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_KIND',
  'CLAUDE_PID',
  'AI_AGENT',
  'CRUSH',
])

// What an AppImage puts in front of these is ours, not the child's.
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
  /** `shell.env` of the configuration; comes last. */
  readonly added?: Environment
  /** `shell.env_remove`. */
  readonly removed?: readonly string[]
}

/**
 * VIBEFLOW_TTY is set by the launcher (core/session/launch/launch.ts), since the name of the
 * terminal is known only after the fork.
 */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  facts: EnvironmentFacts,
): Environment {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || !isValid(name, value) || isRemoved(name)) continue
    environment[name] = value
  }
  restorePathLists(environment, parent['APPDIR'])
  restoreDesktop(environment, parent)
  restoreNodeVariables(environment)
  for (const name of facts.removed ?? []) delete environment[name]
  return {
    ...environment,
    TERM: facts.term,
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'vibeflow',
    TERM_PROGRAM_VERSION: facts.version,
    ...facts.added,
  }
}

/**
 * For a program that `vibeflow run` puts into a terminal of somebody else: all that belongs to that
 * terminal stays, only what our own start has added goes.
 */
export function wrappedEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
): Environment {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || !isValid(name, value)) continue
    if (tabNames.has(name) || !isOwn(name)) environment[name] = value
  }
  restorePathLists(environment, parent['APPDIR'])
  restoreDesktop(environment, parent)
  restoreNodeVariables(environment)
  return environment
}

function isRemoved(name: string): boolean {
  return (
    isOwn(name) ||
    removedNames.has(name) ||
    removedPrefixes.some((prefix) => name.startsWith(prefix))
  )
}

/** Whether it belongs to vibeflow's own start. Every VIBEFLOW_ name does that is not passed on. */
function isOwn(name: string): boolean {
  if (name.startsWith('VIBEFLOW_')) return !passedNames.has(name)
  return ownNames.includes(name) || ownPrefixes.some((prefix) => name.startsWith(prefix))
}

/**
 * A name with `=` or a NUL anywhere would become another variable, or end the list, on its way
 * through execve.
 */
function isValid(name: string, value: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0') && !value.includes('\0')
}

/**
 * Chromium calls some desktops Unity while it runs, and keeps the real name beside it, once as the
 * word "undefined".
 */
function restoreDesktop(
  environment: Record<string, string>,
  parent: Readonly<Record<string, string | undefined>>,
): void {
  const original = parent['ORIGINAL_XDG_CURRENT_DESKTOP']
  delete environment['ORIGINAL_XDG_CURRENT_DESKTOP']
  if (original !== undefined && original !== '' && original !== 'undefined')
    environment['XDG_CURRENT_DESKTOP'] = original
}

/** Electron empties or unsets these; what starts it keeps copies (src/packaging/launcher.sh). */
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
