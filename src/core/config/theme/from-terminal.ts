/** Converts the colors of Ghostty, kitty, Alacritty or WezTerm to a theme. Pure. */
import { defined } from '../../../base/objects/defined.ts'
import { isTable, type Table } from '../../../base/objects/is-table.ts'
import { checkedColour, contrast, parseThemeColour } from './colour.ts'
import { parseTheme, type ThemeResult } from './theme.ts'

/** Settings by the names that Ghostty and kitty give them, the palette as `color0` to `color15`. */
type ThemeSettings = ReadonlyMap<string, unknown>

const ansiNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/** Takes the settings from the table of an Alacritty file. */
export function settingsOfAlacritty(file: Table): ThemeSettings {
  const part = (table: unknown, key: string) => (isTable(table) ? table[key] : undefined)
  const at = (table: string, key: string) => part(part(file['colors'], table), key)
  const names = ['normal', 'bright'].flatMap((row) => ansiNames.map((name) => at(row, name)))
  return new Map<string, unknown>([
    ['foreground', at('primary', 'foreground')],
    ['background', at('primary', 'background')],
    ['cursor', at('cursor', 'cursor')],
    ['cursor-text', at('cursor', 'text')],
    ['selection-background', at('selection', 'background')],
    ...names.map((value, index) => [`color${index}`, value] as const),
  ])
}

/** Words in files of kitty, Ghostty and Alacritty that stand for the color of the cell. */
const ofTheCell = /^(?:none|foreground|background|cell-?(?:foreground|background))$/i

/** Returns the theme. Settings other than those of a theme are ignored. */
export function themeFromTerminal(settings: ThemeSettings, name: string): ThemeResult {
  const read = (...keys: readonly string[]): unknown => {
    const value = keys.map((key) => settings.get(key)).find((one) => one !== undefined)
    if (typeof value !== 'string') return value
    if (ofTheCell.test(value)) return undefined
    const [, digits] = /^"?(?:#|0x)?([0-9a-f]{3}|[0-9a-f]{6})"?$/i.exec(value) ?? []
    if (digits === undefined) return value
    return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
  }
  const [foreground, background] = [read('foreground'), read('background')]
  const ansi = Array.from({ length: 16 }, (_, index) => read(`color${index}`))
  const theme = { ...defined({ foreground, background }), ansi }
  const cursor = read('cursor', 'cursor-color')
  const selection = read('selection-background', 'selection_background')
  const optional = {
    cursor,
    // Such files also set colors that their terminal may not use. A color in which the text could
    // not be read is skipped.
    cursor_text: readableOn(cursor, read('cursor-text', 'cursor_text_color')),
    selection: readableOn(foreground, selection),
  }
  return parseTheme({ ...theme, ...defined(optional) }, name)
}

/** Returns the other color, or `undefined` if the two can hardly be distinguished. */
function readableOn(one: unknown, other: unknown): unknown {
  const known = (text: unknown): text is string =>
    typeof text === 'string' && parseThemeColour(text) !== null
  return known(one) && known(other) && contrast(checkedColour(one), checkedColour(other)) < 1.5
    ? undefined
    : other
}
