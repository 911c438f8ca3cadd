/** Reads and awaits states of sessions, for verbs and for `vibeflow mcp`. */
import type { StatusUpdate, StateMessage } from '../../core/clients/socket/messages.ts'
import { CommandError, failure } from '../command/exit-codes.ts'
import { connectionLost, reach, type ReachContext, type SessionTarget } from './target.ts'
import type { VerbContext } from '../command/verb.ts'
import { withSession } from '../verbs/input.ts'

/** Returns STATE with the reasons of the Why panel. Rejects with `CommandError`. */
export function reasonsOf(context: ReachContext, target: SessionTarget): Promise<StateMessage> {
  let report: StateMessage | null = null
  const events = {
    state: (state: StateMessage) => {
      report = state
    },
  }
  return withSession(context, target, { events }, async (client) => {
    await client.subscribe({ state: true, why: true })
    if (report === null)
      throw failure(
        `session ${target.id} did not explain its state. It may run another version of vibeflow.`,
      )
    return report as StateMessage
  })
}

/** Waits until no limit of the agent's account is reached. */
export const limitReset = 'limit-reset'

/** Returns the wanted state that a message reports, or `null`. */
function reachedBy({ state, limitedUntil }: StateMessage, until: readonly string[]): string | null {
  if (until.includes(state)) return state
  const isLimited = typeof limitedUntil === 'number' && limitedUntil > Date.now()
  return until.includes(limitReset) && !isLimited ? limitReset : null
}

interface Reached {
  readonly target: SessionTarget
  readonly state: string
  readonly since: number | null
}
interface Wanted {
  readonly until: readonly string[]
  readonly next: boolean
  readonly timeoutMs: number | null
  /** Cancels the wait. */
  readonly signal?: AbortSignal
}

/**
 * Returns the first session that shows a wanted state. Rejects with the signal's reason if
 * canceled.
 * @throws CommandError
 */
export function firstToShow(
  context: ReachContext & Pick<VerbContext, 'complain'>,
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
                reject(new CommandError('time-over', `timed out after ${timeoutMs / 1_000} s.`)),
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
    /** Handles a lost connection. Without EXIT or `exited`, the socket may be turned off. */
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
            : new CommandError('all-ended', 'all sessions ended first.'),
        ),
      )
    }
    for (const target of targets) {
      let [ended, reported] = [false, false]
      let begun = !next // the first STATE is the current one
      const state = (message: StateMessage) => {
        const state = reachedBy(message, until)
        if (begun && state !== null) settle(() => resolve({ target, state, since: message.since }))
        begun = true
      }
      // A client without WELCOME gets no EXIT, only this status.
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
          // `closed` reports the end of the connection
          else client.subscribe({ state: true }).catch(() => undefined)
        },
        (error: unknown) => {
          if (!reported) settle(() => reject(error))
        },
      )
    }
  })
}
