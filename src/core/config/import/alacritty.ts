/** Options, keys and colors of Alacritty (alacritty.toml). Pure. */
import { isTable, type Table } from '../../../base/objects/is-table.ts'
import type { ActionName } from '../keys/actions.ts'
import { settingsOfAlacritty } from '../theme/from-terminal.ts'
import { foreignButton } from './keys.ts'
import {
  among,
  variablesOf,
  except,
  factor,
  fontList,
  flagTo,
  fixedClicks,
  never,
  noAction,
  noEqual,
  noCommands,
  points,
  unchanged,
  shellOf,
  to,
  usual,
  written,
  type Binding,
  type Convert,
  type Does,
  type Foreign,
  type Setting,
} from './foreign.ts'

/** Tables that are one value. */
const whole = /^(?:env|colors|(?:terminal\.)?shell)$/
/** Old names. */
const renamed: Readonly<Record<string, string>> = {
  ...{ shell: 'terminal.shell', import: 'general.import', key_bindings: 'keyboard.bindings' },
  ...{ working_directory: 'general.working_directory', mouse_bindings: 'mouse.bindings' },
  draw_bold_text_with_bright_colors: 'colors.draw_bold_text_with_bright_colors',
}

function flat(table: Table, above = ''): readonly Setting[] {
  return Object.entries(table).flatMap(([key, value]): readonly Setting[] => {
    const name = above + key
    const bright = 'draw_bold_text_with_bright_colors'
    if (name === 'colors' && isTable(value) && value[bright] !== undefined)
      return [
        { name: `colors.${bright}`, value: value[bright] },
        { name, value },
      ]
    return isTable(value) && !whole.test(name)
      ? flat(value, `${name}.`)
      : [{ name: renamed[name] ?? name, value }]
  })
}

const shell: Convert = (value) => {
  if (typeof value === 'string') return shellOf([value])
  if (!isTable(value) || typeof value['program'] !== 'string') return noEqual
  const args = Array.isArray(value['args']) ? value['args'].map(String) : []
  return shellOf([value['program'], ...args])
}

const blinks: Convert = (value, all) => {
  if (!/^(?:on|always)$/i.test(written(value))) return { 'cursor.blink_ms': 0 }
  const interval = all('cursor.blink_interval').at(-1)
  return { 'cursor.blink_ms': typeof interval === 'number' ? interval : 750 }
}

/** Alacritty reads its words in any case. */
const words = (option: string, values: Readonly<Record<string, string>>): Convert => {
  const convert = among(option, values)
  return (value, all) => convert(written(value).toLowerCase(), all)
}

const style = words('cursor.style', { block: 'block', beam: 'bar', underline: 'underline' })
const ownFaces = never('vibeflow takes bold and italic from the same family')

const options: Readonly<Record<string, Convert>> = {
  'font.normal.family': (value) => fontList([written(value)]),
  'font.normal.style': (value) =>
    /^regular$/i.test(written(value)) ? {} : 'vibeflow selects the style by fonts.weight',
  'font.bold.family': ownFaces,
  'font.italic.family': ownFaces,
  'font.bold_italic.family': ownFaces,
  'font.size': points('fonts.size', 2),
  'font.offset.x': factor('fonts.letter_spacing'),
  'font.builtin_box_drawing': flagTo('fonts.custom_glyphs'),
  'window.padding.x': factor('window.padding_x'),
  'window.padding.y': factor('window.padding_y'),
  'window.dynamic_padding': flagTo('window.padding_balance'),
  'window.dimensions.columns': except(/^0$/, factor('window.columns')),
  'window.dimensions.lines': except(/^0$/, factor('window.rows')),
  'window.decorations': words('window.decorations', { full: 'auto', none: 'none' }),
  'window.opacity': factor('window.opacity', 1, 2),
  'window.startup_mode': words('window.startup', {
    ...{ windowed: 'normal', maximized: 'maximized', fullscreen: 'fullscreen' },
  }),
  'scrolling.history': to('scrollback.history_lines', (value) => Math.max(1, Number(value))),
  'scrolling.multiplier': factor('scrollback.wheel_lines_per_detent'),
  'cursor.style': style,
  'cursor.style.shape': style,
  'cursor.style.blinking': blinks,
  'cursor.blink_interval': (_, all) => blinks(all('cursor.style.blinking').at(-1) ?? 'Off', all),
  'cursor.unfocused_hollow': to('cursor.style_unfocused', (value) =>
    value === 'true' ? 'outline' : null,
  ),
  'terminal.shell': shell,
  'terminal.osc52': to('clipboard.allow_osc52_write', (value) => /copy/i.test(value)),
  'selection.save_to_clipboard': flagTo('clipboard.copy_on_select'),
  'selection.semantic_escape_chars': unchanged('mouse.word_separators'),
  'mouse.hide_when_typing': flagTo('mouse.hide_when_typing'),
  'bell.duration': to('bell.mode', (value) => (Number(value) > 0 ? 'visual' : 'silent')),
  'general.working_directory': except(/^none$/i, unchanged('shell.working_directory')),
  'colors.draw_bold_text_with_bright_colors': flagTo('colors.bold_is_bright'),
  env: (value) =>
    isTable(value)
      ? variablesOf(Object.entries(value).map(([name, one]) => `${name}=${String(one)}`))
      : noEqual,
  'general.live_config_reload': usual,
}

const actions: Readonly<Record<string, ActionName>> = {
  ...{ Copy: 'copy', Paste: 'paste', PasteSelection: 'paste_primary' },
  ...{ IncreaseFontSize: 'font_larger', DecreaseFontSize: 'font_smaller' },
  ...{ ResetFontSize: 'font_reset', ScrollPageUp: 'scroll_page_up' },
  ...{ ScrollPageDown: 'scroll_page_down', ScrollLineUp: 'scroll_line_up' },
  ...{ ScrollLineDown: 'scroll_line_down', ScrollToTop: 'scroll_to_top' },
  ...{ ScrollToBottom: 'scroll_to_bottom', ClearHistory: 'clear_scrollback' },
  ...{ SearchForward: 'find', SearchBackward: 'find', SpawnNewInstance: 'new_window' },
  ...{ CreateNewWindow: 'new_window', CreateNewTab: 'new_tab', SelectNextTab: 'next_tab' },
  ...{ SelectPreviousTab: 'previous_tab', SelectLastTab: 'last_tab', Quit: 'quit' },
  ...{ ToggleFullscreen: 'toggle_fullscreen', ToggleViMode: 'copy_mode' },
}

const isList = (name: string) => name === 'keyboard.bindings' || name === 'mouse.bindings'

function bindingOf(row: unknown): Binding {
  const { key, mouse, mods = '', mode = '', action, chars, command } = isTable(row) ? row : {}
  const button = mouse === undefined ? null : foreignButton(written(mouse))
  const last = button ?? written(key ?? mouse ?? '')
  const keys = [...written(mods).split('|'), last].map((part) => part.trim())
  const conditions = written(mode)
    .split('|')
    .filter((part) => part !== '' && !part.trim().startsWith('~'))
  const does = (): Does => {
    if (mouse !== undefined && button === null) return { reason: 'vibeflow has no such button' }
    if (conditions.length > 0) return { reason: `vibeflow has no mode ${conditions.join('|')}` }
    if (typeof chars === 'string' && chars !== '') return { text: chars }
    if (command !== undefined) return { reason: noCommands }
    const name = written(action ?? '')
    const digit = /^SelectTab([1-9])$/i.exec(name)?.[1]
    if (digit !== undefined) return { action: `go_to_tab_${digit}` as ActionName }
    if (/^(?:None|ReceiveChar)$/i.test(name)) return 'unbound'
    const [, known] =
      Object.entries(actions).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? []
    return known === undefined
      ? { reason: /^(?:Expand|Clear)Selection$/i.test(name) ? fixedClicks : noAction }
      : { action: known }
  }
  const chord = keys.filter((part) => part !== '').join('+')
  return {
    written: `${chord} = ${written(action ?? chars ?? command)}`,
    keys: [chord],
    does: does(),
  }
}

export const alacritty: Foreign = {
  title: 'Alacritty',
  parse: (text, toml) => {
    const read = toml(text)
    return 'problem' in read ? read : { settings: flat(read.table) }
  },
  includes: { option: 'general.import', order: 'before' },
  options,
  isBinding: (name) => isList(name),
  bindings: (settings) =>
    settings.flatMap(({ name, value }) =>
      !isList(name)
        ? []
        : Array.isArray(value)
          ? value.map(bindingOf)
          : [{ written: name, keys: [], does: { reason: noEqual } }],
    ),
  colors: ({ name, value }) =>
    name === 'colors' && isTable(value) ? settingsOfAlacritty({ colors: value }) : null,
  palette:
    'd8d8d8 181818 181818 ac4242 90a959 f4bf75 6a9fb5 aa759f 75b5aa d8d8d8 ' +
    '6b6b6b c55555 aac474 feca88 82b8c8 c28cb8 93d3c3 f8f8f8',
}
