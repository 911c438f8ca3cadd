/** Channels of notifications, and the options that choose them: [notifications] and [ui]. */
import { defaults, type Options } from '../../config/table.ts'

/** The subject of a notification. `program`: sent by a program with OSC 9, 99 or 777. */
export type Category = 'waiting' | 'error' | 'done' | 'bell' | 'program' | 'command' | 'exit'

export type Channel = 'desktop' | 'sound' | 'badge' | 'urgency' | 'toast'

export type NotificationOptions = Options['notifications']
export type NotificationCenterOptions = Pick<Options, 'notifications' | 'ui'>

export const { notifications: notificationDefaults } = defaults
