import type { SequenceQuery, SizeReport } from '../../base/sequences/query.ts'

/**
 * Facts that queries need and output does not contain. Colors have 24 bits. `cell`: CSS px, not
 * rounded; `null` if nothing is drawn. `ansi`: the first 16 palette colors. `keyboard`: whether the
 * kitty keyboard protocol is available.
 */
export interface Facts {
  readonly cell: { readonly width: number; readonly height: number } | null
  readonly foreground: number
  readonly background: number
  readonly cursor: number
  readonly ansi: readonly number[]
  readonly keyboard: boolean
  readonly pictures: boolean
  /** Whether the user could see the screen, or vibeflow needs it (mode 2033). */
  readonly visible: boolean
  /** Whether output may name files to read or delete: not replayed, not from another machine. */
  readonly files: boolean
}

/** Used until the window sends its facts. */
export const unknownFacts: Facts = {
  cell: null,
  foreground: 0xffffff,
  background: 0x000000,
  cursor: 0xffffff,
  ansi: [],
  keyboard: false,
  pictures: false,
  visible: true,
  files: true,
}

/** Terminator of a string, which its reply repeats: BEL, or any form of ST. */
export type Terminator = 'bel' | 'st'

/** `output-query`: an OSC 7501 or 99 query, which keeps its place; the dispatcher reads it. */
export type TerminalQuery = SequenceQuery | SizeReport | { readonly kind: 'output-query' }
