/**
 * A window's tabs, splits and commands, saved in a file (docs/guides/layouts-and-profiles.md).
 * Pure.
 */
import type { KeptSplit } from '../panes/arrangement.ts'
import type { Command } from '../../../base/command.ts'

export interface LayoutPane {
  /** Absent for the user's shell. A command is shown, and runs only when the user starts it. */
  readonly command?: Command
  /** Absolute path; absent for the directory of a new tab. */
  readonly folder?: string
  readonly profile?: string
  readonly title?: string
}

export interface SavedLayout {
  /** All panes, tab by tab. */
  readonly panes: readonly LayoutPane[]
  /** Splits of tabs with several panes, which are named by their index in `panes`. */
  readonly splits: readonly KeptSplit[]
  /** Index of the focused pane of the active tab. */
  readonly active: number
}

const namePattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/

/** Whether it can be a file name and needs no shell quotes. */
export function isLayoutName(name: string): boolean {
  return namePattern.test(name)
}

export const badLayoutName =
  'Use up to 64 letters, digits, ".", "_" and "-". The name can\'t start with "." or "-".'
