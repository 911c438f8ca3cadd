/**
 * All colors of a window, from a theme and the user's own colors. Missing colors are derived from
 * the grid's, and text is raised to a readable contrast. Pure.
 */
import { isDark } from '../../../base/color.ts'
import {
  black,
  checkedColour,
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
import { builtInChrome, type ChromeKey, type Theme } from './theme.ts'

/** Names of the page's CSS variables, without leading dashes. */
export type CssName = keyof ReturnType<typeof cssOf>

export interface WindowColors {
  readonly theme: Theme
  readonly dark: boolean
  readonly css: Readonly<Record<CssName, string>>
}

/** Returns a window's colors. `own`: the user's, which override the theme's. */
export function looksOf(given: Theme, own: Partial<Record<ChromeKey, string>> = {}): WindowColors {
  const theme: Theme = { ...given, chrome: { ...given.chrome, ...own } }
  const window = new WindowColours(theme)
  return { theme, dark: window.dark, css: cssOf(theme, window) }
}

function cssOf({ background }: Theme, window: WindowColours) {
  return {
    window: background,
    field: background,
    ...tabBarColours(window),
    ...menuColours(window),
    ...stateColours(window),
    ...surfaceColours(window),
    ...markColours(window),
  }
}

/** Colors from which others are derived. */
class WindowColours {
  readonly dark: boolean
  /** Background and text of the grid. */
  readonly ground: Colour
  readonly front: Colour
  /** White in a dark window, black in a light one. */
  readonly end: Colour
  readonly bar: Colour
  readonly active: Colour
  readonly dragged: Colour
  readonly menu: Colour
  readonly menuFocus: Colour
  readonly buttonHover: Colour
  readonly text: Colour
  readonly #chrome: Theme['chrome']

  constructor(theme: Theme) {
    this.#chrome = theme.chrome
    this.dark = isDark(checkedColour(theme.background))
    this.ground = checkedColour(theme.background)
    this.front = checkedColour(theme.foreground)
    this.end = this.dark ? white : black
    const { dark, ground, end } = this
    this.bar = this.named('tab_bar') ?? this.#step(dark ? 0.04 : 0.09)
    this.active = this.named('tab_active') ?? ground
    this.dragged = this.named('tab_dragged') ?? this.#step(dark ? 0.13 : 0.16)
    this.menu = this.named('menu_bg') ?? (dark ? this.#step(0.075) : ground)
    this.menuFocus =
      this.named('menu_focus_bg') ??
      checkedColour(colourText(mix(this.menu, checkedColour('#3377ff'), dark ? 0.22 : 0.16)))
    this.buttonHover = checkedColour(colourText(over({ ...end, alpha: 0.1 }, this.menu)))
    this.text = this.readable(this.named('tab_text') ?? this.front)
  }

  named(key: ChromeKey): Colour | null {
    const own = this.#chrome[key]
    return own === undefined ? null : checkedColour(own)
  }

  /** All backgrounds of text except the grid. */
  get places(): readonly Colour[] {
    return [this.bar, this.active, this.dragged, this.menu]
  }

  readable(wanted: Colour, grounds: readonly Colour[] = this.places): Colour {
    return raised(wanted, grounds, textContrast)
  }

  /** Returns black or white, one of which always has a contrast of 4.5. */
  on(ground: Colour): Colour {
    return contrast(white, ground) >= contrast(black, ground) ? white : black
  }

  /** Returns the window's white or black with this alpha. */
  faint(alpha: number): string {
    return colourText({ ...this.end, alpha })
  }

  /** Returns a step from the grid's background towards its text. */
  #step(share: number): Colour {
    return checkedColour(colourText(mix(this.ground, this.front, share)))
  }
}

function tabBarColours(window: WindowColours) {
  const { dark, bar, active, dragged, text, front, ground } = window
  const inactive = window.named('tab_text_inactive') ?? mix(front, ground, 0.48)
  const title = mix(front, ground, 0.25)
  return {
    bar: colourText(bar),
    'tab-active': colourText(active),
    'tab-dragged': colourText(dragged),
    'tab-hover': colourText(mix(bar, active, dark ? 0.6 : 0.5)),
    text: colourText(text),
    'text-body': colourText(window.readable(mix(front, ground, 0.15))),
    'text-title': colourText(window.readable(title, [bar, active])),
    'text-inactive': colourText(window.readable(inactive, [bar, active])),
    'text-faint': colourText(mix(bar, front, 0.3)),
  }
}

function menuColours(window: WindowColours) {
  const { dark, bar, active, dragged, menu, menuFocus, buttonHover, front, ground, end } = window
  const soft = window.readable(window.named('menu_shortcut') ?? mix(front, ground, 0.32), [
    bar,
    active,
    dragged,
    menu,
    menuFocus,
  ])
  const menuText = window.named('menu_text') ?? front
  return {
    'text-soft': colourText(soft),
    line: colourText(window.named('menu_border') ?? mix(ground, front, dark ? 0.14 : 0.2)),
    menu: colourText(menu),
    'menu-focus': colourText(menuFocus),
    'menu-text': colourText(window.readable(menuText, [menu, menuFocus, buttonHover])),
    'menu-disabled': colourText(window.named('menu_text_disabled') ?? mix(menu, front, 0.42)),
    'menu-shortcut': colourText(soft),
    button: colourText(over({ ...end, alpha: dark ? 0.055 : 0.05 }, menu)),
    'button-hover': colourText(buttonHover),
    'button-line': colourText(over({ ...end, alpha: dark ? 0.14 : 0.2 }, menu)),
  }
}

/** Colors of stripes, and of text and marks in the same colors. */
function stateColours(window: WindowColours) {
  const { bar, active, menu, menuFocus, ground } = window
  const mark = (key: ChromeKey) =>
    raised(
      window.named(key) ?? checkedColour(builtInChrome[key]),
      [bar, active, menu, ground],
      markContrast,
    )
  const working = mark('indicator_working')
  const waiting = mark('indicator_waiting')
  const done = mark('indicator_active')
  const idle = mark('indicator_inactive')
  const error = mark('indicator_error')
  const wordOf = (stripe: Colour, grounds: readonly Colour[] = [bar, active]) =>
    colourText(raised(stripe, grounds, textContrast))
  return {
    working: colourText(working),
    waiting: colourText(waiting),
    done: colourText(done),
    idle: colourText(idle),
    error: colourText(error),
    'working-text': wordOf(working),
    'waiting-text': wordOf(waiting),
    'done-text': wordOf(done),
    'idle-text': wordOf(idle),
    'error-text': wordOf(error),
    'waiting-word': wordOf(waiting, [menu, menuFocus]),
    'done-word': wordOf(done, [menu, menuFocus]),
    'error-word': wordOf(error, [menu, menuFocus]),
    'on-mark': colourText(window.on(waiting)),
    'on-error': colourText(window.on(error)),
  }
}

function surfaceColours(window: WindowColours) {
  const { dark, end, places } = window
  const accent = raised(checkedColour(dark ? '#6699ff' : '#2860d6'), places, markContrast)
  const thumb = window.named('scrollbar_thumb') ?? {
    ...end,
    alpha: dark ? 0x38 / 255 : 0x40 / 255,
  }
  return {
    accent: colourText(accent),
    'on-accent': colourText(window.on(accent)),
    veil: window.faint(0.06),
    'veil-strong': window.faint(0.12),
    shadow: dark ? '#000000aa' : '#00000033',
    backdrop: dark ? '#08080bb3' : '#00000059',
    track: colourText(window.named('scrollbar_track') ?? { ...end, alpha: 0x0a / 255 }),
    thumb: colourText(thumb),
    'thumb-hover': colourText({ ...thumb, alpha: Math.min(1, thumb.alpha * 1.5) }),
  }
}

/** Colors of scrollbar marks and search matches. */
function markColours(window: WindowColours) {
  const { dark, ground, front } = window
  const mark = (text: string) => colourText(raised(checkedColour(text), [ground], markContrast))
  const match = checkedColour(dark ? '#6b5600' : '#ffe08a')
  return {
    'mark-prompt': mark('#888888'),
    'mark-failed': mark('#e5484d'),
    'mark-match': mark('#ffb020'),
    match: colourText(match),
    'match-text': colourText(window.readable(front, [match])),
    'match-now': '#ffb020',
    'match-now-text': '#15151c',
  }
}
