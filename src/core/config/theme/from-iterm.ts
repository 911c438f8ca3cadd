/**
 * Colours of iTerm2, as its property list holds them, made a theme. Pure: the list is read
 * elsewhere.
 */
import { defined } from '../../../base/defined.ts'
import { isTable } from '../../../base/is-table.ts'
import { colour, colourText, contrast } from './colour.ts'
import { parseTheme, type ThemeResult } from './theme.ts'

/**
 * @param list the value of an `.itermcolors`: `Ansi 0 Color` to `Ansi 15 Color`, `Foreground
 * Color`, `Background Color`; `Cursor Color`, `Cursor Text Color` and `Selection Color` may be
 * missing. Each has `Red Component` and so on, 0 to 1; sRGB and the device's colours are taken
 * alike.
 */
export function themeFromIterm(list: unknown, name: string): ThemeResult {
  if (!isTable(list)) return { ok: false, problems: ['this is no list of colours of iTerm2'] }
  const fields = new Map(Object.entries(list))
  const problems: string[] = []
  const read = (key: string, needed: boolean): string | undefined => {
    const value: unknown = fields.get(key)
    if (value === undefined && !needed) return undefined
    const found = component(value)
    if (found === null)
      problems.push(
        value === undefined ? `${key} is missing` : `${key}: no red, green and blue from 0 to 1`,
      )
    return found ?? undefined
  }
  const ansi = Array.from({ length: 16 }, (_, index) => read(`Ansi ${index} Color`, true))
  const foreground = read('Foreground Color', true)
  const background = read('Background Color', true)
  const others = {
    cursor: read('Cursor Color', false),
    cursor_text: read('Cursor Text Color', false),
    selection: read('Selection Color', false),
  }
  if (problems.length > 0) return { ok: false, problems }
  // iTerm2 writes a colour for text under the cursor that it may not use: one that cannot be read
  // is left out.
  if (
    others.cursor !== undefined &&
    others.cursor_text !== undefined &&
    contrast(colour(others.cursor), colour(others.cursor_text)) < 1.5
  )
    others.cursor_text = undefined
  return parseTheme({ foreground, background, ansi, ...defined(others) }, name)
}

function component(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map(Object.entries(value))
  const [red, green, blue] = ['Red', 'Green', 'Blue'].map(
    (part) => fields.get(`${part} Component`) as unknown,
  )
  const inRange = (one: unknown): one is number => typeof one === 'number' && one >= 0 && one <= 1
  return inRange(red) && inRange(green) && inRange(blue)
    ? colourText({ red: red * 255, green: green * 255, blue: blue * 255, alpha: 1 })
    : null
}
