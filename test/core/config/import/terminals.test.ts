/** Settings of other terminals, and the options and shortcuts that they become. */
import { expect, test } from 'vitest'
import type { Foreign } from '../../../../src/core/config/import/foreign.ts'
import { planImport } from '../../../../src/core/config/import/plan.ts'
import type { OwnConfig } from '../../../../src/core/config/import/rows.ts'
import { foreignTerminals, type ForeignName } from '../../../../src/core/config/import/terminals.ts'
import { resolveShortcuts } from '../../../../src/core/config/keys/shortcuts.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import { parseToml } from '../../../../src/host/config/parse-toml.ts'

const values = defaults as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>
const fresh: OwnConfig = {
  isSet: () => false,
  value: (name) => values[name.split('.')[0] ?? '']?.[name.split('.')[1] ?? ''],
  shortcuts: {},
}

function imported(name: ForeignName, text: string, own: OwnConfig = fresh) {
  const foreign: Foreign = foreignTerminals[name]
  const read = foreign.parse(text, (toml) => {
    const parsed = parseToml(toml)
    return parsed.ok ? parsed : { problem: parsed.reason }
  })
  if ('problem' in read) throw new Error(read.problem)
  const plan = planImport(foreign, read.settings, own)
  const of = (wanted: string) =>
    plan.rows.filter(({ outcome }) => outcome === wanted).map(({ from, text: why }) => [from, why])
  return { ...plan, options: Object.fromEntries(plan.options), of }
}

test.each<[ForeignName, string, Record<string, unknown>]>([
  [
    'kitty',
    `# my kitty
font_family      family="Fira Code" features="+zero ss01"
font_size        12.0
modify_font      cell_height 110%
disable_ligatures always
cursor_shape     beam
cursor_blink_interval 0
scrollback_lines -1
wheel_scroll_multiplier 3.4
mouse_hide_wait  -3.0
copy_on_select   clipboard
enable_audio_bell no
visual_bell_duration 0.2
window_padding_width 3 6
initial_window_width 100c
initial_window_height 30c
remember_window_size no
hide_window_decorations yes
background_opacity 0.85
confirm_os_window_close 0
tab_bar_edge     top
tab_bar_min_tabs 1
shell            /usr/bin/fish --login
env              EDITOR=nvim
env              LESS=-R
     \\ -S
notify_on_cmd_finish unfocused 20.0
`,
    {
      'fonts.priority': ['Fira Code'],
      'fonts.features': ['zero', 'ss01'],
      'fonts.size': 16,
      'fonts.line_height': 1.1,
      'fonts.ligatures': false,
      'cursor.style': 'bar',
      'cursor.blink_ms': 0,
      'scrollback.history_lines': 1_000_000,
      'mouse.hide_when_typing': true,
      'clipboard.copy_on_select': true,
      'window.padding_y': 4,
      'window.columns': 100,
      'window.rows': 30,
      'window.remember_size': false,
      'window.decorations': 'none',
      'window.opacity': 0.85,
      'ui.confirm_on_close': false,
      'shell.program': '/usr/bin/fish',
      'shell.args': ['--login'],
      'shell.env': { EDITOR: 'nvim', LESS: '-R -S' },
      'notifications.command': ['desktop'],
      'notifications.command_after_s': 20,
    },
  ],
  [
    'alacritty',
    `[general]
working_directory = "~/src"
[env]
EDITOR = "nvim"
[font]
size = 13.5
normal = { family = "Iosevka", style = "Regular" }
offset = { x = 1, y = 0 }
[window]
padding = { x = 10, y = 6 }
dynamic_padding = false
opacity = 0.9
startup_mode = "Maximized"
dimensions = { columns = 120, lines = 36 }
[scrolling]
history = 50000
multiplier = 5
[cursor]
style = { shape = "Underline", blinking = "On" }
blink_interval = 400
[terminal]
shell = { program = "/bin/zsh", args = ["-l"] }
osc52 = "Disabled"
[selection]
save_to_clipboard = true
[colors]
draw_bold_text_with_bright_colors = true
`,
    {
      'shell.working_directory': '~/src',
      'shell.env': { EDITOR: 'nvim' },
      'fonts.size': 18,
      'fonts.priority': ['Iosevka'],
      'fonts.letter_spacing': 1,
      'window.padding_x': 10,
      'window.padding_y': 6,
      'window.padding_balance': false,
      'window.opacity': 0.9,
      'window.startup': 'maximized',
      'window.columns': 120,
      'window.rows': 36,
      'scrollback.history_lines': 50_000,
      'scrollback.wheel_lines_per_detent': 5,
      'cursor.style': 'underline',
      'cursor.blink_ms': 400,
      'shell.program': '/bin/zsh',
      'shell.args': ['-l'],
      'clipboard.allow_osc52_write': false,
      'clipboard.copy_on_select': true,
      'colors.bold_is_bright': true,
    },
  ],
  [
    'ghostty',
    `font-family = Menlo
font-family = ""
font-family = "Berkeley Mono"
font-family = Noto Color Emoji
font-size = 15
font-feature = -calt, ss01
adjust-cell-height = 20%
cursor-style = bar
cursor-style-blink = false
window-padding-x = 6,6
window-padding-y = 3
background-opacity = 0.95
copy-on-select = clipboard
mouse-hide-while-typing = true
window-decoration = none
quick-terminal-size = 40%
bell-features = no-system,audio,attention
scrollback-limit = 10000000
command = /usr/bin/fish
shell-integration = none
clipboard-paste-protection = false
`,
    {
      'fonts.priority': ['Berkeley Mono', 'Noto Color Emoji'],
      'fonts.size': 20,
      'fonts.features': ['-calt', 'ss01'],
      'fonts.line_height': 1.2,
      'cursor.style': 'bar',
      'cursor.blink_ms': 0,
      'window.padding_y': 4,
      'window.opacity': 0.95,
      'clipboard.copy_on_select': true,
      'mouse.hide_when_typing': true,
      'window.decorations': 'none',
      'drop_down.height': 40,
      'bell.mode': 'audible',
      'scrollback.memory_max_mib': 10,
      'shell.program': '/usr/bin/fish',
      'shell.integration': 'off',
      'clipboard.confirm_multiline_paste': 'never',
    },
  ],
  [
    'wezterm',
    `local wezterm = require 'wezterm'
local config = wezterm.config_builder()
--[[ a comment
config.font_size = 99 ]]
config.font = wezterm.font_with_fallback { 'JetBrains Mono', { family = 'Noto Emoji' } }
config.font_size = 10.5
config.harfbuzz_features = { 'calt=0', 'zero' }
config.line_height = 1.2
config.window_padding = { left = 4, right = 4, top = '2px', bottom = 2 }
config.window_background_opacity = 0.9
config.initial_cols, config.initial_rows = 100, 30
config.scrollback_lines = 3500
config.default_cursor_style = 'SteadyBar'
config.default_prog = { '/usr/bin/fish', '-l' }
config.audible_bell = "Disabled"
config.hide_tab_bar_if_only_one_tab = true
config.set_environment_variables = { EDITOR = 'nvim' }
if wezterm.target_triple:find 'darwin' then
  config.window_decorations = 'NONE'
end
config.tab_bar_at_bottom = wezterm.gui ~= nil
return config
`,
    {
      'fonts.priority': ['JetBrains Mono', 'Noto Emoji'],
      'fonts.features': ['-calt', 'zero'],
      'fonts.line_height': 1.2,
      'window.padding_x': 4,
      'window.padding_y': 2,
      'window.opacity': 0.9,
      'scrollback.history_lines': 3500,
      'cursor.style': 'bar',
      'cursor.blink_ms': 0,
      'shell.program': '/usr/bin/fish',
      'shell.args': ['-l'],
      'bell.mode': 'silent',
      'tabs.show_bar': 'multiple',
      'shell.env': { EDITOR: 'nvim' },
    },
  ],
])('settings of %s become options', (name, text, options) => {
  const { 'shortcuts.preset': preset, ...found } = imported(name, text).options
  expect([found, preset]).toEqual([
    options,
    { kitty: 'kitty', ghostty: 'ghostty' }[name as 'kitty'],
  ])
})

test.each<[ForeignName, string, readonly (readonly [string, string])[]]>([
  [
    'kitty',
    'mouse_hide_wait 3.0\nurl_style curly\nsymbol_map U+E0A0 Symbols\nenv A=$HOME/x\n' +
      'geninclude x.py\ntab_bar_edge middle\nwindow_padding_width 1 2 3 4',
    [
      ['mouse_hide_wait 3.0', 'vibeflow has no such value'],
      ['url_style curly', 'vibeflow has no such option'],
      [
        'symbol_map U+E0A0 Symbols',
        'each character comes from the first font in fonts.priority that has it',
      ],
      ['env A=$HOME/x', 'only variables with a plain value are imported'],
      ['geninclude x.py', 'it would run a program'],
      ['tab_bar_edge middle', 'vibeflow has no such value'],
      ['window_padding_width 1 2 3 4', 'opposite sides have the same padding in vibeflow'],
    ],
  ],
  [
    'alacritty',
    '[hints]\nalphabet = "abc"\n[font.bold]\nfamily = "X"\n[[mouse.bindings]]\nmouse = "Right"\naction = "X"',
    [
      ['hints.alphabet abc', 'vibeflow has no such option'],
      ['font.bold.family X', 'vibeflow takes bold and italic from the same family'],
      ['rightclick = X', 'vibeflow has no such action'],
    ],
  ],
  [
    'wezterm',
    'local c = {}\nc.font_size = 10 + 2\nc.font = wezterm.font(name)\nc.keys = wezterm.f()\n' +
      'function f() c.line_height = 2 end\nreturn c',
    [
      ['font_size …', 'it is computed by Lua code'],
      ['font wezterm.font name', 'it is computed by Lua code'],
      ['line_height …', 'it is computed by Lua code'],
      ['keys', 'it is computed by Lua code'],
    ],
  ],
])('a setting of %s without an equal has a reason', (name, text, rows) => {
  expect(imported(name, text).of('skipped')).toEqual(rows)
})

test('a value out of range becomes the nearest one, and the row shows it', () => {
  expect(imported('kitty', 'font_size 300\nscrollback_lines 5000000').of('imported')).toEqual([
    ['font_size 300', 'fonts.size = 72'],
    ['scrollback_lines 5000000', 'scrollback.history_lines = 1000000'],
    ['keys of kitty', 'shortcuts.preset = "kitty"'],
  ])
})

test.each<[ForeignName, string, Record<string, unknown>, readonly string[]]>([
  [
    'kitty',
    `kitty_mod ctrl+alt
map kitty_mod+t new_tab_with_cwd
map ctrl+shift+d launch --location=hsplit --cwd=current
map ctrl+shift+q no_op
map f5 load_config_file
map ctrl+shift+kp_add change_font_size all +1
map shift+enter send_text all \\x1b\\r
map ctrl+a>c new_tab
map kitty_mod+p>>  close_window
mouse_map ctrl+right press ungrabbed paste_from_clipboard
mouse_map b4 click grabbed,ungrabbed previous_tab
mouse_map left click ungrabbed mouse_handle_click link
mouse_map middle doublepress ungrabbed new_tab
mouse_map middle release grabbed paste
mouse_map middle release ungrabbed discard_event
map --when-focus-on title:vim ctrl+j neighboring_window down
map ctrl+9 goto_tab 9
map t new_tab`,
    {
      'shortcuts.preset': 'kitty',
      'shortcuts.new_tab': ['ctrl+shift+t', 'ctrl+alt+t', 'ctrl+a>c'],
      'shortcuts.close_tab': ['ctrl+shift+w', 'ctrl+alt+p>>'],
      'shortcuts.paste': ['ctrl+shift+v', 'paste', 'ctrl+rightclick'],
      'shortcuts.previous_tab': ['ctrl+shift+left', 'ctrl+shift+tab', 'backclick'],
      'shortcuts.close_all_panes': [],
      'shortcuts.reload_config': ['ctrl+shift+f5', 'f5'],
      'shortcuts.font_larger': ['ctrl+shift+equal', 'ctrl+shift+plus', 'ctrl+shift+code:NumpadAdd'],
      'shortcuts.go_to_tab_9': ['alt+9', 'ctrl+9'],
    },
    [
      ...['your own keys use it', 'fixed', 'no double-clicks', 'program that uses', 'fixed'],
      ...['no conditions for keys', 'needs a modifier'],
    ],
  ],
  [
    'alacritty',
    `[[keyboard.bindings]]
key = "N"
mods = "Control|Shift"
action = "CreateNewWindow"
[[keyboard.bindings]]
key = "Return"
mods = "Shift"
chars = "\\u001b\\r"
[[keyboard.bindings]]
key = "F"
mods = "Control|Shift"
mode = "~Search"
action = "ReceiveChar"
[[keyboard.bindings]]
key = "K"
mode = "Vi|~Search"
action = "Up"
[[keyboard.bindings]]
key = "Key0"
mods = "Command"
action = "ResetFontSize"
[[mouse.bindings]]
mouse = "WheelUp"
mods = "Control"
action = "IncreaseFontSize"
[[mouse.bindings]]
mouse = "Right"
action = "ExpandSelection"
[[mouse.bindings]]
mouse = 9
action = "Paste"`,
    {
      'shortcuts.font_larger': ['ctrl+plus', 'ctrl+equal', 'ctrl+wheelup'],
      'shortcuts.find': [],
      'shortcuts.font_reset': ['ctrl+0', 'super+0'],
    },
    ['no mode Vi', 'fixed', 'no such button'],
  ],
  [
    'ghostty',
    `keybind = ctrl+shift+h=goto_split:left
keybind = ctrl+grave_accent=toggle_command_palette
keybind = shift+enter=text:\\x1b\\r
keybind = ctrl+a>n=new_window
keybind = ctrl+shift+f>ctrl+a>x=close_surface
keybind = global:super+space=toggle_quick_terminal
keybind = ctrl+shift+e=unbind
keybind = performable:ctrl+c=copy_to_clipboard`,
    {
      'shortcuts.preset': 'ghostty',
      'shortcuts.find_previous': [],
      'shortcuts.find': [],
      'shortcuts.close_tab': ['ctrl+shift+w', 'ctrl+shift+f>ctrl+a>x'],
      'shortcuts.new_window': ['ctrl+shift+n', 'ctrl+a>n'],
      'shortcuts.focus_pane_left': ['ctrl+alt+left', 'ctrl+shift+h'],
      'shortcuts.command_palette': ['ctrl+shift+p', 'ctrl+`'],
      'shortcuts.split_down': [],
      'shortcuts.copy': ['ctrl+shift+c', 'ctrl+insert', 'copy', 'ctrl+c'],
    },
    ['global shortcuts only'],
  ],
  [
    'wezterm',
    `local act = wezterm.action
return {
  leader = { key = 'a', mods = 'CTRL' },
  keys = {
    { key = 'h', mods = 'ALT', action = act.ActivatePaneDirection 'Left' },
    { key = 'T', mods = 'CTRL', action = act.SpawnTab('CurrentPaneDomain') },
    { key = 'Enter', mods = 'SHIFT', action = wezterm.action.SendString '\\x1b\\r' },
    { key = 'c', mods = 'LEADER', action = act.SpawnTab 'CurrentPaneDomain' },
    { key = '|', mods = 'LEADER | SHIFT', action = act.SplitHorizontal { domain = 'X' } },
    { key = 'v', mods = 'ALT', action = act.SplitHorizontal { args = { 'top' } } },
    { key = 'x', mods = 'CTRL', action = wezterm.action_callback(function(a, b) f(a, b) end) },
    { key = '1', mods = 'CMD', action = act.ActivateTab(0) },
    { key = 'f', mods = 'CTRL|SHIFT', action = act.DisableDefaultAssignment },
  },
  mouse_bindings = {
    { event = { Down = { streak = 1, button = { WheelUp = 1 } }, }, mods = 'CTRL',
      action = act.IncreaseFontSize },
    { event = { Up = { streak = 1, button = 'Right' } }, mods = 'NONE', action = act.Paste },
    { event = { Up = { streak = 2, button = 'Left' } }, action = act.Paste },
    { event = { Up = { streak = 1, button = 'Left' } }, mods = 'CTRL',
      action = act.CompleteSelection 'Clipboard' },
  },
}`,
    {
      'shortcuts.new_tab': ['ctrl+shift+t', 'ctrl+a>c'],
      'shortcuts.split_right': ['ctrl+shift+o', 'ctrl+a>shift+|'],
      'shortcuts.font_larger': ['ctrl+plus', 'ctrl+equal', 'ctrl+wheelup'],
      'shortcuts.paste': ['ctrl+shift+v', 'shift+insert', 'paste', 'rightclick'],
      'shortcuts.focus_pane_left': ['shift+alt+left', 'alt+h'],
      'shortcuts.go_to_tab_1': ['alt+1', 'super+1'],
      'shortcuts.find': [],
    },
    ['no programs', 'no such action', 'no double-clicks', 'fixed'],
  ],
])('keys of %s become shortcuts', (name, text, options, reasons) => {
  const plan = imported(name, text)
  expect(plan.options).toEqual(options)
  expect(plan.sends).toEqual([{ keys: ['shift+enter'], text: '\u001b\r' }])
  expect(plan.of('skipped').map(([, why]) => why)).toEqual(
    reasons.map((reason) => expect.stringContaining(reason)),
  )
  const written = Object.fromEntries(
    Object.entries(plan.options).map(([key, value]) => [key.replace('shortcuts.', ''), value]),
  )
  // as vibeflow reads them later
  expect(resolveShortcuts({ ...written, send: plan.sends }).problems).toEqual([])
})

test('options and shortcuts of the user stay', () => {
  const own: OwnConfig = {
    isSet: (name) => name === 'fonts.size' || name === 'cursor.style',
    value: (name) => (name === 'fonts.size' ? 20 : fresh.value(name)),
    shortcuts: { preset: 'gnome', find: ['ctrl+f'], send: [{ keys: 'alt+g', text: 'x' }] },
  }
  const text = `font_size 9\ncursor_shape block\nscrollback_lines 42
map ctrl+f new_tab\nmap alt+g new_tab\nmap ctrl+g search_scrollback\nmap alt+n new_tab`
  const plan = imported('kitty', text, own)
  expect(plan.options).toEqual({
    'scrollback.history_lines': 42,
    'shortcuts.new_tab': ['ctrl+shift+t', 'alt+n'],
  })
  expect(plan.of('kept')).toEqual([
    ['font_size 9', 'fonts.size = 20'],
    ['keys of kitty', 'shortcuts.preset = "gnome"'],
    ['map ctrl+f new_tab', 'shortcuts.find has ctrl+f'],
    ['map alt+g new_tab', 'shortcuts.send has alt+g'],
    ['map ctrl+g search_scrollback', 'shortcuts.find is yours'],
  ])
  expect(plan.of('unchanged')).toEqual([['cursor_shape block', 'cursor.style = "block"']])
})

test.each<[ForeignName, string]>([
  ['kitty', 'clear_all_shortcuts yes\nmap f1 new_tab'],
  ['ghostty', 'keybind = clear\nkeybind = f1=new_tab'],
])('%s without its own keys sets no preset', (name, text) => {
  expect(imported(name, text).options).toEqual({ 'shortcuts.new_tab': ['ctrl+shift+t', 'f1'] })
})

test('the last of two bindings counts, and a sequence excludes a key that starts it', () => {
  const text = `map ctrl+a>c new_tab\nmap ctrl+b next_tab\nmap ctrl+a close_tab
map ctrl+b>n previous_tab\nmap ctrl+shift+t>x quit`
  const plan = imported('kitty', text)
  expect(plan.of('skipped')).toEqual([
    ['map ctrl+a>c new_tab', 'a later line binds ctrl+a'],
    ['map ctrl+b next_tab', 'a later line binds ctrl+b>n'],
  ])
  expect(plan.of('imported').at(-1)).toEqual([
    'map ctrl+shift+t>x quit',
    'quit: ctrl+shift+t>x, no longer new_tab',
  ])
  expect(plan.options['shortcuts.new_tab']).toEqual([])
  const own = { ...fresh, shortcuts: { find: ['ctrl+b>f', 'ctrl+a'] } }
  expect(imported('kitty', text, own).of('kept')).toEqual([
    ['map ctrl+a close_tab', 'shortcuts.find has ctrl+a'],
  ])
})

test('bindings before a line that removes all keys are not imported', () => {
  const plan = imported('ghostty', 'keybind = f1=quit\nkeybind = clear\nkeybind = f2=quit')
  expect(plan.options['shortcuts.quit']).toEqual(['ctrl+shift+q', 'f2'])
  expect(plan.of('skipped')).toEqual([['keybind f1=quit', 'a later line removes all keys']])
})

test("WezTerm's leader is the first key, and its own keys can be sent", () => {
  const keys = `config.keys = {
    { key = 'a', mods = 'LEADER|CTRL', action = wezterm.action.SendKey { key = 'a', mods = 'CTRL' } }
  }`
  const plan = imported('wezterm', `config.leader = { key = 'a', mods = 'CTRL' }\n${keys}`)
  expect(plan.sends).toEqual([{ keys: ['ctrl+a>ctrl+a'], text: '\u0001' }])
  expect(imported('wezterm', `config.leader = leader()\n${keys}`).of('skipped')).toEqual([
    ['leader', 'it is computed by Lua code'],
    ['LEADER+CTRL+a = wezterm.action.SendKey', 'its leader is computed'],
  ])
})
