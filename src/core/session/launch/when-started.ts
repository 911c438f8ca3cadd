/** Waits for the program of a new tab, which starts once the page has sent the tab's size. */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { Session } from '../session.ts'
import type { SocketSession } from '../socket-session.ts'

/** Maximum wait. The program of a slower page is still waiting for its size. */
export const startWaitMs: Millis = 5_000
const lookMs: Millis = 10

export type StartedSession =
  /** `socket` is `null` if there is none or the program has already ended. */
  | { readonly id: string; readonly socket: string | null }
  /** The start failed; the tab shows why. */
  | { readonly problem: string; readonly failed: true }

/** @param waitMs Infinity for callers that need the outcome */
export function whenStarted(
  session: Pick<Session, 'id' | 'view'> & { readonly socket: Pick<SocketSession, 'path'> },
  clock: Clock,
  waitMs: Millis = startWaitMs,
): Promise<StartedSession> {
  const end = clock.now() + waitMs
  return new Promise((resolve) => {
    const look = () => {
      const { phase, problem = "Couldn't start the program." } = session.view()
      if (phase === 'failed') resolve({ problem, failed: true })
      else if (phase !== 'starting' || clock.now() >= end)
        resolve({ id: session.id, socket: session.socket.path })
      else clock.after(lookMs, look)
    }
    look()
  })
}
