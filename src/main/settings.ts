/** Brings the configuration to all windows, its problems to their banners, and opens it in an editor. */
import { problemLine, problemText, type Problem } from '../core/config/problem.ts'
import type { Configuration, ConfigurationEvents } from '../host/config/configuration.ts'
import { editorCommand, makeConfiguration, openOnDesktop } from '../host/config/open-in-editor.ts'
import type { Log } from '../host/log.ts'
import type { Instance } from './instance.ts'
import { configureWindows } from './window.ts'

export interface Following {
  readonly events: ConfigurationEvents
  /** Windows are there from now on. */
  readonly began: (instance: Instance) => void
}

export function followConfiguration(configuration: () => Configuration, log: Log): Following {
  let instance: Instance | null = null
  /** What the log has of the problems that there still are: each is said once. */
  let logged: ReadonlySet<string> = new Set()
  return {
    events: {
      changed: (options) => {
        log.level = options.log.level
        log.write('info', 'the configuration has changed')
        instance?.configure(options)
        configureWindows(options)
      },
      problems: (problems) => {
        for (const workspace of instance?.workspaces ?? []) workspace.complain(complaintOf(configuration(), instance?.ruleProblems))
        logProblems(log, problems.filter((problem) => !logged.has(problemLine(problem))))
        logged = new Set(problems.map(problemLine))
      },
      notice: (text) => {
        log.write('warn', text)
        for (const workspace of instance?.workspaces ?? []) workspace.notice('notice', text)
      },
    },
    began: (started) => { instance = started; logged = new Set(configuration().problems.map(problemLine)) },
  }
}

/** What nobody is shown is found in the log: numbers that were moved into their bounds. */
export function logProblems(log: Log, problems: readonly Problem[]): void {
  for (const problem of problems) log.write(problem.severity === 'error' ? 'error' : 'warn', problemLine(problem))
}

/** @param more of other files beside it */
export function complaintOf({ file, problems: own }: Configuration, more: readonly Problem[] = []): { readonly file: string; readonly problems: readonly { readonly level: 'error' | 'warning'; readonly text: string }[] } {
  const shown = [...own, ...more].filter((problem): problem is Problem & { readonly severity: 'error' | 'warning' } => problem.severity !== 'note')
  return { file, problems: shown.map((problem) => ({ level: problem.severity, text: problemText(problem) })) }
}

/** docs/decisions/opening-the-configuration.md. @param tab opens a tab that runs this */
export async function openConfiguration(file: string, { tab, told }: { readonly tab: (command: NonNullable<ReturnType<typeof editorCommand>>) => void; readonly told: (text: string) => void }): Promise<void> {
  const problem = makeConfiguration(file)
  if (problem !== null) { told(problem); return }
  const editor = editorCommand(file, process.env)
  if (editor !== null) tab(editor)
  else if (!await openOnDesktop(file)) told(`The desktop has no editor for ${file}. Set VISUAL or EDITOR, or open it yourself: what you save is in force at once.`)
}
