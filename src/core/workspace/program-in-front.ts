/** The name of what runs in front of a tab's terminal, for sentences. */
import { isShell } from '../session/launch.ts'
import type { Session } from '../session/session.ts'
import { nameCharactersMax, safeText } from '../text/safe-text.ts'
import { whatIsLost } from '../view/closing.ts'
import type { WorkspacePorts } from './workspace-ports.ts'

/** null: a shell at its prompt, nothing, or nobody can tell. */
export function programInFront({ pid }: { readonly pid: number | null }, foreground: WorkspacePorts['foreground']): string | null {
  const found = pid === null ? null : foreground(pid)
  if (found === null || (found.isFirst && found.name !== null && isShell(found.name))) return null
  return safeText(found.name ?? 'a program', nameCharactersMax)
}

/** What would be lost with this session, in a sentence; null: nothing. */
export function lostWith(session: Session, foreground: WorkspacePorts['foreground']): string | null {
  return session.pid === null ? null : whatIsLost(session.view(), programInFront(session, foreground))
}
