/**
 * What a page says of one tab that is its session's own matter. A tab that is gone is passed over.
 */
import { unreachable } from '../assert.ts'
import type { PageMessage } from '../ipc/contract.ts'
import type { Viewing } from '../session/delivery.ts'
import type { Session } from '../session/session.ts'

type TabWord =
  | Extract<
      PageMessage,
      { readonly kind: 'tab/input' | 'tab/mouse' | 'tab/paste-cancel' | 'tab/take-size' }
    >
  | Viewing

export function passToSession(session: Session | undefined, message: TabWord): void {
  if (session === undefined) return
  switch (message.kind) {
    case 'tab/input':
      session.input('keys', message.bytes)
      return
    case 'tab/mouse':
      session.input('mouse', message.bytes)
      return
    case 'tab/paste-cancel':
      session.cancelPaste()
      return
    case 'tab/take-size':
      session.takeSize()
      return
    case 'tab/frames':
    case 'tab/drawn':
    case 'tab/rows-taken':
    case 'tab/want-rows':
    case 'tab/view':
    case 'tab/lay-out':
      session.viewed(message)
      return
    default:
      unreachable(message)
  }
}
