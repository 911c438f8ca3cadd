/** Options of the grids, as plain values made of the configuration's. */
import { defaults, type ColorKey, type Options } from '../config/table.ts'
import type { SearchOptions } from '../search/matcher.ts'
import { chromeKeys, type ChromeKey } from '../theme/theme.ts'

type Weight = 'normal' | 'bold' | number

export interface FontOptions {
  /** The first that has a character draws it. */
  readonly priority: readonly string[]
  /** Those of this system behind them. */
  readonly fallback: readonly string[]
  /** px */
  readonly size: number
  readonly lineHeight: number
  /** px */
  readonly letterSpacing: number
  readonly weight: Weight
  readonly weightBold: Weight
  readonly ligatures: boolean
  /** Box drawing and Powerline are drawn by the terminal, so that they meet. */
  readonly customGlyphs: boolean
}

export interface ColourOptions {
  /** Theme; '' is the built-in dark. */
  readonly preset: string
  /** Both set: one or the other, as the desktop is. */
  readonly presetLight: string
  readonly presetDark: string
  /** Colours of the user's own, over the theme. */
  readonly grid: {
    readonly foreground?: string
    readonly background?: string
    readonly cursor?: string
    readonly cursorText?: string
    readonly selection?: string
    readonly ansi?: readonly string[]
  }
  readonly chrome: Partial<Record<ChromeKey, string>>
  readonly boldIsBright: boolean
  /** 1 to 21 */
  readonly minimumContrast: number
}

export interface CursorOptions {
  /** Half a period, ms; 0: it does not blink. */
  readonly blinkMs: number
  readonly style: Options['cursor']['style']
  readonly unfocused: Options['cursor']['style_unfocused']
}

export interface LinkOptions {
  readonly detect: boolean
  readonly paths: boolean
  readonly modifier: 'ctrl' | 'alt' | 'none'
  readonly schemes: readonly string[]
}

export interface ScrollOptions {
  readonly historyLines: number
  /** The smaller of both wins. */
  readonly memoryMaxMib: number
  readonly wheelLinesPerDetent: number
  readonly scrollbarFadeMs: number
  readonly snapOnEsc: boolean
  readonly snapOnInput: boolean
  readonly snapOnOutput: boolean
  readonly scrollbar: 'auto' | 'always' | 'never'
}

export interface BellOptions {
  readonly mode: 'visual' | 'audible' | 'both' | 'silent'
  readonly debounceMs: number
}

export interface SelectionOptions {
  /** Where a double click ends a word. */
  readonly wordSeparators: string
  readonly copyOnSelect: boolean
  readonly primary: boolean
  readonly trimTrailingSpaces: boolean
}

export interface GridOptions {
  readonly fonts: FontOptions
  readonly colours: ColourOptions
  readonly search: SearchOptions
  readonly links: LinkOptions
  readonly scroll: ScrollOptions
  readonly bell: BellOptions
  readonly selection: SelectionOptions
  readonly cursor: CursorOptions
  readonly mouse: { readonly rightClick: Options['mouse']['right_click'] }
  /** `columns`, `rows`: of a new window, 0 as large as it is. Paddings in px. */
  readonly window: {
    readonly columns: number
    readonly rows: number
    readonly paddingX: number
    readonly paddingY: number
  }
  readonly renderer: Options['ui']['renderer']
  /** What is printed is told to a screen reader. */
  readonly screenReader: boolean
  /** What is behind the window shows through the grid's ground. */
  readonly translucent: boolean
}

/** What is so with this window, whatever the configuration says. */
export interface WindowFacts {
  /** The desktop says that a screen reader runs. */
  readonly readerRuns: boolean
  /** It was made so that what is behind it can show. */
  readonly translucent: boolean
  /** Families of this system that have what those of the configuration lack. */
  readonly fonts: readonly string[]
}

export const usualWindow: WindowFacts = { readerRuns: false, translucent: false, fonts: [] }

/** From the configuration's options. */
export function gridOptionsOf(
  {
    ownColors,
    fonts,
    colors,
    cursor,
    mouse,
    clipboard,
    scrollback,
    search,
    links,
    bell,
    window,
    ui,
  }: Options,
  { readerRuns, translucent, fonts: fallback } = usualWindow,
): GridOptions {
  return {
    fonts: {
      priority: fonts.priority,
      fallback,
      size: fonts.size,
      lineHeight: fonts.line_height,
      letterSpacing: fonts.letter_spacing,
      weight: fonts.weight,
      weightBold: fonts.weight_bold,
      ligatures: fonts.ligatures,
      customGlyphs: fonts.custom_glyphs,
    },
    colours: coloursOf(colors, ownColors),
    cursor: { blinkMs: cursor.blink_ms, style: cursor.style, unfocused: cursor.style_unfocused },
    search: {
      regex: search.regex,
      wholeWord: search.whole_word,
      wrap: search.wrap,
      case: search.case,
      highlightMax: search.highlight_max,
    },
    links: {
      detect: links.detect,
      paths: links.paths,
      modifier: links.modifier,
      schemes: links.schemes,
    },
    scroll: {
      historyLines: scrollback.history_lines,
      memoryMaxMib: scrollback.memory_max_mib,
      wheelLinesPerDetent: scrollback.wheel_lines_per_detent,
      scrollbarFadeMs: scrollback.scrollbar_fade_ms,
      snapOnEsc: scrollback.snap_on_esc,
      snapOnInput: scrollback.snap_on_input,
      snapOnOutput: scrollback.snap_on_output,
      scrollbar: scrollback.scrollbar,
    },
    bell: { mode: bell.mode, debounceMs: bell.debounce_ms },
    selection: {
      wordSeparators: mouse.word_separators,
      copyOnSelect: clipboard.copy_on_select,
      primary: clipboard.primary,
      trimTrailingSpaces: clipboard.trim_trailing_spaces,
    },
    mouse: { rightClick: mouse.right_click },
    window: {
      columns: window.columns,
      rows: window.rows,
      paddingX: window.padding_x,
      paddingY: window.padding_y,
    },
    renderer: ui.renderer,
    translucent,
    screenReader: ui.screen_reader === 'on' || (ui.screen_reader === 'auto' && readerRuns),
  }
}

/** What somebody wrote wins over the theme, whatever it is. */
function coloursOf(colors: Options['colors'], written: readonly ColorKey[]): ColourOptions {
  const own = <Key extends ColorKey>(key: Key): Options['colors'][Key] | undefined =>
    written.includes(key) ? colors[key] : undefined
  const named = {
    foreground: opaque(own('foreground')),
    background: opaque(own('background')),
    cursor: own('cursor'),
    cursorText: own('cursor_text'),
    selection: own('selection'),
    ansi: own('ansi')?.map((one) => opaque(one) ?? one),
  }
  return {
    preset: colors.preset,
    presetLight: colors.preset_light,
    presetDark: colors.preset_dark,
    boldIsBright: colors.bold_is_bright,
    minimumContrast: colors.minimum_contrast,
    grid: Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
    chrome: Object.fromEntries(
      chromeKeys.map((key) => [key, own(key)] as const).filter(([, value]) => value !== undefined),
    ),
  }
}

/** A grid is never seen through by accident: what a program draws would be lost. */
function opaque(colour: string | undefined): string | undefined {
  return colour?.slice(0, 7)
}

export const gridDefaults: GridOptions = gridOptionsOf(defaults)
