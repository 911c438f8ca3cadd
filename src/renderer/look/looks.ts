/** Colors of this window, from a theme and the user's colors, for the page and all grids. */
import type { ITheme } from '@xterm/xterm'
import type { ShownProblem } from '../../core/config/problem.ts'
import { defaults, type Options } from '../../core/config/table.ts'
import { builtInDark, bundledThemes, findTheme, themeKey } from '../../core/config/theme/bundled.ts'
import { ownColours } from '../../core/config/theme/own-colours.ts'
import { looksOf, type WindowColors as AllColours } from '../../core/config/theme/looks.ts'
import type { Theme } from '../../core/config/theme/theme.ts'
import { Observable } from '../state/cell.ts'

type ColourOptions = Pick<Options, 'colors' | 'ownColors'>

export class Appearance {
  readonly now: Observable<AllColours>
  /** Called when the window's colors have changed, or those of a theme may have. */
  readonly changed = new Set<() => void>()
  /** Problems with themes, in sentences. */
  readonly problems = new Observable<readonly ShownProblem[]>([])
  /** Themes of the collection, from `list` on. */
  readonly collection = new Observable<readonly Theme[]>([])
  readonly #request: () => void
  #isRequested = false
  /** Names that were needed and not found. */
  readonly #missed = new Set<string>()
  /** Themes of the user's directory; `null` until they arrive. */
  #own: readonly Theme[] | null = null
  /** The last theme found. It stays in use while the requested one is missing or invalid. */
  #worn: Theme = builtInDark
  #options: ColourOptions = defaults
  /** Chosen with a key or the palette since the options changed: state, not configuration. */
  #chosen: string | null = null
  /** Shown only while the user browses themes. */
  #previewed: string | null = null
  readonly #darkDesktop = window.matchMedia('(prefers-color-scheme: dark)')

  /** @param request requests the collection, which `setCollection` receives */
  constructor(request: () => void) {
    this.#request = request
    this.now = new Observable(looksOf(builtInDark))
    this.#darkDesktop.addEventListener('change', () => {
      this.#decide()
      this.#notify()
    })
    this.#apply()
  }

  /** Returns all known themes. A user's theme replaces another one of the same name. */
  themes(others: readonly Theme[] = this.collection.value): Theme[] {
    const mine = this.#own ?? []
    const own = new Set(mine.map(({ name }) => themeKey(name)))
    return [...mine, ...[...bundledThemes, ...others].filter((one) => !own.has(themeKey(one.name)))]
  }

  /** Requests the collection, once: the user looks for a theme. */
  list(): void {
    if (this.#isRequested) return
    this.#isRequested = true
    this.#request()
  }

  setCollection(themes: readonly Theme[]): void {
    this.collection.set(themes)
    this.#decide()
    if ([...this.#missed].some((name) => this.#find(name) !== undefined)) this.#notify()
  }

  /** Finds a theme. Requests the collection if the theme may be in it. */
  #find(name: string): Theme | undefined {
    const found = findTheme(name, [...(this.#own ?? []), ...this.collection.value])
    if (found !== undefined) return found
    this.#missed.add(name)
    if (this.#own !== null) this.list()
    return undefined
  }

  /** Sets the user's themes. @param problems of other files, and of configured names */
  setOwn(themes: readonly Theme[], problems: readonly ShownProblem[]): void {
    const others = JSON.stringify(themes) !== JSON.stringify(this.#own ?? [])
    this.#own = themes
    for (const name of this.#missed) this.#find(name)
    this.#decide()
    if (others) this.#notify()
    this.problems.set(problems)
  }

  setOptions(options: ColourOptions): void {
    const before = this.#options.colors
    const changed = (['preset', 'preset_light', 'preset_dark'] as const).some(
      (key) => options.colors[key] !== before[key],
    )
    if (changed) this.#chosen = null
    this.#options = options
    this.#decide()
  }

  /** Chooses a theme until the options change. @returns false if there is no theme of this name */
  choose(name: string): boolean {
    if (this.#find(name) === undefined) return false
    this.#chosen = name
    this.#previewed = null
    this.#decide()
    return true
  }

  get presetOption(): 'colors.preset' | 'colors.preset_light' | 'colors.preset_dark' {
    const { preset_light: light, preset_dark: dark } = this.#options.colors
    if (light === '' || dark === '') return 'colors.preset'
    return this.#darkDesktop.matches ? 'colors.preset_dark' : 'colors.preset_light'
  }

  /** Returns the theme name of these options, or '' for the built-in theme. */
  #preset({ colors }: ColourOptions): string {
    const { preset, preset_light: light, preset_dark: dark } = colors
    return light !== '' && dark !== '' ? (this.#darkDesktop.matches ? dark : light) : preset
  }

  /** Returns the colors of `options`, whatever is chosen or previewed for the window. */
  of(options: ColourOptions): AllColours {
    const wanted = this.#preset(options)
    const { grid, chrome } = ownColours(options)
    const theme = wanted === '' ? builtInDark : this.#find(wanted)
    return looksOf({ ...(theme ?? this.#worn), ...grid }, chrome)
  }

  /** Shows a theme while the user browses. Null ends the preview. */
  preview(name: string | null): void {
    this.#previewed = name
    this.#decide()
  }

  /** Chooses the next of the user's and the bundled themes. @returns its name */
  next(): string {
    const themes = this.themes([])
    const index = themes.findIndex(({ name }) => name === this.now.value.theme.name)
    const name = themes[(index + 1) % themes.length]?.name ?? builtInDark.name
    this.choose(name)
    return name
  }

  #decide(): void {
    const { grid, chrome } = ownColours(this.#options)
    const wanted = this.#chosen ?? this.#preset(this.#options)
    this.#worn = wanted === '' ? builtInDark : (this.#find(wanted) ?? this.#worn)
    const shown = this.#previewed === null ? undefined : this.#find(this.#previewed)
    const looks = looksOf({ ...(shown ?? this.#worn), ...grid }, chrome)
    if (JSON.stringify(looks) === JSON.stringify(this.now.value)) return
    this.now.set(looks)
    this.#apply()
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.changed) listener()
  }

  #apply(): void {
    const { css, dark } = this.now.value
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(css)) style.setProperty(`--${name}`, value)
    style.colorScheme = dark ? 'dark' : 'light'
  }
}

/** xterm.js's names. The other eight are the bright ones, such as `brightBlack`. */
const hues = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'] as const
const ansiNames: readonly string[] = [
  ...hues.map((hue) => hue.toLowerCase()),
  ...hues.map((hue) => `bright${hue}`),
]

/** Converts colors to a theme of xterm.js. */
export function xtermTheme({ theme, css }: AllColours): ITheme {
  return {
    ...Object.fromEntries(theme.ansi.map((value, index) => [ansiNames[index], value])),
    foreground: theme.foreground,
    background: theme.background,
    cursor: theme.cursor,
    cursorAccent: theme.cursorText,
    selectionBackground: theme.selection,
    selectionInactiveBackground: theme.selection,
    scrollbarSliderBackground: css.thumb,
    scrollbarSliderHoverBackground: css['thumb-hover'],
    scrollbarSliderActiveBackground: css['thumb-hover'],
  }
}
