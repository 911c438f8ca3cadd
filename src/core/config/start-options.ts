/** Options of the start command, for parsing, `--help`, the man page and completion. */

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
  text: 'run this instead of your shell; all following words belong to it',
} as const

export const startOptions = {
  'working-directory': {
    short: 'd',
    takes: 'DIR',
    text: 'begin in this folder (default: the folder you call from)',
  },
  title: {
    short: 'T',
    takes: 'TEXT',
    text: 'name of the tab, whatever its program says (-t means the same)',
  },
  profile: { takes: 'NAME', text: 'a tab with [profiles.NAME] of the configuration' },
  layout: {
    takes: 'NAME',
    text: 'a window with the tabs and panes of this layout (layouts/NAME.toml)',
  },
  shell: { short: 'x', takes: 'STRING', text: 'run this line in /bin/sh' },
  hold: { text: 'keep the tab after its program has ended' },
  background: { text: 'with --tab or vibeflow new: the tab in view stays so' },
  tab: { text: 'a tab of the running vibeflow' },
  'drop-down': {
    text:
      'show the drop-down window of the running vibeflow, or hide it again; starts vibeflow ' +
      'where none runs',
  },
  'new-window': { text: 'a new window (the default)' },
  'single-instance': { text: 'hand the command to the running vibeflow' },
  'no-single-instance': { text: 'start another vibeflow' },
  wait: {
    text:
      'leave with the exit status of the command when it has ended, whatever tabs.on_exit ' +
      'says (--hold: when its tab is closed); starts another vibeflow',
  },
  class: {
    takes: 'NAME',
    text: 'window class, Wayland app id (--app-id means the same); starts another vibeflow',
  },
  geometry: { takes: 'COLSxROWS', text: 'columns and rows of the window' },
  maximized: { text: 'a maximized window' },
  fullscreen: { text: 'a full-screen window' },
  'no-restore': { text: 'begin without the windows and tabs of the last run' },
  config: { takes: 'FILE', text: 'read this configuration' },
  option: {
    short: 'o',
    takes: 'KEY=VALUE',
    multiple: true,
    text: 'an option for this run, such as -o ui.font_size=15; may stand several times',
  },
  'check-config': {
    text: 'print every problem of the configuration and leave: 0 fine or warnings, 3 errors',
  },
  strict: { text: 'with --check-config: warnings count as errors' },
  'print-config': {
    takes: '[WHAT]',
    choices: printedConfigs,
    text: 'print the settings and leave; effective, defaults, changed, or schema',
  },
  'list-actions': { text: 'print every action with its chords and leave' },
  'list-themes': { text: 'print every theme and leave' },
  'list-fonts': { text: 'print every font that fonts.priority may name and leave' },
  json: { text: 'with --print-config, --list-* and --diagnose: as JSON' },
  'import-colors': {
    takes: 'FILE',
    text: 'make a theme of a theme file of Ghostty, kitty or Alacritty and leave',
  },
  overwrite: { text: 'with --import-colors: replace a theme of that name' },
  'print-integration': {
    takes: 'SHELL',
    choices: integratedShells,
    text: 'print the script for bash, zsh or fish and leave',
  },
  diagnose: {
    text:
      'print versions, graphics, fonts, sandbox, settings and sockets for a bug report and ' +
      'leave; holds no names and no secrets',
  },
  'install-desktop': {
    text:
      'put the desktop entry, icons, manual and completions of this file into your data ' +
      'folder, its commands into ~/.local/bin, and leave',
  },
  'uninstall-desktop': { text: 'take them away again and leave' },
  'debug-frames': {
    text: "say on standard error what each tab's output reports, and what is dropped",
  },
  version: { short: 'V', text: 'print the version and leave' },
  help: { short: 'h', text: 'print this text and leave' },
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
