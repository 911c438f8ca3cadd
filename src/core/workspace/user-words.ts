/** What the user says to a tab itself, from any window. */
import { unreachable } from '../assert.ts'
import type { Millis } from '../clock.ts'
import type { PageMessage } from '../ipc/contract.ts'
import type { Session } from '../session/session.ts'

export type UserWord = Extract<
  PageMessage,
  {
    readonly kind:
      | 'tab/acknowledge'
      | 'tab/seen'
      | 'tab/clear-scrollback'
      | 'tab/rename'
      | 'tab/mute'
      | 'tab/snooze'
  }
>

export function tellSession(session: Session, word: UserWord, now: Millis): void {
  switch (word.kind) {
    case 'tab/acknowledge':
      session.tell({ type: 'user', action: 'acknowledge' })
      return
    case 'tab/seen':
      session.tell({ type: 'user', action: 'mark_seen' })
      return
    case 'tab/clear-scrollback':
      session.clearScrollback()
      return
    case 'tab/rename':
      session.rename(word.name)
      return
    case 'tab/mute':
      session.mute(word.muted)
      return
    case 'tab/snooze':
      session.tell(
        word.forMs === null
          ? { type: 'user', action: 'unsnooze' }
          : { type: 'user', action: 'snooze', until: now + word.forMs },
      )
      return
    default:
      unreachable(word)
  }
}
