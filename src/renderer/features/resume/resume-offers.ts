/** Offers to resume agents: texts of the question, and the message after approval. */
import type { Approval } from '../../../core/consent/consent.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import type { Page } from '../../page/page.ts'
import type { ResumePrompt } from '../../state/overlay.ts'

/** Returns the name of the tab's bar in `Bars`. Its other bar starts a command. */
export function barOf(id: string): string {
  return `resume ${id}`
}

export function offersOf(views: readonly TabView[]): readonly ResumePrompt[] {
  return views.flatMap(({ id, title, resume }) =>
    resume === undefined ? [] : [{ id, title, ...resume }],
  )
}

/** Returns the exact texts of a question: each command line and its directory. */
export function textsOf(offers: readonly ResumePrompt[]): readonly string[] {
  return offers.flatMap(({ command, directory }) => [command, directory])
}

export function resumeTitle({ agent, session }: Pick<ResumePrompt, 'agent' | 'session'>): string {
  return `Resume ${agent} session ${session}?`
}

/** Sends only the approved lines and directories. @param offers in the order of `textsOf` */
export function sendApproved(
  page: Pick<Page, 'send'>,
  offers: readonly ResumePrompt[],
  { texts }: Approval,
): void {
  for (const [at, { id }] of offers.entries()) {
    const [command, directory] = texts.slice(2 * at)
    if (command !== undefined && directory !== undefined)
      page.send({ kind: 'session/resume', session: id, accept: { command, directory } })
  }
}
