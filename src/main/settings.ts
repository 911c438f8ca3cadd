/** Brings the configuration to all windows, its problems to their banners, and opens it in an editor. */
import { problemLine, toldProblems, type Problem, type ToldProblem } from '../core/config/problem.ts'
import { SaidProblems } from '../core/config/said-problems.ts'
import type { Configuration, ConfigurationEvents } from '../host/config/configuration.ts'
import type { Command } from '../core/session/launch.ts'
import { anyTerminalEditor, editorCommand, makeConfiguration, openOnDesktop } from '../host/config/open-in-editor.ts'
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
  const said = new SaidProblems()
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
        logProblems(log, said.fresh(problems))
      },
      notice: (text, instead) => {
        log.write('warn', text)
        for (const workspace of instance?.workspaces ?? []) workspace.notice('notice', text, undefined, instead)
      },
      read: () => { for (const { texts } of instance?.workspaces ?? []) texts.reread() },
    },
    began: (started) => { instance = started; said.fresh(configuration().problems) }, // the log has them already
  }
}

/** What nobody is shown is found in the log: numbers that were moved into their bounds. */
export function logProblems(log: Log, problems: readonly Problem[]): void {
  for (const problem of problems) log.write(problem.severity === 'error' ? 'error' : 'warn', problemLine(problem))
}

/** @param more of other files beside it */
export function complaintOf({ file, problems: own }: Configuration, more: readonly Problem[] = []): { readonly file: string; readonly problems: readonly ToldProblem[] } {
  return { file, problems: toldProblems([...own, ...more]) }
}

interface Opening {
  /** Opens a tab that runs this. */
  readonly tab: (command: Command) => void
  /** Says it in the window, until it is waved away. `editor`: one that can be offered. */
  readonly told: (text: string, editor?: string) => void
  /** The user took the editor that was offered. */
  readonly inTerminal: boolean
}

/** docs/decisions/opening-the-configuration.md */
export async function openConfiguration(file: string, { tab, told, inTerminal }: Opening): Promise<void> {
  const problem = makeConfiguration(file)
  if (problem !== null) { told(problem); return }
  const offered = anyTerminalEditor(file, process.env)
  const editor = editorCommand(file, process.env) ?? (inTerminal ? offered?.command ?? null : null)
  if (editor !== null) tab(editor)
  else if (!await openOnDesktop(file)) told(`No editor opened ${file}: the desktop has none for it, and VISUAL and EDITOR are not set. What you save in it is in force at once.`, offered?.name)
}
