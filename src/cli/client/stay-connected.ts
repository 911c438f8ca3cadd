/** Reconnects to a session after 1 s, doubling up to 30 s. Each connection is a new client. */
import { SessionClient, type ConnectOptions } from './session-client.ts'

export interface StayOptions extends ConnectOptions {
  /** Called for each connection: subscribe again. */
  readonly connected: (client: SessionClient) => void
  /** Called when a connection was lost or failed, with the delay to the next attempt. */
  readonly waiting?: (delayMs: number) => void
  /** Returns a number in [0, 1). For tests. */
  readonly random?: () => number
  readonly firstDelayMs?: number
}

export const delayFirstMs = 1_000
export const delayMaxMs = 30_000

/** @returns ends it */
export function stayConnected(
  path: string,
  {
    connected,
    waiting,
    random = Math.random,
    firstDelayMs = delayFirstMs,
    events = {},
    ...options
  }: StayOptions,
): () => void {
  let over = false
  let delayMs = firstDelayMs
  let timer: NodeJS.Timeout | null = null
  let client: SessionClient | null = null
  const again = () => {
    if (over) return
    // Jitter, so that many clients do not reconnect simultaneously.
    const wait = delayMs * (0.5 + random() / 2)
    delayMs = Math.min(delayMaxMs, delayMs * 2)
    waiting?.(wait)
    timer = setTimeout(() => void go(), wait)
  }
  const go = async () => {
    try {
      client = await SessionClient.connect(path, {
        ...options,
        events: {
          ...events,
          closed: () => {
            client = null
            events.closed?.()
            again()
          },
        },
      })
    } catch {
      again() // not there yet, or ended
      return
    }
    if (over) {
      client.close()
      return
    }
    delayMs = firstDelayMs
    connected(client)
  }
  void go()
  return () => {
    over = true
    if (timer !== null) clearTimeout(timer)
    client?.close()
  }
}
