/** Starts and stops broadcasting, with a toast. */
import type { SessionId } from '../../../core/ids.ts'
import type { Page } from '../../page.ts'

export function beginBroadcast(page: Page, sessions: readonly SessionId[]): void {
  page.notices.say(
    page.state.broadcast.begin(sessions)
      ? `What you type goes to ${sessions.length} terminals`
      : 'There is only one terminal to type into',
  )
}

export function endBroadcast(page: Page): void {
  page.state.broadcast.end()
  page.notices.say('What you type goes to one terminal again')
}
