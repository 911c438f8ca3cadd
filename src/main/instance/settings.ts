/** Reports configuration problems in the log and in the windows' banners. */
import {
  problemLine,
  shownProblems,
  type ConfigProblem,
  type ShownProblem,
} from '../../core/config/problem.ts'
import { ReportedProblems } from '../../core/config/reported-problems.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import type { Configuration, ConfigurationEvents } from '../../host/config/configuration.ts'
import type { Log } from '../../host/files/log.ts'
import type { Workspace } from '../../core/windows/workspace/workspace.ts'

/** Windows that show problems, and the problems of the user's rules. */
interface Windows {
  readonly workspaces: readonly Workspace[]
  readonly ruleProblems: readonly ConfigProblem[]
}

export interface Following {
  readonly events: ConfigurationEvents
  /** Called when windows exist. */
  readonly began: (windows: Windows) => void
}

/** @param named whether the user has named the file, so that its absence is reported */
export function followConfiguration(
  configuration: () => Configuration,
  log: Log,
  named: boolean,
): Following {
  let instance: Windows | null = null
  const said = new ReportedProblems()
  return {
    events: {
      problems: (problems) => {
        for (const workspace of instance?.workspaces ?? [])
          workspace.configuration.showProblems(complaintOf(configuration(), instance?.ruleProblems))
        logProblems(log, said.fresh(problems))
      },
      notice: (text, instead) => {
        log.write('warn', text)
        for (const workspace of instance?.workspaces ?? [])
          workspace.page.notice('notice', text, undefined, instead)
      },
      read: () => {
        for (const { texts } of instance?.workspaces ?? []) texts.reread()
      },
    },
    began: (started) => {
      instance = started
      if (named && !configuration().exists) sayMissing(configuration().file, started)
      said.fresh(configuration().problems)
    }, // the log has them already
  }
}

function sayMissing(file: string, { workspaces }: Windows): void {
  const text =
    `Configuration file ${safeText(file, lineCharactersMax)} doesn't exist. Using defaults. ` +
    '“Open configuration file” creates it.'
  process.stderr.write(`vibeflow: ${text}\n`)
  for (const workspace of workspaces) workspace.page.notice('warning', text)
}

/** Logs problems that are not shown: numbers that were clamped. */
export function logProblems(log: Log, problems: readonly ConfigProblem[]): void {
  for (const problem of problems)
    log.write(problem.severity === 'error' ? 'error' : 'warn', problemLine(problem))
}

/** @param more problems of other files */
export function complaintOf(
  { file, problems: own }: Configuration,
  more: readonly ConfigProblem[] = [],
): { readonly file: string; readonly problems: readonly ShownProblem[] } {
  return { file, problems: shownProblems([...own, ...more]) }
}
