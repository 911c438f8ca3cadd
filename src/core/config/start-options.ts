/** Command-line options of `vibeflow`, for parsing, `--help`, the man page and completion. */

interface StartOption {
  readonly short?: string
  /** Name of its value. `[WHAT]` is optional and follows `=`. */
  readonly takes?: string
  readonly multiple?: true
  /** Allowed values. */
  readonly choices?: readonly string[]
  readonly text: string
}

export const printedConfigs = ['effective', 'defaults', 'changed', 'schema'] as const
export const integratedShells = ['bash', 'zsh', 'fish'] as const

/** `-e`, and `--` with the same meaning. Everything after it belongs to the program. */
export const programOption = {
  words: '-e PROGRAM [ARG...], -- PROGRAM',
  text: 'Run PROGRAM instead of your shell. All following arguments belong to it.',
} as const

export const startOptions = {
  'working-directory': {
    short: 'd',
    takes: 'DIR',
    text: 'Start in this directory (default: the current directory).',
  },
  title: {
    short: 'T',
    takes: 'TEXT',
    text: 'Tab name. Overrides the title set by the program. (-t is an alias.)',
  },
  profile: { takes: 'NAME', text: 'Use [profiles.NAME] from the configuration.' },
  layout: {
    takes: 'NAME',
    text: 'Open a window with this saved layout (layouts/NAME.toml).',
  },
  shell: { short: 'x', takes: 'STRING', text: 'Run this command line with /bin/sh.' },
  hold: { text: 'Keep the tab open after its program exits.' },
  background: { text: 'With --tab or `vibeflow new`: open the tab without switching to it.' },
  tab: { text: 'Open a tab in the running vibeflow.' },
  'drop-down': {
    text: 'Show or hide the drop-down terminal. Starts vibeflow if needed.',
  },
  'new-window': { text: 'Open a new window (default).' },
  'single-instance': { text: 'Use the running vibeflow.' },
  'no-single-instance': { text: 'Start a separate instance.' },
  wait: {
    text:
      "Exit with the command's exit status when it ends (with --hold: when its tab is closed). " +
      'Ignores tabs.on_exit. Starts a separate instance.',
  },
  class: {
    takes: 'NAME',
    text:
      'Window class (X11) or app ID (Wayland). Starts a separate instance. (--app-id is an ' +
      'alias.)',
  },
  geometry: {
    takes: 'COLSxROWS',
    text: 'Initial window size in columns and rows, for example 120x40.',
  },
  maximized: { text: 'Open the window maximized.' },
  fullscreen: { text: 'Open the window in full screen.' },
  'no-restore': { text: "Don't restore windows and tabs from the last run." },
  config: { takes: 'FILE', text: 'Read this configuration file.' },
  option: {
    short: 'o',
    takes: 'KEY=VALUE',
    multiple: true,
    text: 'Set one option for this run, for example -o ui.font_size=15. Can be repeated.',
  },
  'check-config': {
    text: 'Check the configuration and exit (0: OK or warnings, 3: errors).',
  },
  strict: { text: 'With --check-config: treat warnings as errors.' },
  'print-config': {
    takes: '[WHAT]',
    choices: printedConfigs,
    text: 'Print settings and exit: effective (default), defaults, changed or schema.',
  },
  'list-actions': { text: 'List actions and their shortcuts, and exit.' },
  'list-themes': { text: 'List themes, and exit.' },
  'list-fonts': { text: 'List fonts for fonts.priority, and exit.' },
  json: { text: 'Print JSON (with --print-config, --list-* or --diagnose).' },
  'print-integration': {
    takes: 'SHELL',
    choices: integratedShells,
    text: 'Print the shell integration script for bash, zsh or fish, and exit.',
  },
  diagnose: {
    text:
      'Print system information for bug reports, and exit. Contains no personal names and no ' +
      'secrets.',
  },
  'install-desktop': {
    text:
      'Install the desktop entry, icons, man pages and completions for your user, link the ' +
      'commands in ~/.local/bin, and exit.',
  },
  'uninstall-desktop': { text: 'Remove what --install-desktop installed, and exit.' },
  'debug-frames': {
    text: 'Log reported states and dropped sequences to standard error.',
  },
  version: { short: 'V', text: 'Print the version, and exit.' },
  help: { short: 'h', text: 'Print this help, and exit.' },
} as const satisfies Readonly<Record<string, StartOption>>

export type StartOptionName = keyof typeof startOptions

/** Options that `vibeflow new` accepts. */
export const tabOptions = [
  'working-directory',
  'title',
  'profile',
  'shell',
  'hold',
  'background',
] as const satisfies readonly StartOptionName[]

/** Returns the table's entries with one type. */
export function startOptionEntries(): readonly (readonly [StartOptionName, StartOption])[] {
  // the keys of the table
  return Object.entries(startOptions) as unknown as (readonly [StartOptionName, StartOption])[]
}

/** Returns an option as in help: `-d, --working-directory DIR`, `--print-config[=WHAT]`. */
export function startFlag(name: string, { short, takes }: StartOption): string {
  const value =
    takes === undefined ? '' : takes.startsWith('[') ? `[=${takes.slice(1)}` : ` ${takes}`
  return `${short === undefined ? '' : `-${short}, `}--${name}${value}`
}
