/** Converts the state machine's drawing to a tab's view of its agent. Pure. */
import type { Drawing } from '../../../agents/state/view.ts'
import type { TabState, TabAgent } from '../../windows/tabs/tab-view.ts'

export interface AgentDrawn {
  readonly state: TabState
  readonly agent: TabAgent
  /** Sentence about why the state is shown, from when the state started. */
  readonly reason: string
  /**
   * The listed tool in the foreground, from /proc. `null` if there is none, or if /proc is not read
   * because an explicit report holds for the session and no prompt would show its end.
   */
  readonly front: string | null
}

export function drawnOf(
  {
    shown,
    since,
    seen,
    snoozedUntil,
    source,
    reason,
    confidence,
    kind,
    tool,
    project,
    message,
    progress,
    exitCode,
    more,
  }: Drawing,
  front: string | null,
): AgentDrawn {
  return {
    state: shown,
    front,
    reason,
    agent: {
      since,
      seen,
      snoozedUntil,
      confidence,
      source,
      tool: tool ?? '',
      more,
      ...(shown === 'waiting' ? { kind: kind ?? 'other' } : {}),
      ...(project === undefined ? {} : { project }),
      ...(message === undefined ? {} : { message }),
      ...(progress === undefined ? {} : { progress: Math.round(progress) }),
      ...(exitCode === null ? {} : { exitCode }),
    },
  }
}

export function sameDrawn(one: AgentDrawn, other: AgentDrawn): boolean {
  // both are flat objects
  const [a, b] = [
    one.agent as Readonly<Record<string, unknown>>,
    other.agent as Readonly<Record<string, unknown>>,
  ]
  const keys = Object.keys(a)
  return (
    one.state === other.state &&
    one.front === other.front &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.is(a[key], b[key]))
  )
}
