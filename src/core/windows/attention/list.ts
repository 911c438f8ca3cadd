/** The tabs that need the user, for status bars, D-Bus and `vibeflow inbox`. Pure. */
import { z } from 'zod'
import { displayState, tabAgent, type TabAgent } from '../tabs/tab-view.ts'
import { snoozeMsMax } from '../../ipc/limits.ts'
import { beganAt, isByState, isSeen, type QueuedTab } from './queue.ts'
import { rawMessage } from './messages.ts'

/** Not strict: another version may send more. */
export const attentionItem = z.object({
  /** Id of the session. */
  id: z.string(),
  title: z.string(),
  project: z.string(),
  /** Empty if unknown. */
  tool: z.string(),
  state: displayState,
  /** With `waiting`, the reason; `bell` or `program` for a call without a needy state. */
  kind: z.enum([...tabAgent.shape.kind.unwrap().options, 'bell', 'program']).optional(),
  /** Profile that names the account of its agent. */
  account: z.string().optional(),
  /** A limit of the account is reached. `until`: ms since the epoch, unless that is days away. */
  limit: z.object({ until: z.number().optional() }).optional(),
  /** In the program's words. */
  message: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  window: z.string(),
  /** The user has looked at it, and it still waits. */
  seen: z.boolean(),
  muted: z.boolean(),
})
export type AttentionItem = Readonly<z.infer<typeof attentionItem>>

export const attentionList = z.object({
  /** Tabs and panes that work. */
  working: z.int().min(0),
  /** In the order of the shortcuts. */
  items: z.array(attentionItem),
})
export type AttentionList = Readonly<z.infer<typeof attentionList>>

/** User actions on an item from outside the windows. */
export const attentionActs = z.union([
  z.strictObject({ act: z.enum(['go', 'acknowledge', 'seen', 'mute', 'unmute']) }),
  z.strictObject({ act: z.literal('snooze'), forMs: z.int().min(1).max(snoozeMsMax) }),
])
export type AttentionAct = Readonly<z.infer<typeof attentionActs>>

/** The target of `next` in one of several apps. */
export const attentionUpNext = z.object({
  /** `null` if all were visited. */
  item: attentionItem.nullable(),
  /** The user is where it last led. */
  isOn: z.boolean(),
})
export type AttentionUpNext = Readonly<z.infer<typeof attentionUpNext>>

interface Surroundings {
  readonly nameOf: (window: string) => string
  /** Converts a time of views to ms since the epoch. */
  readonly sinceEpoch: (at: number) => number
}

/** Returns the item of a queued tab. */
export function itemOf(
  { window, view }: QueuedTab,
  { nameOf, sinceEpoch }: Surroundings,
): AttentionItem {
  const { id, title, project, agent, call, state } = view
  const kind = isByState(view)
    ? state === 'waiting'
      ? (agent?.kind ?? 'other')
      : undefined
    : call?.kind
  return {
    ...{ id, title, project, state, tool: agent?.tool ?? '' },
    ...(kind === undefined ? {} : { kind }),
    ...(view.account === undefined ? {} : { account: view.account }),
    ...(agent?.limit === undefined ? {} : { limit: limitOf(agent.limit, sinceEpoch) }),
    message: rawMessage(view),
    since: Math.round(sinceEpoch(beganAt(view))),
    window: nameOf(window),
    seen: isSeen(view),
    muted: view.muted === true,
  }
}

function limitOf(
  { until }: NonNullable<TabAgent['limit']>,
  sinceEpoch: Surroundings['sinceEpoch'],
): NonNullable<AttentionItem['limit']> {
  return until === undefined ? {} : { until: Math.round(sinceEpoch(until)) }
}
