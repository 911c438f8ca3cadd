/** The user's colors, which override any theme. */
import { defined } from '../../../base/objects/defined.ts'
import type { ColorKey, Options } from '../table.ts'
import type { CssName, WindowColors } from './looks.ts'
import type { ChromeKey, Theme } from './theme.ts'

interface OwnColours {
  readonly grid: Partial<
    Pick<Theme, 'foreground' | 'background' | 'cursor' | 'cursorText' | 'selection' | 'ansi'>
  >
  readonly chrome: Partial<Record<ChromeKey, string>>
}

export function ownColours({
  colors,
  ownColors: written,
}: Pick<Options, 'colors' | 'ownColors'>): OwnColours {
  const own = <Key extends ColorKey>(key: Key): Options['colors'][Key] | undefined =>
    written.includes(key) ? colors[key] : undefined
  return {
    grid: defined({
      foreground: opaque(own('foreground')),
      background: opaque(own('background')),
      cursor: own('cursor'),
      cursorText: own('cursor_text'),
      selection: own('selection'),
      ansi: own('ansi')?.map((one) => opaque(one) ?? one),
    }),
    chrome: Object.fromEntries(written.filter(isChromeKey).map((key) => [key, colors[key]])),
  }
}

/** Returns a theme's value for a key of [colors]; `undefined` if it is derived. */
export function themeColour(theme: Theme, key: string): string | readonly string[] | undefined {
  const { foreground, background, cursor, cursorText: cursor_text, selection, ansi } = theme
  const all: Readonly<Record<string, string | readonly string[] | undefined>> = {
    foreground,
    background,
    cursor,
    cursor_text,
    selection,
    ansi,
    ...theme.chrome,
  }
  return all[key]
}

/** CSS variables with the derived value of a key. */
const derived: Readonly<Record<ChromeKey & ColorKey, CssName>> = {
  tab_bar: 'bar',
  tab_active: 'tab-active',
  tab_text: 'text',
  tab_text_inactive: 'text-inactive',
  menu_bg: 'menu',
  menu_border: 'line',
  menu_text: 'menu-text',
  menu_text_disabled: 'menu-disabled',
  menu_shortcut: 'menu-shortcut',
  menu_focus_bg: 'menu-focus',
  indicator_working: 'working',
  indicator_waiting: 'waiting',
  indicator_active: 'done',
  indicator_inactive: 'idle',
  indicator_error: 'error',
  scrollbar_track: 'track',
  scrollbar_thumb: 'thumb',
}

/** Returns the derived color for a key of [colors]; empty for an unknown key. */
export function derivedColour({ css }: Pick<WindowColors, 'css'>, key: string): string {
  return isChromeKey(key) ? css[derived[key]] : ''
}

function isChromeKey(key: string): key is keyof typeof derived {
  return Object.hasOwn(derived, key)
}

/** Removes the alpha: the grid must not be transparent by accident. */
function opaque(colour: string | undefined): string | undefined {
  return colour?.slice(0, 7)
}
