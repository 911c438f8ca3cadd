/** Name of a tab's foreground program, for sentences. */
import { isShell } from '../../../agents/process/shells.ts'
import { shortDirectory } from '../../session/naming/title.ts'
import type { Session } from '../../session/session.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { closeWarning } from '../tabs/closing.ts'
import type { WorkspacePorts } from './workspace-ports.ts'

/** Returns `null` for a shell at its prompt, or if nothing runs or it is unknown. */
export function programInFront(
  { pid }: { readonly pid: number | null },
  foreground: WorkspacePorts['foreground'],
): string | null {
  const found = pid === null ? null : foreground(pid)
  if (found === null || (found.isFirst && found.name !== null && isShell(found.name))) return null
  return safeText(found.name ?? 'a program', nameCharactersMax)
}

/** Returns a sentence about the loss when the tab is closed; `null` if there is none. */
export function runningProgramWarning(
  session: Session,
  foreground: WorkspacePorts['foreground'],
  home: string,
): string | null {
  if (session.program.pid === null && session.queue.prompts.length === 0) return null
  const front = session.program.pid === null ? null : foreground(session.program.pid)
  const directory = front?.directory ?? session.identity.directory
  return closeWarning(
    { ...session.view(), place: shortDirectory(directory, home) },
    programInFront(session.program, foreground),
    front?.stopped ?? null,
  )
}
