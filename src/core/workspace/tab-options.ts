/** With what a tab is opened, and how it ends (behaviour/config.md [tabs], [ui] confirm_on_close). */
import type { Command } from '../session/launch.ts'

export interface TabOptions {
  /** Absent: the user's shell. */
  readonly command?: Command
  readonly directory: string
  /** `--title`: sticky, but for a name typed by the user. */
  readonly title?: string
  /** `--hold`: the tab stays after the end, whatever the option says. */
  readonly hold?: boolean
}

export interface ClosingOptions {
  /** What becomes of a tab whose program has ended. */
  readonly onExit: 'hold' | 'close_on_success' | 'close'
  /** Ask before something that runs is ended. */
  readonly confirmOnClose: boolean
}

export const closingDefaults: ClosingOptions = { onExit: 'hold', confirmOnClose: true }
