/** Keys and mouse buttons of other terminals, and the shortcuts that they become. */
import { expect, test } from 'vitest'
import type { ForeignName } from '../../../../src/core/config/import/terminals.ts'
import { resolveShortcuts } from '../../../../src/core/config/keys/shortcuts.ts'
import { fresh, imported } from './imported.ts'

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
    { key = 'a', mods = 'LEADER|CTRL', action = act.SendKey { key = 'a', mods = 'CTRL' } }
  }`
  const plan = imported('wezterm', `config.leader = { key = 'a', mods = 'CTRL' }\n${keys}`)
  expect(plan.sends).toEqual([{ keys: ['ctrl+a>ctrl+a'], text: '\u0001' }])
  expect(imported('wezterm', `config.leader = leader()\n${keys}`).of('skipped')).toEqual([
    ['leader', 'it is computed by Lua code'],
    ['LEADER+CTRL+a = act.SendKey', 'its leader is computed'],
  ])
})
