/** Options, keys and colors of WezTerm (wezterm.lua), as far as they are plain values. Pure. */
import type { ActionName } from '../keys/actions.ts'
import {
  among,
  bellMode,
  variablesOf,
  factor,
  fontList,
  featureList,
  flagTo,
  fixedClicks,
  never,
  noAction,
  noEqual,
  noCommands,
  noRepeats,
  points,
  unchanged,
  shellOf,
  sides,
  termOf,
  usual,
  written,
  type Binding,
  type Convert,
  type Does,
  type Foreign,
  type Setting,
} from './foreign.ts'
import { foreignButton } from './keys.ts'
import { LuaCall, luaSettings, LuaTable, type LuaValue } from './lua.ts'

const computed = 'it is computed by Lua code'

function textsOf(value: unknown): readonly string[] {
  return value instanceof LuaTable ? value.list.filter((one) => typeof one === 'string') : []
}

/** `wezterm.font 'Hack'`, `wezterm.font_with_fallback { 'Hack', { family = 'Noto' } }`. */
const fontOf: Convert = (value) => {
  if (!(value instanceof LuaCall) || !/\.font(?:_with_fallback)?$/.test(value.name)) return computed
  const [first] = value.args
  const list = first instanceof LuaTable && first.list.length > 0 ? first.list : [first]
  const names = list.flatMap((one) =>
    typeof one === 'string' ? [one] : textOf(one, 'family') === null ? [] : [textOf(one, 'family')],
  )
  return names.length === 0 ? computed : fontList(names.map((name) => name ?? ''))
}

function textOf(table: unknown, key: string): string | null {
  const value = table instanceof LuaTable ? table.fields.get(key) : undefined
  return typeof value === 'string' ? value : null
}

const padding: Convert = (value) => {
  if (!(value instanceof LuaTable)) return noEqual
  const side = (name: string): number | null => {
    const one = value.fields.get(name) ?? 0
    return typeof one === 'number'
      ? one
      : typeof one === 'string' && /^\d+px$/.test(one)
        ? Number.parseInt(one, 10)
        : null
  }
  return sides([side('top'), side('right'), side('bottom'), side('left')], 1)
}

const environment: Convert = (value) =>
  value instanceof LuaTable
    ? variablesOf([...value.fields].map(([name, one]) => `${name}=${String(one)}`))
    : noEqual

const cursor: Convert = (value) => {
  const [, blinks, shape = ''] =
    /^(Blinking|Steady)(Block|Bar|Underline)$/.exec(written(value)) ?? []
  if (blinks === undefined) return noEqual
  return {
    'cursor.style': shape.toLowerCase(),
    ...(blinks === 'Steady' ? { 'cursor.blink_ms': 0 } : {}),
  }
}

const options: Readonly<Record<string, Convert>> = {
  font: fontOf,
  font_size: points('fonts.size', 2),
  font_rules: never('vibeflow takes bold and italic from the same family'),
  line_height: factor('fonts.line_height', 1, 2),
  harfbuzz_features: (value) => featureList(textsOf(value)),
  custom_block_glyphs: flagTo('fonts.custom_glyphs'),
  bold_brightens_ansi_colors: among('colors.bold_is_bright', {
    ...{ true: true, BrightAndBold: true, BrightOnly: true, false: false, No: false },
  }),
  window_background_opacity: factor('window.opacity', 1, 2),
  window_padding: padding,
  window_decorations: among('window.decorations', {
    ...{ NONE: 'none', RESIZE: 'none', TITLE: 'auto', 'TITLE | RESIZE': 'auto' },
    'TITLE|RESIZE': 'auto',
  }),
  window_close_confirmation: among('ui.confirm_on_close', {
    ...{ NeverPrompt: false, AlwaysPrompt: true },
  }),
  initial_cols: factor('window.columns'),
  initial_rows: factor('window.rows'),
  scrollback_lines: factor('scrollback.history_lines'),
  scroll_to_bottom_on_input: flagTo('scrollback.snap_on_input'),
  enable_scroll_bar: among('scrollback.scrollbar', { true: 'always', false: 'never' }),
  default_cursor_style: cursor,
  cursor_blink_rate: factor('cursor.blink_ms'),
  default_prog: (value) => shellOf(textsOf(value)),
  default_cwd: unchanged('shell.working_directory'),
  set_environment_variables: environment,
  term: termOf,
  audible_bell: (value, all) =>
    bellMode(value !== 'Disabled', all('visual_bell').at(-1) instanceof LuaTable),
  visual_bell: (value, all) =>
    bellMode(all('audible_bell').at(-1) !== 'Disabled', value instanceof LuaTable),
  hide_tab_bar_if_only_one_tab: among('tabs.show_bar', { true: 'multiple', false: 'always' }),
  tab_bar_at_bottom: among('tabs.position', { true: 'bottom', false: 'top' }),
  hide_mouse_cursor_when_typing: flagTo('mouse.hide_when_typing'),
  selection_word_boundary: unchanged('mouse.word_separators'),
  enable_kitty_keyboard: flagTo('keyboard.kitty_protocol'),
  automatically_reload_config: usual,
}

const actions: Readonly<Record<string, ActionName>> = {
  ...{ SpawnTab: 'new_tab', SpawnWindow: 'new_window', CloseCurrentTab: 'close_all_panes' },
  ...{ CloseCurrentPane: 'close_tab', SplitHorizontal: 'split_right', SplitVertical: 'split_down' },
  ...{ TogglePaneZoomState: 'zoom_pane', ActivateLastTab: 'last_used_tab' },
  ...{ 'ActivateTabRelative 1': 'next_tab', 'ActivateTabRelative -1': 'previous_tab' },
  ...{ 'MoveTabRelative 1': 'move_tab_right', 'MoveTabRelative -1': 'move_tab_left' },
  ...{ 'ActivateTab -1': 'last_tab', CopyTo: 'copy', Copy: 'copy', Paste: 'paste' },
  ...{ 'PasteFrom Clipboard': 'paste', 'PasteFrom PrimarySelection': 'paste_primary' },
  ...{ IncreaseFontSize: 'font_larger', DecreaseFontSize: 'font_smaller' },
  ...{ ResetFontSize: 'font_reset', 'ScrollByPage -1': 'scroll_page_up' },
  ...{ 'ScrollByPage 1': 'scroll_page_down', 'ScrollByLine -1': 'scroll_line_up' },
  ...{ 'ScrollByLine 1': 'scroll_line_down', ScrollToTop: 'scroll_to_top' },
  ...{ ScrollToBottom: 'scroll_to_bottom', 'ScrollToPrompt -1': 'previous_prompt' },
  ...{ 'ScrollToPrompt 1': 'next_prompt', ClearScrollback: 'clear_scrollback' },
  ...{ Search: 'find', QuickSelect: 'quick_select', ActivateCopyMode: 'copy_mode' },
  ...{ ActivateCommandPalette: 'command_palette', ToggleFullScreen: 'toggle_fullscreen' },
  ...{ ReloadConfiguration: 'reload_config', QuitApplication: 'quit' },
  ...{ ResetTerminal: 'reset_terminal', ShowTabNavigator: 'tab_list' },
}

/** Fields of an action that runs a program, also in another domain. */
const runs = ['args', 'command', 'DomainName', 'set_environment_variables']

/** Text of `SendKey`, as far as all keyboard modes send the same. */
function keyText(table: LuaTable): Does {
  const [key, mods] = [textOf(table, 'key') ?? '', modsOf(table).join('|')]
  if (mods === '' && [...key].length === 1) return { text: key }
  return mods === 'CTRL' && /^[a-z]$/i.test(key)
    ? { text: String.fromCharCode(key.toUpperCase().charCodeAt(0) - 64) }
    : { reason: 'only letters with Ctrl can be sent' }
}

const ways = 'left right up down'.split(' ')

function doesOf(action: LuaValue): Does {
  const name = action instanceof LuaCall ? /\.(\w+)$/.exec(action.name)?.[1] : undefined
  if (!(action instanceof LuaCall) || name === undefined) return { reason: computed }
  const [argument] = action.args
  if (argument instanceof LuaTable && runs.some((field) => argument.fields.has(field)))
    return { reason: noCommands }
  if (name === 'SendKey' && argument instanceof LuaTable) return keyText(argument)
  if (name === 'DisableDefaultAssignment' || name === 'Nop') return 'unbound'
  if (name === 'SendString' && typeof argument === 'string') return { text: argument }
  const first = argument instanceof LuaTable ? argument.list[0] : argument
  const way = ways.find((one) => String(first ?? '').toLowerCase() === one)
  if (name === 'ActivatePaneDirection' && way !== undefined)
    return { action: `focus_pane_${way}` as ActionName }
  if (name === 'AdjustPaneSize' && way !== undefined)
    return { action: `resize_pane_${way}` as ActionName }
  if (name === 'ActivateTab' && typeof first === 'number' && first >= 0 && first < 9)
    return { action: `go_to_tab_${first + 1}` as ActionName }
  const direction = textOf(argument, 'direction')
  if (name === 'SplitPane' && (direction === 'Right' || direction === 'Down'))
    return { action: direction === 'Right' ? 'split_right' : 'split_down' }
  for (const form of [`${name} ${String(first ?? '')}`, name])
    if (Object.hasOwn(actions, form)) return { action: actions[form] ?? 'copy' }
  return { reason: /Selection|AtMouseCursor$/.test(name) ? fixedClicks : noAction }
}

function chordOf(table: LuaTable): string {
  const key = textOf(table, 'key') ?? ''
  const mods = modsOf(table)
  const upper = /^[A-Z]$/.test(key) && !mods.includes('SHIFT') ? ['SHIFT'] : []
  return [...mods, ...upper, key.replace(/^(?:phys|mapped|raw):/, '')].join('+')
}

function modsOf(table: LuaTable): readonly string[] {
  const mods = (textOf(table, 'mods') ?? '').split('|').map((mod) => mod.trim())
  return mods.filter((mod) => mod !== '' && mod !== 'NONE')
}

function bindings(settings: readonly Setting[]): readonly Binding[] {
  const leader = settings.findLast(({ name }) => name === 'leader')?.value
  const first = leader instanceof LuaTable ? chordOf(leader) : null
  return settings.flatMap(({ name, value }): readonly Binding[] => {
    if (!isList(name)) return []
    const unknown: Binding = { written: name, keys: [], does: { reason: computed } }
    if (name === 'leader') return first === null ? [unknown] : []
    if (!(value instanceof LuaTable)) return [unknown]
    return value.list.map((row): Binding => {
      if (!(row instanceof LuaTable)) return unknown
      const action = row.fields.get('action')
      const { chord, problem } =
        name === 'keys' ? { chord: chordOf(row), problem: null } : click(row)
      const isLed = /\bLEADER\b/.test(chord)
      const does = isLed && first === null ? { reason: 'its leader is computed' } : doesOf(action)
      return {
        written: `${chord} = ${action instanceof LuaCall ? action.name : '…'}`,
        keys: isLed ? [first ?? '', chord.replace(/\bLEADER\+/, '')] : [chord],
        does: problem === null ? does : { reason: problem },
      }
    })
  })
}

const isList = (name: string) => /^(?:keys|mouse_bindings|leader)$/.test(name)

/** Reads `{ event = { Up = { streak = 1, button = 'Left' } }, mods = 'CTRL' }`. */
function click(row: LuaTable): { readonly chord: string; readonly problem: string | null } {
  const event = row.fields.get('event')
  const [kind = '', what] = event instanceof LuaTable ? ([...event.fields][0] ?? []) : []
  const button = what instanceof LuaTable ? what.fields.get('button') : undefined
  const streak = what instanceof LuaTable ? (what.fields.get('streak') ?? 1) : 1
  // the wheel is written as `{ WheelUp = 1 }`
  const name = button instanceof LuaTable ? [...button.fields.keys()][0] : button
  const key = foreignButton(String(name))
  const chord = [...modsOf(row), key ?? String(name)].join('+')
  const isCondition = ['mouse_reporting', 'alt_screen'].some(
    (one) => ![undefined, false, 'Any'].includes(row.fields.get(one) as undefined),
  )
  const problem =
    key === null
      ? 'vibeflow has no such button'
      : kind === 'Drag' || streak !== 1
        ? noRepeats
        : isCondition
          ? 'vibeflow has no conditions for keys'
          : null
  return { chord, problem }
}

/** Reads `colors = { foreground = ..., ansi = { ... } }`. */
function colors(value: unknown): ReadonlyMap<string, unknown> {
  if (!(value instanceof LuaTable)) return new Map()
  const named = { foreground: 'foreground', background: 'background', cursor_bg: 'cursor' }
  const single = Object.entries({
    ...named,
    cursor_fg: 'cursor-text',
    selection_bg: 'selection-background',
  })
  return new Map<string, unknown>([
    ...single.flatMap(([from, key]) => {
      const one = textOf(value, from)
      return one === null ? [] : [[key, one] as const]
    }),
    ...['ansi', 'brights'].flatMap((row, half) =>
      textsOf(value.fields.get(row)).map((one, at) => [`color${half * 8 + at}`, one] as const),
    ),
  ])
}

export const wezterm: Foreign = {
  title: 'WezTerm',
  parse: (text) => {
    const settings = luaSettings(text)
    return settings.length === 0 && text.trim() !== ''
      ? { problem: 'it has no lines "config.NAME = VALUE"; vibeflow runs no Lua code' }
      : { settings }
  },
  includes: null,
  options: Object.fromEntries(
    Object.entries(options).map(([name, convert]): [string, Convert] => [
      name,
      (value, all) => (value === undefined ? computed : convert(value, all)),
    ]),
  ),
  isBinding: isList,
  bindings,
  colors: ({ name, value }) => (name === 'colors' ? colors(value) : null),
  palette:
    'b2b2b2 000000 000000 cc5555 55cc55 cdcd55 5455cb cc55cc 7acaca cccccc ' +
    '555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  themes: {
    option: 'color_scheme',
    read: (value) => (typeof value === 'string' ? [{ option: 'colors.preset', name: value }] : []),
  },
}
