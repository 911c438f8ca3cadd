/** Options of attention and notices with their defaults (behaviour/config.md [attention], [notifications], [ui]). */
import type { DisplayState } from '../ipc/contract.ts'
import type { QuietHours } from './quiet-hours.ts'

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

export const attentionDefaults: AttentionOptions = { include: ['waiting', 'error', 'done'], order: 'urgency', snoozeMin: 10, acrossWindows: true }

export const notificationDefaults: NotificationOptions = {
  channels: {
    waiting: ['desktop', 'badge', 'urgency'], error: ['desktop', 'badge'], done: ['badge'],
    bell: ['urgency'], program: ['desktop'], command: [], exit: ['toast'],
  },
  when: 'unfocused', doneDelayMs: 2_000, commandAfterS: 10, maxPerMinute: 20, content: 'full', respectDnd: true, quietHours: null,
}

export const tellDefaults: TellOptions = { notifications: notificationDefaults, attention: attentionDefaults, tray: 'auto', badge: 'auto' }
