/**
 * Options of attention and notices with their defaults (behaviour/config.md [attention],
 * [notifications], [ui]).
 */
import type { DisplayState } from '../ipc/contract.ts'
import { defaults, type Options } from '../config/table.ts'
import { parseQuietHours, type QuietHours } from './quiet-hours.ts'

/** What a notice is about. `program`: a program's own, by OSC 9, 99 or 777. */
export type Category = 'waiting' | 'error' | 'done' | 'bell' | 'program' | 'command' | 'exit'

/** Ways to reach the user. */
export type Channel = 'desktop' | 'sound' | 'badge' | 'urgency' | 'toast'

export interface NotificationOptions {
  readonly channels: Readonly<Record<Category, readonly Channel[]>>
  /** `unfocused`: not for the tab in front of a focused window. */
  readonly when: 'unfocused' | 'always' | 'never'
  /** A tab that works again within it was not done. */
  readonly doneDelayMs: number
  /** Shorter commands are none of your business. */
  readonly commandAfterS: number
  /** Beyond so many notices of the desktop in a minute one sums them up. */
  readonly maxPerMinute: number
  /** How much of what a tab says leaves the window: all, its title, or nothing. */
  readonly content: 'full' | 'title' | 'none'
  readonly respectDnd: boolean
  readonly quietHours: QuietHours | null
}

export interface AttentionOptions {
  /** States that ask for the user. */
  readonly include: readonly DisplayState[]
  /** `urgency`: then the oldest first. */
  readonly order: 'urgency' | 'oldest'
  readonly snoozeMin: number
  /** Other windows' tabs are gone to as well. */
  readonly acrossWindows: boolean
}

export interface TellOptions {
  readonly notifications: NotificationOptions
  readonly attention: AttentionOptions
  /** A picture in the desktop's tray. `auto`: from the first time on that a tab needs you. */
  readonly tray: 'auto' | 'on' | 'off'
  /** A number at the launcher. `auto`: where the desktop has it. */
  readonly badge: 'auto' | 'on' | 'off'
}

/** What the configuration says of it. */
export function tellOptions({ notifications, attention, ui }: Options): TellOptions {
  const { waiting, error, done, bell, program, command, exit } = notifications
  return {
    notifications: {
      channels: { waiting, error, done, bell, program, command, exit },
      when: notifications.when,
      doneDelayMs: notifications.done_delay_ms,
      commandAfterS: notifications.command_after_s,
      maxPerMinute: notifications.max_per_minute,
      content: notifications.content,
      respectDnd: notifications.respect_dnd,
      quietHours: parseQuietHours(notifications.quiet_hours),
    },
    attention: {
      include: attention.include,
      order: attention.order,
      snoozeMin: attention.snooze_min,
      acrossWindows: attention.across_windows,
    },
    tray: ui.tray,
    badge: ui.badge,
  }
}

export const tellDefaults: TellOptions = tellOptions(defaults)
export const { attention: attentionDefaults, notifications: notificationDefaults } = tellDefaults
