/** Options of the grids: from the configuration, and facts of the window. */
import { defaults, type Options } from './table.ts'

const sections = [
  'bell',
  'clipboard',
  'colors',
  'cursor',
  'fonts',
  'links',
  'mouse',
  'ownColors',
  'profiles',
  'scrollback',
  'search',
  'ui',
  'window',
] as const

export interface GridOptions extends Pick<Options, (typeof sections)[number]> {
  /** Families of this system to use after those of the configuration. */
  readonly fallbackFonts: readonly string[]
  /** Output goes to a screen reader. */
  readonly screenReader: boolean
  /** The window's backdrop shows through the grid's background. */
  readonly translucent: boolean
}

/** Facts of the window, independent of the configuration. */
export interface GridFacts {
  /** The desktop reports a running screen reader. */
  readonly readerRuns: boolean
  /** The user switched screen reader mode for this window; `null` if not. */
  readonly readerByHand: boolean | null
  /** The window was created transparent. */
  readonly translucent: boolean
  /** Families of this system with characters that the configured ones lack. */
  readonly fonts: readonly string[]
}

export const usualWindow: GridFacts = {
  readerRuns: false,
  readerByHand: null,
  translucent: false,
  fonts: [],
}

export function gridOptionsOf(
  options: Options,
  { readerRuns, readerByHand, translucent, fonts }: GridFacts = usualWindow,
): GridOptions {
  const { screen_reader: reader } = options.ui
  return {
    ...selected(options),
    fallbackFonts: fonts,
    translucent,
    screenReader: readerByHand ?? (reader === 'on' || (reader === 'auto' && readerRuns)),
  }
}

function selected(options: Options): Pick<Options, (typeof sections)[number]> {
  // exactly the listed sections
  return Object.fromEntries(sections.map((name) => [name, options[name]])) as unknown as Pick<
    Options,
    (typeof sections)[number]
  >
}

export const gridDefaults: GridOptions = gridOptionsOf(defaults)
