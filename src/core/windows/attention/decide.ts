/**
 * Decides whether an event in a tab becomes a notification, when, and over which channels. Pure:
 * the notification center gathers the facts and acts.
 */
import type { Millis } from '../../../base/clock.ts'
import {
  desktopPerMinuteMax,
  doneDelayMs,
  minuteMs,
  soundIntervalMs,
  tabPerMinuteMax,
} from './limits.ts'
import type { Category, Channel, NotificationOptions } from './channels.ts'
import { isQuiet, parseQuietHours } from './quiet-hours.ts'

export interface Happened {
  /** A failed program has also ended: the channels of both apply, in one notification. */
  readonly categories: readonly Category[]
  /** When it started. */
  readonly at: Millis
  /** With `command`: its duration. */
  readonly ranMs?: number
}

export interface AttentionContext {
  /** The tab is active in the focused window. */
  readonly inFront: boolean
  /** A program asks on its terminal: the user who sees the tab sees the question. */
  readonly asksThere: boolean
  /** The user has seen it, or it is over. */
  readonly seen: boolean
  readonly snoozed: boolean
  readonly muted: boolean
  /** Times of recent desktop notifications in any order, and those of this tab. */
  readonly shownAt: readonly Millis[]
  readonly ownAt: readonly Millis[]
  readonly soundAt: Millis | null
  /** Minutes since midnight by the wall clock. */
  readonly minuteOfDay: number
  /** The desktop is in do-not-disturb mode. */
  readonly doNotDisturb: boolean
}

type Never = 'seen' | 'snoozed' | 'muted' | 'in front' | 'off' | 'short'

type Decision =
  | { readonly outcome: 'never'; readonly reason: Never }
  /** Decide again at that time with the facts of then. */
  | { readonly outcome: 'later'; readonly at: Millis }
  /** `desktop`: its own notification, a summary, or none. */
  | {
      readonly outcome: 'now'
      readonly desktop: 'own' | 'summary' | 'none'
      readonly sound: boolean
      readonly urgency: boolean
      readonly toast: boolean
    }

export function decide(
  { categories, at, ranMs = 0 }: Happened,
  context: AttentionContext,
  options: NotificationOptions,
  now: Millis,
): Decision {
  // condition for no notification, and its reason
  if (context.seen) return never('seen')
  if (context.snoozed) return never('snoozed')
  if (context.muted) return never('muted')
  if (options.when === 'never') return never('off')
  if (context.inFront && (options.when === 'unfocused' || context.asksThere))
    return never('in front')
  if (categories.includes('command') && ranMs < options.command_after_s * 1_000)
    return never('short')
  if (isDoneAlone(categories) && now < at + doneDelayMs)
    return { outcome: 'later', at: at + doneDelayMs }

  const wants = (channel: Channel) =>
    categories.some((category) => options[category].includes(channel))
  const quiet =
    (options.respect_dnd && context.doNotDisturb) ||
    isQuiet(parseQuietHours(options.quiet_hours), context.minuteOfDay)
  const inMinute = (times: readonly Millis[]) =>
    times.filter((shown) => shown > now - minuteMs).length
  const tooMany =
    inMinute(context.shownAt) >= desktopPerMinuteMax || inMinute(context.ownAt) >= tabPerMinuteMax
  return {
    outcome: 'now',
    desktop: !wants('desktop') || quiet ? 'none' : tooMany ? 'summary' : 'own',
    sound:
      wants('sound') &&
      !quiet &&
      (context.soundAt === null || now - context.soundAt >= soundIntervalMs),
    urgency: wants('urgency') && !quiet,
    toast: wants('toast'),
  }
}

function never(reason: Never): Decision {
  return { outcome: 'never', reason }
}

/** Only "done" can wait; a waiting tab notifies immediately. */
function isDoneAlone(categories: readonly Category[]): boolean {
  return categories.length === 1 && categories[0] === 'done'
}
