/**
 * Whether something that happened in a tab becomes a notification, when, and by which channels.
 * Pure: the notification center gathers the facts and does what is decided.
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
  /**
   * A program that dies badly has failed and has ended: both channels' lists apply, and it notifies
   * once.
   */
  readonly categories: readonly Category[]
  /** When it began. */
  readonly at: Millis
  /** With `command`: how long it ran. */
  readonly ranMs?: number
}

export interface AttentionContext {
  /** The tab is the one in view of a window that has the keyboard. */
  readonly inFront: boolean
  /** The user has seen it, or it is no longer so. */
  readonly seen: boolean
  readonly snoozed: boolean
  readonly muted: boolean
  /**
   * Times of the newest notifications on the desktop, any order; and of those that were this tab's.
   */
  readonly shownAt: readonly Millis[]
  readonly ownAt: readonly Millis[]
  readonly soundAt: Millis | null
  /** Minutes since midnight, by the wall clock. */
  readonly minuteOfDay: number
  /** The desktop is asked to keep quiet. */
  readonly doNotDisturb: boolean
}

export type Never = 'seen' | 'snoozed' | 'muted' | 'in front' | 'off' | 'short'

export type Decision =
  | { readonly outcome: 'never'; readonly reason: Never }
  /** To be asked again at that time, with what is so then. */
  | { readonly outcome: 'later'; readonly at: Millis }
  /** `desktop`: a notification of its own, one that sums up, or none. */
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
  //  if                                                        then no notification, because
  if (context.seen) return never('seen')
  if (context.snoozed) return never('snoozed')
  if (context.muted) return never('muted')
  if (options.when === 'never') return never('off')
  if (options.when === 'unfocused' && context.inFront) return never('in front')
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

/** Only what is done can wait; what waits for you notifies at once. */
function isDoneAlone(categories: readonly Category[]): boolean {
  return categories.length === 1 && categories[0] === 'done'
}
