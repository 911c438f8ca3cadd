/** Converts the settings of a Ghostty, kitty or Alacritty theme file to a theme. Pure. */
import { defined } from '../../../base/objects/defined.ts'
import { isTable, type Table } from '../../../base/objects/is-table.ts'
import { checkedColour, contrast, parseThemeColour } from './colour.ts'
import { parseTheme, type ThemeResult } from './theme.ts'

/** Matches the `[colors...]` table of Alacritty, which no file of Ghostty or kitty contains. */
export const alacrittyTable = /^[ \t]*(?:\[+[ \t]*colors\b|colors[ \t]*[.=])/m

/** Settings by the names that Ghostty and kitty give them, `palette` by `color0` to `color15`. */
type ThemeSettings = ReadonlyMap<string, unknown>

/** Splits `palette = 0=#RRGGBB` of Ghostty and `color0 #RRGGBB` of kitty into name and value. */
export function settingsOfLines(text: string): ThemeSettings {
  const settings = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, key, value = ''] = /^([a-z][\w-]*)\s*[=\s]\s*(.*)$/.exec(line.trim()) ?? []
    if (key === undefined) continue
    const entry = key === 'palette' ? /^(\d{1,3})\s*=\s*(.*)$/.exec(value) : null
    settings.set(entry === null ? key : `color${entry[1]}`, entry?.[2] ?? value)
  }
  return settings
}

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

/**
 * Returns the theme. `foreground`, `background` and the 16 colors must be set; the colors of the
 * cursor and the selection may be missing. All other settings are ignored.
 */
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
  if ([foreground, background, ...ansi].every((one) => one === undefined))
    return {
      ok: false,
      problems: ['not a Ghostty, kitty or Alacritty theme: it sets no colors'],
    }
  const missing = ansi.flatMap((one, index) => (one === undefined ? [index] : []))
  if (missing.length > 0)
    return {
      ok: false,
      problems: [`colors 0 to 15 are required; missing: ${missing.join(', ')}`],
    }
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
