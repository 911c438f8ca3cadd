/** With what a tab is opened, and the rules by which it ends and calls (behaviour/config.md [tabs], [ui] confirm_on_close, [bell] attention). */
import type { Environment } from '../session/environment.ts'
import type { Command } from '../session/launch.ts'

export interface TabOptions {
  /** Absent: the user's shell. */
  readonly command?: Command
  readonly directory: string
  /** Absent: the app's own. */
  readonly environment?: Environment
  /** `--title`: sticky, but for a name typed by the user. */
  readonly title?: string
  /** `--hold`: the tab stays after the end, whatever the option says. */
  readonly hold?: boolean
}

export interface TabRules {
  /** What becomes of a tab whose program has ended. */
  readonly onExit: 'hold' | 'close_on_success' | 'close'
  /** Ask before something that runs is ended. */
  readonly confirmOnClose: boolean
  /** A bell marks the tab of a program that does not speak for itself. */
  readonly bellMarks: boolean
}

export const tabRuleDefaults: TabRules = { onExit: 'hold', confirmOnClose: true, bellMarks: true }
