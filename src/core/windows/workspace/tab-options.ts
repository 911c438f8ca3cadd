/** With what a tab is opened, and the options by which it ends and asks. Pure. */
import type { Profile } from '../../config/sections/profiles.ts'
import type { Options } from '../../config/table.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { Command } from '../../../base/command.ts'
import type { RuleWord } from '../../session/launch/restart-rule.ts'
import type { ProgramExit } from '../../session/ports.ts'
import { shellFailsWithinMs } from './limits.ts'

export interface TabOptions {
  /** Absent: the user's shell. */
  readonly command?: Command
  readonly directory: string
  /** Name of its profile. One that is not there counts as none. */
  readonly profile?: string
  /** `--title`: sticky, but for a name typed by the user. */
  readonly title?: string
  /**
   * Whatever the option says: `hold` of `--hold`, `close` of `--wait`, which would never come back
   * from a tab that stays.
   */
  readonly onExit?: Options['tabs']['on_exit']
  /** Shell and variables by whoever asked for it; absent: as for every tab of this window. */
  readonly launch?: (options: Options) => {
    readonly shell: Command
    readonly environment: Environment
  }
  readonly ended?: (exit: ProgramExit) => void
  /** What it shows is there once: it is neither reopened nor restored. */
  readonly once?: boolean
  /** What its shell says it was, where it begins in another folder than it should. */
  readonly word?: Extract<RuleWord, 'duplicated' | 'opened'>
  /** Of the last run. */
  readonly restored?: boolean
  /** Its command waits until the user starts it: that of a layout, or of the last run. */
  readonly waits?: boolean
  /**
   * Where its shell begins if `directory` is no folder: the first of these that is one. Absent:
   * nowhere.
   */
  readonly instead?: readonly string[]
}

/** What a tab of this profile runs. */
export function profileCommand({
  command: [program, ...args],
}: Profile): Pick<TabOptions, 'command'> {
  return program === undefined ? {} : { command: { program, args } }
}

/** By what tabs end and ask: `tabs.on_exit`, `ui.confirm_on_close`, `bell.attention`. */
export type TabRules = Pick<Options, 'bell' | 'tabs' | 'ui'>

/**
 * `tabs.on_exit`. A program that was ended by a signal has not succeeded. A shell that is left has
 * the exit code of its last command, which says nothing of the shell.
 * @param shellRanMs how long it ran, where it is the user's shell; else null
 */
export function closesOnExit(
  onExit: Options['tabs']['on_exit'],
  { code, signal }: ProgramExit,
  shellRanMs: number | null,
): boolean {
  const succeeded = code === 0 && signal === null
  switch (onExit) {
    case 'hold':
      return false
    case 'close':
      return true
    case 'close_on_success':
      return succeeded
    case 'auto':
      return (
        shellRanMs !== null && signal === null && (succeeded || shellRanMs >= shellFailsWithinMs)
      )
  }
}
