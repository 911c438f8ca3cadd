/** Channels of notifications, and the options that choose them: [notifications] and [ui]. */
import { defaults, type Options } from '../../config/table.ts'

/** What a notification is about. `program`: a program's own, by OSC 9, 99 or 777. */
export type Category = 'waiting' | 'error' | 'done' | 'bell' | 'program' | 'command' | 'exit'

/** Ways to reach the user. */
export type Channel = 'desktop' | 'sound' | 'badge' | 'urgency' | 'toast'

export type NotificationOptions = Options['notifications']
export type NotificationCenterOptions = Pick<Options, 'notifications' | 'ui'>

export const { notifications: notificationDefaults } = defaults
