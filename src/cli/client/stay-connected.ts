/**
 * Keeps a connection to one session, on request: reconnects after 1 s, doubling to 30 s with
 * jitter. Each connection is a new client with a new parser.
 */
import { SessionClient, type ConnectOptions } from './session-client.ts'

export interface StayOptions extends ConnectOptions {
  /** A connection is there: subscribe again. */
  readonly connected: (client: SessionClient) => void
  /** It is gone, or could not be made; the next try comes in so many ms. */
  readonly waiting?: (delayMs: number) => void
  /** For tests; a number in [0, 1). */
  readonly random?: () => number
  readonly firstDelayMs?: number
}

export const delayFirstMs = 1_000
export const delayMaxMs = 30_000

/** Returns what ends it. */
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
    // so that many clients of a server that restarts do not come at once
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
      again() // not there yet, or not any more
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
