/** Options, keys and colors of Ghostty (`config`). Pure. */
import type { ActionName } from '../keys/actions.ts'
import { chordsIn } from '../keys/chords.ts'
import {
  among,
  bellMode,
  variablesOf,
  except,
  factor,
  fontList,
  featureList,
  flagTo,
  never,
  noAction,
  noEqual,
  numberOf,
  points,
  unchanged,
  shellOf,
  sides,
  termOf,
  to,
  usual,
  shellWords,
  written,
  type Binding,
  type Convert,
  type Does,
  type Foreign,
} from './foreign.ts'
import { settingsOfFile } from './lines.ts'

/** Values of an option that can be repeated: an empty one removes those before it. */
function repeated(values: readonly unknown[]): readonly string[] {
  const texts = values.map(written)
  return texts.slice(texts.lastIndexOf('') + 1)
}

const padding: Convert = (_, all) => {
  const pair = (name: string): readonly (number | null)[] | null => {
    const value = all(name).at(-1)
    if (value === undefined) return null
    const [first = '', second = first] = written(value).split(',')
    return [numberOf(first.trim()), numberOf(second.trim())]
  }
  const [x, y] = [pair('window-padding-x'), pair('window-padding-y')]
  const known = [x, y].filter((one) => one !== null)
  // one of them may be missing: the other side keeps vibeflow's padding
  const made = sides(
    [(y ?? known[0])?.[0], (x ?? known[0])?.[1], (y ?? known[0])?.[1], (x ?? known[0])?.[0]].map(
      (one) => one ?? null,
    ),
    96 / 72,
  )
  if (typeof made === 'string') return made
  return Object.fromEntries(
    Object.entries(made).filter(([name]) => (name.endsWith('_x') ? x : y) !== null),
  )
}

const ownFaces = never('vibeflow takes bold and italic from the same family')

const bellFeatures: Convert = (value) => {
  const names = written(value)
    .split(',')
    .map((name) => name.trim())
  const has = (name: string) => names.includes(name) || names.includes('true')
  return bellMode(has('system') || has('audio'), has('border'))
}

/** Ghostty passes the words to /bin/sh, unless they start with `direct:`. */
const command: Convert = (value) => {
  const text = written(value)
  const outside = text.replace(/'[^']*'/g, '').replace(/"[^"`$\\]*"/g, '')
  return !text.startsWith('direct:') && /[|&;<>()$`*?]/.test(outside)
    ? 'shell.program is one program with arguments'
    : shellOf(shellWords(text.replace(/^(?:direct|shell):/, '')))
}

const scrollback = to('scrollback.memory_max_mib', (value) => {
  const bytes = numberOf(value)
  return bytes === null ? null : Math.max(1, Math.round(bytes / 1_048_576))
})

const options: Readonly<Record<string, Convert>> = {
  'font-family': (_, all) => fontList(repeated(all('font-family'))),
  'font-family-bold': ownFaces,
  'font-family-italic': ownFaces,
  'font-family-bold-italic': ownFaces,
  'font-size': points('fonts.size', 2),
  'font-feature': (_, all) =>
    featureList(repeated(all('font-feature')).flatMap((value) => value.split(','))),
  'font-codepoint-map': never(
    'each character comes from the first font in fonts.priority that has it',
  ),
  'adjust-cell-height': to('fonts.line_height', (value) => {
    const percent = value.endsWith('%') ? numberOf(value.slice(0, -1)) : null
    return percent === null ? null : Number((1 + percent / 100).toFixed(2))
  }),
  'adjust-cell-width': factor('fonts.letter_spacing'),
  'background-opacity': factor('window.opacity', 1, 2),
  'minimum-contrast': factor('colors.minimum_contrast', 1, 2),
  'bold-is-bright': flagTo('colors.bold_is_bright'),
  'bold-color': among('colors.bold_is_bright', { bright: true }),
  'unfocused-split-opacity': factor('ui.unfocused_pane_opacity', 1, 2),
  'cursor-style': among('cursor.style', { block: 'block', bar: 'bar', underline: 'underline' }),
  'cursor-style-blink': among('cursor.blink_ms', { true: 500, false: 0 }),
  'window-padding-x': padding,
  'window-padding-y': padding,
  'window-padding-balance': flagTo('window.padding_balance'),
  'window-padding-color': among('window.padding_color', {
    ...{ background: 'background', extend: 'extend', 'extend-always': 'extend' },
  }),
  'window-width': except(/^0$/, factor('window.columns')),
  'window-height': except(/^0$/, factor('window.rows')),
  'window-decoration': among('window.decorations', {
    ...{ auto: 'auto', true: 'auto', server: 'auto', none: 'none', false: 'none' },
  }),
  'window-save-state': among('session.restore', { always: 'always', never: 'never' }),
  'window-new-tab-position': among('tabs.new_position', { current: 'after', end: 'end' }),
  'window-show-tab-bar': among('tabs.show_bar', { always: 'always', auto: 'multiple' }),
  'gtk-tabs-location': among('tabs.position', { top: 'top', bottom: 'bottom' }),
  maximize: among('window.startup', { true: 'maximized', false: 'normal' }),
  fullscreen: among('window.startup', { true: 'fullscreen', false: 'normal' }),
  'gtk-single-instance': among('window.single_instance', { true: true, false: false }),
  'confirm-close-surface': among('ui.confirm_on_close', {
    ...{ true: true, always: true, false: false },
  }),
  'scrollback-limit': scrollback,
  'scrollback-limit-bytes': scrollback,
  'mouse-scroll-multiplier': to('scrollback.wheel_lines_per_detent', (value) => {
    const lines = numberOf(/(?:^|,)discrete:([\d.]+)/.exec(value)?.[1] ?? '')
    return lines === null ? null : Math.max(1, Math.round(lines))
  }),
  'mouse-hide-while-typing': flagTo('mouse.hide_when_typing'),
  'right-click-action': among('mouse.right_click', { 'context-menu': 'menu', paste: 'paste' }),
  'link-url': flagTo('links.detect'),
  'copy-on-select': (value) =>
    value === 'clipboard'
      ? { 'clipboard.copy_on_select': true }
      : value === 'true'
        ? { 'clipboard.primary': true }
        : value === 'false'
          ? { 'clipboard.copy_on_select': false, 'clipboard.primary': false }
          : noEqual,
  'clipboard-trim-trailing-spaces': flagTo('clipboard.trim_trailing_spaces'),
  'clipboard-paste-protection': among('clipboard.confirm_multiline_paste', {
    ...{ true: 'unbracketed', false: 'never' },
  }),
  'clipboard-write': among('clipboard.allow_osc52_write', { allow: true, deny: false }),
  'clipboard-read': except(/^(?:deny|ask)$/, never('programs can never read the clipboard')),
  'bell-features': bellFeatures,
  'bell-audio-path': unchanged('bell.sound'),
  command,
  'initial-command': never('use vibeflow -e, or a layout'),
  'working-directory': unchanged('shell.working_directory'),
  'window-inherit-working-directory': among('shell.working_directory', {
    ...{ true: 'inherit', false: 'home' },
  }),
  env: (_, all) => variablesOf(repeated(all('env'))),
  'shell-integration': to('shell.integration', (value) => (value === 'none' ? 'off' : 'auto')),
  term: termOf,
  'quick-terminal-size': to('drop_down.height', (value) =>
    numberOf(/^([\d.]+)%/.exec(value)?.[1] ?? ''),
  ),
  'quick-terminal-autohide': flagTo('drop_down.hide_on_focus_loss'),
  'quick-terminal-screen': among('drop_down.monitor', { main: 'primary', mouse: 'pointer' }),
  'config-default-files': usual,
}

const actions: Readonly<Record<string, ActionName>> = {
  ...{ new_window: 'new_window', new_tab: 'new_tab', previous_tab: 'previous_tab' },
  ...{ next_tab: 'next_tab', last_tab: 'last_tab', 'move_tab:1': 'move_tab_right' },
  ...{ 'move_tab:-1': 'move_tab_left', toggle_tab_overview: 'tab_list' },
  ...{ 'new_split:right': 'split_right', 'new_split:down': 'split_down' },
  ...{ 'new_split:auto': 'split_right', 'goto_split:previous': 'previous_pane' },
  ...{ 'goto_split:next': 'next_pane', 'goto_split:left': 'focus_pane_left' },
  ...{ 'goto_split:right': 'focus_pane_right', 'goto_split:up': 'focus_pane_up' },
  ...{ 'goto_split:top': 'focus_pane_up', 'goto_split:down': 'focus_pane_down' },
  ...{ 'goto_split:bottom': 'focus_pane_down', toggle_split_zoom: 'zoom_pane' },
  ...{ equalize_splits: 'equalize_panes', close_surface: 'close_tab' },
  ...{ close_tab: 'close_all_panes', 'close_tab:this': 'close_all_panes' },
  ...{ 'close_tab:other': 'close_other_tabs', close_window: 'close_window', quit: 'quit' },
  ...{ copy_to_clipboard: 'copy', 'copy_to_clipboard:mixed': 'copy' },
  ...{ paste_from_clipboard: 'paste', paste_from_selection: 'paste_primary' },
  ...{ reset_font_size: 'font_reset', scroll_to_top: 'scroll_to_top' },
  ...{ scroll_to_bottom: 'scroll_to_bottom', scroll_page_up: 'scroll_page_up' },
  ...{ scroll_page_down: 'scroll_page_down', 'scroll_page_lines:-1': 'scroll_line_up' },
  ...{ 'scroll_page_lines:1': 'scroll_line_down', 'jump_to_prompt:-1': 'previous_prompt' },
  ...{ 'jump_to_prompt:1': 'next_prompt', select_all: 'select_all', reset: 'reset_terminal' },
  ...{ 'write_scrollback_file:open': 'page_scrollback', undo: 'reopen_closed_tab' },
  ...{ toggle_fullscreen: 'toggle_fullscreen', toggle_command_palette: 'command_palette' },
  ...{ open_config: 'open_config', reload_config: 'reload_config', start_search: 'find' },
  ...{ 'navigate_search:next': 'find_next', 'navigate_search:previous': 'find_previous' },
  ...{ prompt_surface_title: 'rename_tab', prompt_tab_title: 'rename_tab' },
}

function doesOf(action: string): Does {
  const [name = '', argument = ''] = action.split(/:(.*)/s)
  if (action === 'unbind' || action === 'ignore') return 'unbound'
  if (Object.hasOwn(actions, action)) return { action: actions[action] ?? 'copy' }
  if (name === 'goto_tab' && /^[1-9]$/.test(argument))
    return { action: `go_to_tab_${argument}` as ActionName }
  if (name === 'increase_font_size') return { action: 'font_larger' }
  if (name === 'decrease_font_size') return { action: 'font_smaller' }
  const way = name === 'resize_split' ? /^(left|right|up|down)\b/.exec(argument)?.[1] : undefined
  if (way !== undefined) return { action: `resize_pane_${way}` as ActionName }
  if (name === 'esc') return { text: `\u001b${argument}` }
  if (name === 'csi') return { text: `\u001b[${argument}` }
  if (name === 'text') return textOf(argument)
  return { reason: noAction }
}

/** Reads the escapes of Zig. */
function textOf(escaped: string): Does {
  const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
  const text = escaped.replace(
    /\\(?:x([\da-f]{2})|u\{([\da-f]{1,5})\}|(.))/gi,
    (_, byte, point, one) =>
      one === undefined
        ? String.fromCodePoint(Number.parseInt(String(byte ?? point), 16))
        : (letters[String(one)] ?? String(one)),
  )
  return text === '' ? { reason: 'it sends nothing' } : { text }
}

function bindingOf(value: string): Binding {
  const [, keys = '', action = ''] = /^((?:[^=]|=(?==))+)=(.*)$/s.exec(value) ?? []
  const [, prefixes = '', chords = ''] = /^((?:[a-z]+:)*)(.*)$/.exec(keys.trim()) ?? []
  const does: Does = /\b(?:global|all):/.test(prefixes)
    ? { reason: 'vibeflow has global shortcuts only for drop_down.key and attention.key' }
    : doesOf(action.trim())
  return {
    written: `keybind ${value}`,
    keys: chordsIn(chords.replace(/\bphysical:/g, '')),
    does,
  }
}

/** Names of themes, one or one for each mode: `light:NAME,dark:NAME`. */
function themes(value: unknown): ReturnType<NonNullable<Foreign['themes']>['read']> {
  const text = written(value)
  if (text === '') return []
  const [light, dark] = ['light', 'dark'].map((mode) =>
    new RegExp(`(?:^|,)\\s*${mode}:([^,]*)`).exec(text)?.[1]?.trim(),
  )
  if (light === undefined || dark === undefined) return [{ option: 'colors.preset', name: text }]
  return [
    { option: 'colors.preset_light', name: light },
    { option: 'colors.preset_dark', name: dark },
  ]
}

const colorName = /^(?:foreground|background|cursor-color|cursor-text|selection-background)$/

export const ghostty: Foreign = {
  title: 'Ghostty',
  parse: (text) => {
    const read = settingsOfFile(text, /^([a-z][\w-]*)\s*(?:=\s*(.*))?$/)
    if ('problem' in read) return read
    return {
      settings: read.settings.map(({ name, value }) => ({
        name,
        value: written(value).replace(/^"(.*)"$/, '$1'),
      })),
    }
  },
  includes: { option: 'config-file', order: 'after' },
  options: Object.fromEntries(
    // an empty value is the default
    Object.entries(options).map(([name, convert]) => [name, except(/^$/, convert)]),
  ),
  isBinding: (name) => name === 'keybind',
  preset: 'ghostty',
  clears: /^keybind clear$/,
  bindings: (settings) =>
    settings.flatMap(({ name, value }) =>
      name === 'keybind' && written(value) !== 'clear' && written(value) !== ''
        ? [bindingOf(written(value))]
        : [],
    ),
  colors: ({ name, value }) => {
    const text = written(value)
    if (colorName.test(name)) return new Map([[name, text]])
    const [, index, color = ''] = /^(\d|1[0-5])\s*=\s*(.*)$/.exec(text) ?? []
    return name === 'palette' && index !== undefined ? new Map([[`color${index}`, color]]) : null
  },
  palette:
    'ffffff 282c34 1d1f21 cc6666 b5bd68 f0c674 81a2be b294bb 8abeb7 c5c8c6 ' +
    '666666 d54e53 b9ca4a e7c547 7aa6da c397d8 70c0b1 eaeaea',
  themes: { option: 'theme', read: themes },
}
