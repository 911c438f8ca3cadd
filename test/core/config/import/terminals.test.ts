/** Settings of other terminals, and the options that they become. */
import { expect, test } from 'vitest'
import type { OwnConfig } from '../../../../src/core/config/import/rows.ts'
import type { ForeignName } from '../../../../src/core/config/import/terminals.ts'
import { fresh, imported } from './imported.ts'

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
    '[hints]\nalphabet = "abc"\n[font.bold]\nfamily = "X"\n[[mouse.bindings]]\n' +
      'mouse = "Right"\naction = "X"',
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

test.each<[ForeignName, string, Record<string, unknown>]>([
  ['kitty', 'enable_audio_bell false', { 'bell.mode': 'silent' }],
  ['kitty', 'env TERM=xterm-kitty\nenv A=1', { 'shell.env': { A: '1' } }],
  ['kitty', 'font_family Hack Regular', { 'fonts.priority': ['Hack'] }],
  ['alacritty', '[window]\ndecorations = "none"', { 'window.decorations': 'none' }],
  ['alacritty', '[window.dimensions]\ncolumns = 0\nlines = 0', {}],
  ['alacritty', '[env]\nTERM = "foot"', { 'shell.term': 'foot' }],
  ['ghostty', 'font-size = 15\nfont-size =\nwindow-width = 0', {}],
  ['ghostty', 'scrollback-limit-bytes = 5242880', { 'scrollback.memory_max_mib': 5 }],
  ['ghostty', 'bell-features = audio,border', { 'bell.mode': 'both' }],
  ['wezterm', 'config.term = "wezterm"', {}],
])('%s: %s becomes the right option', (name, text, options) => {
  const { 'shortcuts.preset': _, ...found } = imported(name, text).options
  expect(found).toEqual(options)
})

test.each<[ForeignName, string, string, string]>([
  ['kitty', '12 monkeys\nfont_size 9', '12 monkeys', 'no such option'],
  ['kitty', "scrollback_pager bash -c 'less -R'", 'scrollback_pager', 'without a shell'],
  ['ghostty', 'command = a && b', 'command a && b', 'one program'],
  ['wezterm', 'config.color_scheme = f()', 'color_scheme', 'no colors can be read'],
  ['wezterm', 'config.colors = { tab_bar = {} }', 'colors', 'no colors can be read'],
])('%s: %s is listed', (name, text, from, why) => {
  const rows = imported(name, text).of('skipped')
  expect(rows).toEqual([[expect.stringContaining(from), expect.stringContaining(why)]])
})

test("the user's shell never gets the arguments of another one", () => {
  const own: OwnConfig = {
    ...fresh,
    isSet: (name) => name === 'shell.program',
    value: (name) => (name === 'shell.program' ? '/bin/bash' : fresh.value(name)),
  }
  const plan = imported('alacritty', '[terminal]\nshell = { program = "zsh", args = ["-l"] }', own)
  expect(plan.options).toEqual({})
  expect(plan.of('kept')).toEqual([
    ['terminal.shell …', 'shell.program = "/bin/bash", shell.args = []'],
  ])
})
