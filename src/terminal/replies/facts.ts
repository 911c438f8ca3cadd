/** What programs can ask a terminal for, as typed facts, and what the window knows of it. */
import type { SequenceQuery, SizeReport } from '../../base/sequences/query.ts'

/**
 * What a program can ask for that no output contains. Colours are 24 bits. `cell`: CSS px, not
 * rounded; null: nothing is drawn. `ansi`: the first 16 colours of the palette. `keyboard`: the
 * kitty keyboard protocol is spoken.
 */
export interface Facts {
  readonly cell: { readonly width: number; readonly height: number } | null
  readonly foreground: number
  readonly background: number
  readonly cursor: number
  readonly ansi: readonly number[]
  readonly keyboard: boolean
  readonly pictures: boolean
  /**
   * Output may name files, which are read and some deleted: it comes for the first time, and no
   * program that leads to another machine is in front.
   */
  readonly files: boolean
}

/** Before the window has sent any. */
export const unknownFacts: Facts = {
  cell: null,
  foreground: 0xffffff,
  background: 0x000000,
  cursor: 0xffffff,
  ansi: [],
  keyboard: false,
  pictures: false,
  files: true,
}

/** How a string ended, since its answer ends alike: BEL, or ST in any form. */
export type Terminator = 'bel' | 'st'

/**
 * `output-query`: an OSC 7501 or 99 that asks. The dispatcher reads these (agents/dispatch); here
 * they only take their turn among the others.
 */
export type TerminalQuery = SequenceQuery | SizeReport | { readonly kind: 'output-query' }
