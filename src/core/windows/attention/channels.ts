/** What attention and notifications read of the options: [attention], [notifications] and [ui]. */
import { defaults, type Options } from '../../config/table.ts'

/** What a notification is about. `program`: a program's own, by OSC 9, 99 or 777. */
export type Category = 'waiting' | 'error' | 'done' | 'bell' | 'program' | 'command' | 'exit'

/** Ways to reach the user. */
export type Channel = 'desktop' | 'sound' | 'badge' | 'urgency' | 'toast'

export type NotificationOptions = Options['notifications']
export type AttentionOptions = Options['attention']
export type NotificationCenterOptions = Pick<Options, 'attention' | 'notifications' | 'ui'>

export const { attention: attentionDefaults, notifications: notificationDefaults } = defaults
