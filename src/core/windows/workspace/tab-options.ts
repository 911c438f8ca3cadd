/** Options for opening a tab, and rules for closing. Pure. */
import type { Profile } from '../../config/sections/profiles.ts'
import type { Options } from '../../config/table.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { ResumeHint } from '../../../agents/resume/hint.ts'
import type { Command } from '../../../base/command.ts'
import type { RuleWord } from '../../session/launch/restart-rule.ts'
import type { ProgramExit, ProgramLimits } from '../../session/ports.ts'
import { shellFailsWithinMs } from './limits.ts'

export interface TabOptions {
  /** Absent for the user's shell. */
  readonly command?: Command
  readonly directory: string
  /** Name of its profile; a missing profile is ignored. */
  readonly profile?: string
  /** `--title`: kept unless the user renames the tab. */
  readonly title?: string
  /** Overrides the option: `hold` for `--hold`, `close` for `--wait`. */
  readonly onExit?: Options['tabs']['on_exit']
  /** Shell and environment of the requester; absent for the window's. */
  readonly launch?: (options: Options) => {
    readonly shell: Command
    readonly environment: Environment
  }
  readonly ended?: (exit: ProgramExit) => void
  /** It is neither reopened nor restored. */
  readonly once?: boolean
  /** It starts without a window. */
  readonly detached?: boolean
  /** Verb of the rule line if its shell starts in another directory. */
  readonly word?: Extract<RuleWord, 'duplicated' | 'opened'>
  /** Resumes this conversation, which the user chose, at the prompt of its shell. */
  readonly conversation?: ResumeHint
  /** From the last run. */
  readonly restored?: boolean
  /** Its command, from a layout or the last run, waits for the user. */
  readonly waits?: boolean
  readonly instead?: readonly string[]
}

/** Returns the command of a profile. */
export function profileCommand({
  command: [program, ...args],
}: Profile): Pick<TabOptions, 'command'> {
  return program === undefined ? {} : { command: { program, args } }
}

/** Returns the limits of a profile's tabs; `undefined` without any. */
export function profileLimits(profile?: Profile): ProgramLimits | undefined {
  const { memory_high_gb: high = 0, memory_max_gb: max = 0 } = profile ?? {}
  const weight = profile?.cpu_weight ?? 100
  const found = {
    ...(high === 0 ? {} : { memoryHigh: Math.round(high * 1e9) }),
    ...(max === 0 ? {} : { memoryMax: Math.round(max * 1e9) }),
    ...(weight === 100 ? {} : { cpuWeight: weight }),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Options about closing: `tabs.on_exit`, `ui.confirm_on_close`, `bell.attention`. */
export type TabRules = Pick<Options, 'tabs' | 'ui'>

/**
 * Applies `tabs.on_exit`. A program that was ended by a signal, or whose end is unknown, has not
 * succeeded. A shell's exit code is that of its last command and does not show whether the shell
 * itself failed.
 * @param shellRanMs run time of the user's shell; `null` for other programs
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
        shellRanMs !== null &&
        signal === null &&
        code !== null &&
        (succeeded || shellRanMs >= shellFailsWithinMs)
      )
  }
}
