/**
 * Waits for the program of a tab that was just opened. It begins when the page has sent the tab's
 * size, which takes a moment.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { Session } from '../session.ts'
import type { SocketSession } from '../socket-session.ts'

/**
 * Beyond this the tab is there and its program is not: a page that takes longer has sent its size
 * wrong before (`firstSizeWaitMs`).
 */
export const startWaitMs: Millis = 5_000
const lookMs: Millis = 10

export type StartedSession =
  /** `socket`: null: it has none, or the program has ended already. */
  | { readonly id: string; readonly socket: string | null }
  /** It could not be started; the tab shows why. */
  | { readonly problem: string; readonly failed: true }

/** @param waitMs Infinity: for who does nothing else until the program has begun or cannot */
export function whenStarted(
  session: Pick<Session, 'id' | 'view'> & { readonly socket: Pick<SocketSession, 'path'> },
  clock: Clock,
  waitMs: Millis = startWaitMs,
): Promise<StartedSession> {
  const end = clock.now() + waitMs
  return new Promise((resolve) => {
    const look = () => {
      const { phase, problem = 'The program could not be started.' } = session.view()
      if (phase === 'failed') resolve({ problem, failed: true })
      else if (phase !== 'starting' || clock.now() >= end)
        resolve({ id: session.id, socket: session.socket.path })
      else clock.after(lookMs, look)
    }
    look()
  })
}
