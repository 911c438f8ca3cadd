/** What a session shows, and until it shows something: for verbs and for `vibeflow mcp`. */
import type { StatusUpdate, StateMessage } from '../core/clients/socket/messages.ts'
import { CommandError } from './exit-codes.ts'
import { connectionLost, reach, type SessionTarget } from './target.ts'
import type { VerbContext } from './verb.ts'
import { withSession } from './verbs/input.ts'

/** STATE with its reasons, which hold all of the Why panel. Throws `CommandError`. */
export function reasonsOf(
  context: Pick<VerbContext, 'version' | 'values'>,
  target: SessionTarget,
): Promise<StateMessage> {
  let report: StateMessage | null = null
  const events = {
    state: (state: StateMessage) => {
      report = state
    },
  }
  return withSession(context, target, { events }, async (client) => {
    await client.subscribe({ state: true, why: true })
    if (report === null) throw new CommandError('failed', `session ${target.id} gave no reasons.`)
    return report as StateMessage
  })
}

export interface Reached {
  readonly target: SessionTarget
  readonly state: string
  readonly since: number | null
}
interface Wanted {
  readonly until: readonly string[]
  readonly next: boolean
  readonly timeoutMs: number | null
  /** Nobody waits for it any more. */
  readonly signal?: AbortSignal
}

/**
 * The first session that shows what is wanted. Throws `CommandError`; rejects with the reason of
 * the signal when that comes first.
 */
export function firstToShow(
  context: Pick<VerbContext, 'version' | 'values' | 'complain'>,
  targets: readonly SessionTarget[],
  { until, next, timeoutMs, signal }: Wanted,
): Promise<Reached> {
  return new Promise((resolve, reject) => {
    const closers: (() => void)[] = []
    let left = targets.length
    const timer =
      timeoutMs === null
        ? null
        : setTimeout(
            () =>
              settle(() =>
                reject(
                  new CommandError('time-over', `nothing of that after ${timeoutMs / 1_000} s.`),
                ),
              ),
            timeoutMs,
          )
    let settled = false
    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      if (timer !== null) clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      for (const close of closers) close()
      act()
    }
    const aborted = (): void => settle(() => reject(signal?.reason))
    signal?.addEventListener('abort', aborted)
    const lost: string[] = []
    /**
     * A connection is gone. Only EXIT, or word of it, says that the program has ended: the socket
     * may have been turned off.
     */
    const gone = (target: SessionTarget, ended: boolean) => {
      if (settled) return
      if (ended && until.includes('exit')) {
        settle(() => resolve({ target, state: 'exit', since: null }))
        return
      }
      if (!ended) lost.push(target.id)
      left -= 1
      if (left > 0) {
        if (!ended) context.complain(`${connectionLost(target.id)} Waiting for the others.`)
        return
      }
      settle(() =>
        reject(
          lost.length > 0
            ? new CommandError('no-session', connectionLost(...lost))
            : new CommandError('all-ended', 'every session ended first.'),
        ),
      )
    }
    for (const target of targets) {
      let [ended, reported] = [false, false]
      let begun = !next // the first STATE says what is shown already
      const state = ({ state: shown, since }: StateMessage) => {
        if (begun && until.includes(shown)) settle(() => resolve({ target, state: shown, since }))
        begun = true
      }
      // Who is connected and has not been greeted yet gets no EXIT, but what all are sent.
      const status = ({ state: said, origin }: StatusUpdate) => {
        ended ||= said === 'exited' && origin === 'vibeflow'
      }
      reach(context, target, {
        events: {
          state,
          status,
          exit: () => {
            ended = true
          },
          closed: () => {
            reported = true
            gone(target, ended)
          },
        },
      }).then(
        (client) => {
          closers.push(() => client.close())
          if (settled) client.close()
          // `closed` reports the connection's end
          else client.subscribe({ state: true }).catch(() => undefined)
        },
        (error: unknown) => {
          if (!reported) settle(() => reject(error))
        },
      )
    }
  })
}
