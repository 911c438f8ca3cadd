/**
 * A layout: the tabs of a window, how each is divided, and what its panes run. It is saved in a
 * file that people can write (docs/layouts.md). Pure.
 */
import type { KeptSplit } from '../panes/arrangement.ts'
import type { Command } from '../../../base/command.ts'

export interface LayoutPane {
  /** Absent: the user's shell. It is shown, and starts when the user says so, never before. */
  readonly command?: Command
  /** An absolute folder; absent: where a new tab of the window begins. */
  readonly folder?: string
  readonly profile?: string
  readonly title?: string
}

export interface SavedLayout {
  /** Every pane, tab after tab. */
  readonly panes: readonly LayoutPane[]
  /** How tabs that have several are divided; a pane is named by its index in `panes`, as text. */
  readonly splits: readonly KeptSplit[]
  /** Index of the pane with the focus of the tab in view. */
  readonly active: number
}

const namePattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/

/** It names a file, and stands in a shell's line without quotes. */
export function isLayoutName(name: string): boolean {
  return namePattern.test(name)
}

export const badLayoutName =
  'A layout has a name of at most 64 letters, digits and . _ -, which begins with none of . and -.'
