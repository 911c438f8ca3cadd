/** A theme: colors of the grid, and optionally of the window. Pure. */
import { safeText } from '../../../base/text/safe-text.ts'
import { checkedColour, colourText, contrast, parseThemeColour } from './colour.ts'

/** The built-in dark window, close to the colors that looks.ts would derive. */
export const builtInChrome = {
  tab_bar: '#15151c',
  tab_active: '#0e0e12',
  tab_dragged: '#24242e',
  tab_text: '#e5e5e5',
  tab_text_inactive: '#7a7a82',
  menu_bg: '#1a1a22',
  menu_border: '#2a2a35',
  menu_text: '#e8e8ec',
  menu_text_disabled: '#5a5a65',
  menu_shortcut: '#9999a5',
  menu_focus_bg: '#2a3550',
  indicator_working: '#3399ff',
  indicator_waiting: '#ffaa00',
  indicator_active: '#22cc66',
  indicator_inactive: '#888888',
  indicator_error: '#e5484d',
  scrollbar_track: '#ffffff0a',
  scrollbar_thumb: '#ffffff38',
} as const

/** Keys of [colors] that a theme may set in addition to the grid's. */
export type ChromeKey = keyof typeof builtInChrome
const chromeKeys = Object.keys(builtInChrome) as readonly ChromeKey[]

export interface Theme {
  readonly name: string
  /** `#rrggbb` or `#rrggbbaa`, as all colors here. */
  readonly foreground: string
  readonly background: string
  readonly cursor: string
  readonly cursorText: string
  readonly selection: string
  /** Black, red, green, yellow, blue, magenta, cyan, white, then the bright ones. */
  readonly ansi: readonly string[]
  readonly chrome: Readonly<Partial<Record<ChromeKey, string>>>
}

/** Characters of a theme's name. */
const themeNameMax = 64

/** A theme, or sentences about its errors, each with the key. */
export type ThemeResult =
  | { readonly ok: true; readonly theme: Theme }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads the table of a `themes/*.toml`. Required: `foreground`, `background`, `ansi` (16).
 * Optional: `name` (default: the file's), `cursor`, `cursor_text`, `selection` and `chromeKeys`.
 * Other keys are errors.
 */
export function parseTheme(table: unknown, fileName: string): ThemeResult {
  if (typeof table !== 'object' || table === null || Array.isArray(table))
    return { ok: false, problems: ['expected a table of colors'] }
  const fields = new Map(Object.entries(table))
  const problems: string[] = []
  const take = (key: string): unknown => {
    const value: unknown = fields.get(key)
    fields.delete(key)
    return value
  }
  const one = (key: string, value: unknown): string | undefined => {
    const parsed = typeof value === 'string' ? parseThemeColour(value) : null
    if (parsed === null)
      problems.push(`${key}: invalid color ${shown(value)}; use "#RRGGBB" or "#RRGGBBAA"`)
    return parsed === null ? undefined : colourText(parsed)
  }
  const optional = (key: string): string | undefined => {
    const value = take(key)
    return value === undefined ? undefined : one(key, value)
  }
  const needed = (key: string): string => {
    const value = take(key)
    if (value === undefined) {
      problems.push(`${key} is missing`)
      return '#000000'
    }
    return one(key, value) ?? '#000000'
  }
  const written = take('name') ?? fileName
  const name = typeof written === 'string' ? safeText(written, themeNameMax) : ''
  if (typeof written !== 'string' || name === '' || written.length > themeNameMax)
    problems.push(`"name" must be a string of 1 to ${themeNameMax} characters`)
  const foreground = needed('foreground')
  const background = needed('background')
  const list = take('ansi')
  if (!Array.isArray(list) || list.length !== 16) problems.push('"ansi" needs 16 colors')
  const ansi =
    Array.isArray(list) && list.length === 16
      ? list.map((value: unknown, index) => one(`ansi[${index}]`, value) ?? '#000000')
      : []
  const chrome = Object.fromEntries(
    chromeKeys.flatMap((key) => {
      const value = optional(key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const theme: Theme = {
    name,
    foreground,
    background,
    ansi,
    chrome,
    cursor: optional('cursor') ?? foreground,
    cursorText: optional('cursor_text') ?? background,
    selection: optional('selection') ?? '#6699ff66',
  }
  for (const key of fields.keys()) problems.push(`unknown key ${shown(key)}`)
  if ([foreground, background].some((text) => (parseThemeColour(text)?.alpha ?? 1) < 1))
    problems.push('foreground and background must be opaque; use window.opacity')
  else if (
    problems.length === 0 &&
    contrast(checkedColour(foreground), checkedColour(background)) < 1.5
  )
    problems.push('foreground and background have too little contrast')
  return problems.length === 0 ? { ok: true, theme } : { ok: false, problems }
}

/** Returns the theme as the text of a `themes/*.toml`, after `comment`. */
export function themeFile(theme: Theme, comment: string): string {
  const quoted = (text: string) => `"${text}"`
  const rows = [0, 8].map(
    (from) =>
      `  ${theme.ansi
        .slice(from, from + 8)
        .map(quoted)
        .join(', ')},`,
  )
  return [
    ...comment.split('\n').map((line) => `# ${line}`),
    `name = ${JSON.stringify(theme.name)}`,
    `foreground = ${quoted(theme.foreground)}`,
    `background = ${quoted(theme.background)}`,
    `cursor = ${quoted(theme.cursor)}`,
    `cursor_text = ${quoted(theme.cursorText)}`,
    `selection = ${quoted(theme.selection)}`,
    'ansi = [',
    ...rows,
    ']',
    ...Object.entries(theme.chrome).map(([key, value]) => `${key} = ${quoted(value)}`),
    '',
  ].join('\n')
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
