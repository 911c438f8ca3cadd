/** Options of the grids with their defaults (behaviour/config.md 1), as plain values. What a user's file says is put in their place. */
import { searchDefaults, type SearchOptions } from '../search/matcher.ts'
import type { ChromeKey } from '../theme/theme.ts'

type Weight = 'normal' | 'bold' | number

export interface FontOptions {
  /** The first that has a character draws it. */
  readonly priority: readonly string[]
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
  readonly grid: { readonly foreground?: string; readonly background?: string; readonly cursor?: string; readonly cursorText?: string; readonly selection?: string; readonly ansi?: readonly string[] }
  readonly chrome: Partial<Record<ChromeKey, string>>
  readonly boldIsBright: boolean
  /** 1 to 21 */
  readonly minimumContrast: number
}

export interface LinkOptions {
  readonly detect: boolean
  readonly paths: boolean
  readonly modifier: 'ctrl' | 'alt' | 'none'
  readonly schemes: readonly string[]
}

export interface ScrollOptions {
  readonly historyLines: number
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
}

export const gridDefaults: GridOptions = {
  fonts: { priority: ['JetBrains Mono', 'Noto Color Emoji', 'DejaVu Sans Mono'], size: 14, lineHeight: 1, letterSpacing: 0, weight: 'normal', weightBold: 'bold', ligatures: false, customGlyphs: true },
  colours: { preset: '', presetLight: '', presetDark: '', grid: {}, chrome: {}, boldIsBright: false, minimumContrast: 1 },
  search: searchDefaults,
  links: { detect: true, paths: true, modifier: 'ctrl', schemes: ['https', 'http', 'mailto', 'file'] },
  scroll: { historyLines: 10_000, wheelLinesPerDetent: 3, scrollbarFadeMs: 1_500, snapOnEsc: true, snapOnInput: true, snapOnOutput: false, scrollbar: 'auto' },
  bell: { mode: 'visual', debounceMs: 100 },
  selection: { wordSeparators: ' ()[]{}<>\'",`', copyOnSelect: false, primary: true, trimTrailingSpaces: true },
}
