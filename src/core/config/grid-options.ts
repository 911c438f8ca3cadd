/** Options of the grids: those of the configuration, and what is so with this window. */
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
  /** Families of this system behind those of the configuration. */
  readonly fallbackFonts: readonly string[]
  /** What is printed goes to a screen reader. */
  readonly screenReader: boolean
  /** What is behind the window shows through the grid's ground. */
  readonly translucent: boolean
}

/** What is so with this window, whatever the configuration says. */
export interface GridFacts {
  /** The desktop says that a screen reader runs. */
  readonly readerRuns: boolean
  /** The user has turned screen reader mode on or off for this window; `null` if not. */
  readonly readerByHand: boolean | null
  /** It was made so that what is behind it can show. */
  readonly translucent: boolean
  /** Families of this system that have what those of the configuration lack. */
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
  // each of them, and nothing else
  return Object.fromEntries(sections.map((name) => [name, options[name]])) as unknown as Pick<
    Options,
    (typeof sections)[number]
  >
}

export const gridDefaults: GridOptions = gridOptionsOf(defaults)
