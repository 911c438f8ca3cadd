/**
 * All colours of a window, from a theme and the user's own colours. What a theme does not name is
 * derived from its grid, and everything that has to be read is raised to a readable contrast. Pure.
 */
import {
  black,
  colour,
  colourText,
  contrast,
  markContrast,
  mix,
  over,
  raised,
  textContrast,
  white,
  type Colour,
} from './colour.ts'
import { isDark, type ChromeKey, type Theme } from './theme.ts'

/** Names are those of the CSS variables of the page, without the dashes in front. */
export const cssNames = [
  'window',
  'bar',
  'tab-active',
  'tab-dragged',
  'tab-hover',
  'text',
  'text-soft',
  'text-body',
  'text-inactive',
  'text-faint',
  'line',
  'menu',
  'menu-focus',
  'menu-text',
  'menu-disabled',
  'menu-shortcut',
  'accent',
  'on-accent',
  'working',
  'waiting',
  'done',
  'idle',
  'error',
  'working-text',
  'waiting-text',
  'done-text',
  'idle-text',
  'waiting-word',
  'done-word',
  'on-mark',
  'on-error',
  'veil',
  'veil-strong',
  'shadow',
  'backdrop',
  'button',
  'button-hover',
  'button-line',
  'track',
  'thumb',
  'thumb-hover',
  'mark-prompt',
  'mark-failed',
  'mark-hit',
  'hit',
  'hit-text',
  'hit-now',
  'hit-now-text',
  'field',
] as const
export type CssName = (typeof cssNames)[number]

export interface Looks {
  readonly theme: Theme
  readonly dark: boolean
  readonly css: Readonly<Record<CssName, string>>
}

/**
 * The built-in dark window: what the derivation below comes to is
 * close to it, these are it.
 */
export const builtInChrome: Readonly<Record<ChromeKey, string>> = {
  tab_bar: '#15151c',
  tab_active: '#1a1a22',
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
}

/** `own`: the user's colours; they win over the theme, and are raised like it. */
export function looksOf(given: Theme, own: Partial<Record<ChromeKey, string>> = {}): Looks {
  const theme: Theme = { ...given, chrome: { ...given.chrome, ...own } }
  const dark = isDark(theme)
  const ground = colour(theme.background)
  const front = colour(theme.foreground)
  const end = dark ? white : black
  const named = (key: ChromeKey): Colour | null =>
    theme.chrome[key] === undefined ? null : colour(theme.chrome[key])
  /**
   * A step from the grid's background towards its text; light windows have their bar a shade darker
   * than the page, as paper on a desk.
   */
  const step = (share: number): Colour => colour(colourText(mix(ground, front, share)))

  const bar = named('tab_bar') ?? step(dark ? 0.04 : 0.09)
  const active = named('tab_active') ?? (dark ? step(0.075) : ground)
  const dragged = named('tab_dragged') ?? step(dark ? 0.13 : 0.16)
  const menu = named('menu_bg') ?? (dark ? step(0.075) : ground)
  const menuFocus =
    named('menu_focus_bg') ?? colour(colourText(mix(menu, colour('#3377ff'), dark ? 0.22 : 0.16)))
  const places = [bar, active, dragged, menu]
  const readable = (wanted: Colour, grounds: readonly Colour[] = places) =>
    raised(wanted, grounds, textContrast)
  const mark = (key: ChromeKey, fallback: string) =>
    raised(named(key) ?? colour(fallback), [bar, active, menu, ground], markContrast)

  const text = readable(named('tab_text') ?? front, [bar, active, dragged, menu])
  const soft = readable(named('menu_shortcut') ?? mix(front, ground, 0.32), [
    bar,
    active,
    dragged,
    menu,
    menuFocus,
  ])
  const working = mark('indicator_working', builtInChrome.indicator_working)
  const waiting = mark('indicator_waiting', builtInChrome.indicator_waiting)
  const done = mark('indicator_active', builtInChrome.indicator_active)
  const idle = mark('indicator_inactive', builtInChrome.indicator_inactive)
  const error = mark('indicator_error', builtInChrome.indicator_error)
  const accent = raised(colour(dark ? '#6699ff' : '#2f6fed'), places, markContrast)
  const wordOf = (stripe: Colour, grounds: readonly Colour[] = [bar, active]) =>
    grounds.every((place) => contrast(stripe, place) >= textContrast) ? stripe : text
  // one of them always has 4.5
  const best = (on: Colour) => (contrast(white, on) >= contrast(black, on) ? white : black)
  const buttonHover = over({ ...end, alpha: 0.1 }, menu)
  const hit = dark ? colour('#6b5600') : colour('#ffe08a')
  const hitNow = colour('#ffb020')
  const thumb = named('scrollbar_thumb') ?? { ...end, alpha: dark ? 0x38 / 255 : 0x40 / 255 }
  const faint = (alpha: number) => colourText({ ...end, alpha })

  const css: Record<CssName, string> = {
    window: theme.background,
    bar: colourText(bar),
    'tab-active': colourText(active),
    'tab-dragged': colourText(dragged),
    'tab-hover': colourText(mix(bar, active, dark ? 0.6 : 0.5)),
    text: colourText(text),
    'text-soft': colourText(soft),
    'text-body': colourText(readable(mix(front, ground, 0.15))),
    'text-inactive': colourText(
      raised(named('tab_text_inactive') ?? mix(front, ground, 0.48), [bar, active], textContrast),
    ),
    'text-faint': colourText(mix(bar, front, 0.3)),
    line: colourText(named('menu_border') ?? mix(ground, front, dark ? 0.14 : 0.2)),
    menu: colourText(menu),
    'menu-focus': colourText(menuFocus),
    'menu-text': colourText(readable(named('menu_text') ?? front, [menu, menuFocus, buttonHover])),
    'menu-disabled': colourText(named('menu_text_disabled') ?? mix(menu, front, 0.42)),
    'menu-shortcut': colourText(soft),
    accent: colourText(accent),
    'on-accent': colourText(best(accent)),
    working: colourText(working),
    waiting: colourText(waiting),
    done: colourText(done),
    idle: colourText(idle),
    error: colourText(error),
    'working-text': colourText(wordOf(working)),
    'waiting-text': colourText(wordOf(waiting)),
    'done-text': colourText(wordOf(done)),
    'idle-text': colourText(wordOf(idle)),
    'waiting-word': colourText(wordOf(waiting, [menu, menuFocus])),
    'done-word': colourText(wordOf(done, [menu, menuFocus])),
    'on-mark': colourText(best(waiting)),
    'on-error': colourText(best(error)),
    veil: faint(0.06),
    'veil-strong': faint(0.12),
    shadow: dark ? '#000000aa' : '#00000033',
    backdrop: dark ? '#08080bb3' : '#00000059',
    button: colourText(over({ ...end, alpha: dark ? 0.055 : 0.05 }, menu)),
    'button-hover': colourText(buttonHover),
    'button-line': colourText(over({ ...end, alpha: dark ? 0.14 : 0.2 }, menu)),
    track: colourText(named('scrollbar_track') ?? { ...end, alpha: 0x0a / 255 }),
    thumb: colourText(thumb),
    'thumb-hover': colourText({ ...thumb, alpha: Math.min(1, thumb.alpha * 1.5) }),
    'mark-prompt': colourText(raised(colour('#888888'), [ground], markContrast)),
    'mark-failed': colourText(raised(colour('#e5484d'), [ground], markContrast)),
    'mark-hit': colourText(raised(colour('#ffb020'), [ground], markContrast)),
    hit: colourText(hit),
    'hit-text': colourText(readable(front, [hit])),
    'hit-now': colourText(hitNow),
    'hit-now-text': '#15151c',
    field: theme.background,
  }
  return { theme, dark, css }
}
