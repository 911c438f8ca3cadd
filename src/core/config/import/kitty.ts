/** Options, keys and colors of kitty (kitty.conf). Pure. */
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
  fixedClicks,
  never,
  noAction,
  noEqual,
  noRepeats,
  numberOf,
  points,
  shellOf,
  sides,
  termOf,
  to,
  shellWords,
  written,
  type Binding,
  type Convert,
  type Does,
  type Foreign,
} from './foreign.ts'
import { foreignButton } from './keys.ts'
import { settingsOfFile } from './lines.ts'

const ownFaces = except(/^auto$/i, never('vibeflow takes bold and italic from the same family'))

/** kitty takes every other word as a no. */
const isYes = (value: string) => /^(?:y|yes|true)$/i.test(value)

const bellOf: Convert = (_, all) =>
  bellMode(
    isYes(written(all('enable_audio_bell').at(-1) ?? 'yes')),
    Number.parseFloat(written(all('visual_bell_duration').at(-1) ?? '0')) > 0,
  )

/** Reads `initial_window_width`: px, or cells as `80c`. */
const extent =
  (pixels: string, cells: string): Convert =>
  (value) => {
    const [, count, unit] = /^(\d+)(c?)$/.exec(written(value)) ?? []
    return count === undefined ? noEqual : { [unit === 'c' ? cells : pixels]: Number(count) }
  }

const pager: Convert = (value) => {
  const command = written(value)
  return /CURSOR_|PIPE_DATA|(?:^|\s)-$|^(?:\S*\/)?\w*sh\s/.test(command)
    ? 'vibeflow passes a file and a line to the pager, without a shell'
    : { 'scrollback.pager': command.replace(/INPUT_LINE_NUMBER/g, '{line}') }
}

const finished: Convert = (value) => {
  const [when = '', seconds, action = 'notify'] = shellWords(written(value))
  if (when === 'never') return { 'notifications.command': [] }
  if (action !== 'notify') return noEqual
  const after = numberOf(seconds ?? '')
  return {
    'notifications.command': ['desktop'],
    ...(after === null ? {} : { 'notifications.command_after_s': Math.round(after) }),
  }
}

const fontOf: Convert = (value) => {
  const text = written(value)
  const [, quoted] = /(?:^|\s)family=("[^"]*"|'[^']*'|\S+)/.exec(text) ?? []
  if (quoted === undefined) return fontList([text.replace(/^["']|["']$/g, '')])
  const [, extra] = /(?:^|\s)features="?([^"]*)/.exec(text) ?? []
  return {
    ...(fontList([shellWords(quoted)[0] ?? '']) as Record<string, readonly string[]>),
    ...(extra === undefined
      ? {}
      : (featureList(shellWords(extra)) as Record<string, readonly string[]>)),
  }
}

const cellOf: Convert = (_, all) => {
  const made: Record<string, number> = {}
  for (const value of all('modify_font')) {
    const [what, amount = ''] = shellWords(written(value))
    const [, number = '', unit] = /^(-?[\d.]+)(%|px)?$/.exec(amount) ?? []
    if (what === 'cell_height' && unit === '%') made['fonts.line_height'] = Number(number) / 100
    else if (what === 'cell_width' && unit === 'px') made['fonts.letter_spacing'] = Number(number)
    else return 'only cell_height in percent and cell_width in px have an equal'
  }
  return made
}

const options: Readonly<Record<string, Convert>> = {
  font_family: fontOf,
  bold_font: ownFaces,
  italic_font: ownFaces,
  bold_italic_font: ownFaces,
  font_size: points('fonts.size', 2),
  font_features: (value) => {
    const [, ...names] = shellWords(written(value))
    return names.length === 0 ? {} : featureList(names)
  },
  symbol_map: never('each character comes from the first font in fonts.priority that has it'),
  disable_ligatures: among('fonts.ligatures', { never: true, cursor: true, always: false }),
  modify_font: cellOf,
  cursor_shape: among('cursor.style', { block: 'block', beam: 'bar', underline: 'underline' }),
  cursor_shape_unfocused: among('cursor.style_unfocused', {
    ...{ block: 'block', beam: 'bar', underline: 'underline', hollow: 'outline' },
  }),
  cursor_blink_interval: except(
    /^-/,
    to('cursor.blink_ms', (value) => {
      const seconds = numberOf(shellWords(value)[0] ?? '')
      return seconds === null ? null : Math.round(seconds * 1000)
    }),
  ),
  scrollback_lines: to('scrollback.history_lines', (value) => {
    const lines = numberOf(value)
    return lines === null ? null : lines < 0 ? 1_000_000 : Math.max(1, Math.round(lines))
  }),
  scrollback_pager: pager,
  wheel_scroll_multiplier: to('scrollback.wheel_lines_per_detent', (value) => {
    const lines = numberOf(value)
    return lines === null || lines <= 0 ? null : Math.max(1, Math.round(lines))
  }),
  mouse_hide_wait: to('mouse.hide_when_typing', (value) => {
    const seconds = Number.parseFloat(value)
    return seconds < 0 ? true : seconds === 0 ? false : null
  }),
  detect_urls: flagTo('links.detect'),
  copy_on_select: to('clipboard.copy_on_select', (value) =>
    isYes(value) || value === 'clipboard' ? true : /^(?:n|no|false)?$/i.test(value) ? false : null,
  ),
  strip_trailing_spaces: among('clipboard.trim_trailing_spaces', {
    ...{ never: false, smart: true, always: true },
  }),
  clipboard_control: to('clipboard.allow_osc52_write', (value) =>
    shellWords(value).includes('write-clipboard'),
  ),
  enable_audio_bell: bellOf,
  visual_bell_duration: bellOf,
  window_alert_on_bell: to('notifications.bell', (value) => (isYes(value) ? ['urgency'] : [])),
  bell_path: except(
    /^none$/,
    to('bell.sound', (value) => value),
  ),
  remember_window_size: flagTo('window.remember_size'),
  initial_window_width: extent('window.width', 'window.columns'),
  initial_window_height: extent('window.height', 'window.rows'),
  window_padding_width: (value) => sides(shellWords(written(value)).map(numberOf), 96 / 72),
  hide_window_decorations: among('window.decorations', {
    ...{ no: 'auto', false: 'auto', yes: 'none', true: 'none' },
  }),
  background_opacity: factor('window.opacity', 1, 2),
  inactive_text_alpha: factor('ui.unfocused_pane_opacity', 1, 2),
  confirm_os_window_close: to('ui.confirm_on_close', (value) => !/^0\b/.test(value)),
  tab_bar_edge: among('tabs.position', {
    ...{ top: 'top', bottom: 'bottom', left: 'left', right: 'right' },
  }),
  tab_bar_min_tabs: to('tabs.show_bar', (value) => (Number(value) > 1 ? 'multiple' : 'always')),
  shell: (value) => shellOf(shellWords(written(value))),
  env: (_, all) => variablesOf(all('env').map(written)),
  shell_integration: among('shell.integration', { enabled: 'auto', disabled: 'off' }),
  notify_on_cmd_finish: finished,
  term: termOf,
  editor: except(/^\.$/, never('vibeflow uses $VISUAL or $EDITOR')),
  startup_session: except(/^none$/, never('save a window as a layout: vibeflow layout save')),
  allow_remote_control: except(/^n/, never('use vibeflow ls, send and snapshot')),
  globinclude: never('only include is read'),
  envinclude: never('only include is read'),
  geninclude: never('it would run a program'),
  kitty_mod: except(
    /^ctrl\+shift$/i,
    never('your own keys use it; those of shortcuts.preset use Ctrl+Shift'),
  ),
  clear_all_shortcuts: except(
    /^(?!(?:y|yes|true)$)/i,
    never("vibeflow's own keys stay; remove them in [shortcuts]"),
  ),
}

const actions: Readonly<Record<string, ActionName>> = {
  ...{ copy_to_clipboard: 'copy', copy_or_interrupt: 'copy', paste_from_clipboard: 'paste' },
  ...{ paste: 'paste', paste_from_selection: 'paste_primary', paste_selection: 'paste_primary' },
  ...{ new_tab: 'new_tab', new_tab_with_cwd: 'new_tab', close_tab: 'close_all_panes' },
  ...{ close_window: 'close_tab', close_os_window: 'close_window', quit: 'quit' },
  ...{ new_os_window: 'new_window', new_os_window_with_cwd: 'new_window' },
  ...{ new_window: 'split_right', new_window_with_cwd: 'split_right' },
  ...{ next_tab: 'next_tab', previous_tab: 'previous_tab', move_tab_forward: 'move_tab_right' },
  ...{ move_tab_backward: 'move_tab_left', next_window: 'next_pane' },
  ...{ previous_window: 'previous_pane', set_tab_title: 'rename_tab', select_tab: 'tab_list' },
  ...{ scroll_line_up: 'scroll_line_up', scroll_line_down: 'scroll_line_down' },
  ...{ scroll_page_up: 'scroll_page_up', scroll_page_down: 'scroll_page_down' },
  ...{ scroll_home: 'scroll_to_top', scroll_end: 'scroll_to_bottom' },
  ...{ show_scrollback: 'page_scrollback', show_last_command_output: 'page_last_output' },
  ...{ toggle_fullscreen: 'toggle_fullscreen', load_config_file: 'reload_config' },
  ...{ edit_config_file: 'open_config', open_url_with_hints: 'quick_select_open' },
  ...{ search_scrollback: 'find', 'toggle_layout stack': 'zoom_pane' },
  ...{ 'neighboring_window left': 'focus_pane_left', 'neighboring_window up': 'focus_pane_up' },
  ...{ 'neighboring_window right': 'focus_pane_right', 'neighboring_window top': 'focus_pane_up' },
  ...{ 'neighboring_window down': 'focus_pane_down' },
  ...{ 'neighboring_window bottom': 'focus_pane_down', 'move_window left': 'swap_pane_left' },
  ...{ 'move_window right': 'swap_pane_right', 'move_window up': 'swap_pane_up' },
  ...{ 'move_window down': 'swap_pane_down', 'scroll_to_prompt -1': 'previous_prompt' },
  ...{ 'scroll_to_prompt 1': 'next_prompt', 'detach_window new-tab': 'move_pane_to_tab' },
  ...{ detach_tab: 'move_tab_to_new_window', 'detach_window new': 'move_tab_to_new_window' },
  ...{ 'change_font_size all 0': 'font_reset', 'clear_terminal reset active': 'reset_terminal' },
  ...{ 'clear_terminal scrollback active': 'clear_scrollback' },
  ...{ 'clear_terminal clear active': 'clear_screen', 'kitten hints': 'quick_select' },
  ...{ 'clear_terminal to_cursor active': 'clear_screen', 'goto_tab -1': 'last_used_tab' },
  ...{ 'kitten hints --type path --program -': 'quick_select_insert' },
}

/** Returns the action of `launch` without a program: a pane, tab or window. */
function launched(args: readonly string[]): ActionName | null {
  const value = (name: string) =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  if (args.some((arg) => !/^--(?:cwd|location|type)=/.test(arg))) return null
  const type = value('type') ?? 'window'
  if (type === 'tab') return 'new_tab'
  if (type === 'os-window') return 'new_window'
  if (type !== 'window') return null
  return value('location') === 'hsplit' ? 'split_down' : 'split_right'
}

function doesOf(text: string): Does {
  const [name = '', ...args] = shellWords(text)
  const action = [name, ...args].join(' ')
  if (name === '' || name === 'no_op' || name === 'discard_event') return 'unbound'
  if (Object.hasOwn(actions, action)) return { action: actions[action] ?? 'copy' }
  if (name === 'goto_tab' && /^[1-9]$/.test(args[0] ?? ''))
    return { action: `go_to_tab_${args[0]}` as ActionName }
  if (name === 'change_font_size' && /^[+-]/.test(args[1] ?? ''))
    return { action: args[1]?.startsWith('+') === true ? 'font_larger' : 'font_smaller' }
  const open = name === 'launch' ? launched(args) : null
  if (open !== null) return { action: open }
  if (name === 'send_text') return textOf(text.replace(/^send_text\s+\S+\s*/, ''))
  return { reason: noAction }
}

/** Reads `ctrl+left click ungrabbed ACTION`. Whether a program uses the mouse has its own rule. */
function mouseBinding(text: string, named: (keys: string) => string): Binding {
  const [, keys = '', event = '', modes = '', action = ''] =
    /^(\S+)\s+(\S+)\s+(\S+)\s+(.*)$/.exec(text) ?? []
  const parts = named(keys).split('+')
  const button = foreignButton(parts.pop() ?? '')
  const does = (): Does => {
    if (!/^(?:press|release|click)$/i.test(event)) return { reason: noRepeats }
    if (!/\bungrabbed\b/i.test(modes)) return { reason: 'a program that uses the mouse gets it' }
    if (action.startsWith('mouse_')) return { reason: fixedClicks }
    return button === null ? { reason: 'vibeflow has no such button' } : doesOf(action)
  }
  return { written: `mouse_map ${text}`, keys: [[...parts, button].join('+')], does: does() }
}

/** Reads the escapes of Python, as `send_text` has them. */
function textOf(escaped: string): Does {
  const letters: Readonly<Record<string, string>> = {
    ...{ n: '\n', r: '\r', t: '\t', e: '\u001b', a: '\u0007', b: '\b' },
  }
  const text = escaped.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|(0?33)|(.))/gi,
    (_, byte, unit, octal, one) =>
      octal === undefined
        ? one === undefined
          ? String.fromCharCode(Number.parseInt(String(byte ?? unit), 16))
          : (letters[String(one)] ?? String(one))
        : '\u001b',
  )
  return text === '' ? { reason: 'it sends nothing' } : { text }
}

const colorName = /^(?:foreground|background|cursor|cursor_text_color|selection_background)$/

export const kitty: Foreign = {
  title: 'kitty',
  parse: (text) => settingsOfFile(text.replace(/\n[ \t]*\\/g, ''), /^([a-z][\w]*)\s*(.*)$/),
  includes: { option: 'include', order: 'here' },
  options,
  isBinding: (name) => name === 'map' || name === 'mouse_map',
  preset: 'kitty',
  clears: /^clear_all_shortcuts (?:y|yes|true)$/i,
  bindings: (settings) => {
    const prefix = written(settings.findLast(({ name }) => name === 'kitty_mod')?.value ?? '')
    const named = (keys: string) =>
      keys.replaceAll('kitty_mod', prefix === '' ? 'ctrl+shift' : prefix)
    return settings.flatMap(({ name, value }): Binding[] => {
      const text = written(value)
      if (name === 'mouse_map') return [mouseBinding(text, named)]
      if (name !== 'map') return []
      const [, flags = '', keys = '', action = ''] =
        /^((?:--\S+\s+)*)(\S+)\s*(.*)$/s.exec(text) ?? []
      return [
        {
          written: `map ${text}`,
          keys: chordsIn(named(keys)),
          does: /--(?:when|mode|new)/.test(flags)
            ? { reason: 'vibeflow has no conditions for keys' }
            : doesOf(action),
        },
      ]
    })
  },
  colors: ({ name, value }) =>
    colorName.test(name) || /^color(?:\d|1[0-5])$/.test(name)
      ? new Map([[name, written(value)]])
      : null,
  palette:
    'dddddd 000000 000000 cc0403 19cb00 cecb00 0d73cc cb1ed1 0dcdcd dddddd ' +
    '767676 f2201f 23fd00 fffd00 1a8fff fd28ff 14ffff ffffff',
}
