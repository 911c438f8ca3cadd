/** Starts and stops broadcasting, with a toast. */
import type { SessionId } from '../../../core/ids.ts'
import type { Page } from '../../page/page.ts'

export function beginBroadcast(page: Page, sessions: readonly SessionId[]): void {
  page.notices.say(
    page.state.broadcast.begin(sessions)
      ? `Broadcasting to ${sessions.length} terminals`
      : 'Only one terminal is open',
  )
}

export function endBroadcast(page: Page): void {
  page.state.broadcast.end()
  page.notices.say('Stopped broadcasting')
}
