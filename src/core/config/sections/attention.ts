/** The `[attention]` and `[notifications]` sections. */
import { bool, choice, choices, desktopKey, int, section, text } from '../option.ts'

export const attention = section('Inbox', {
  key: desktopKey(
    'Global shortcut: next tab',
    'Global shortcut that goes to the tab that has been waiting longest, for example "super+j". ' +
      'Your desktop may ask for permission, or choose another key. Leave empty for none; then ' +
      'bind "vibeflow next" in your desktop\'s keyboard settings.',
  ),
})

const channels = ['desktop', 'sound', 'badge', 'urgency', 'toast'] as const
/** @param occasion clause, such as `the bell rings` */
const channelsWhen = (occasion: string) =>
  `How to notify when ${occasion}: desktop notification, sound, launcher badge, window urgency ` +
  'hint, or message in the window ("toast").'

export const notifications = section('Notifications', {
  waiting: choices({
    label: 'When a program needs you',
    default: ['desktop', 'badge', 'urgency'],
    of: channels,
    text: channelsWhen('a program needs you'),
  }),
  error: choices({
    label: 'When a program fails',
    default: ['desktop', 'badge'],
    of: channels,
    text: channelsWhen('a program reports a failure'),
  }),
  done: choices({
    label: 'When a program is done',
    default: ['badge'],
    of: channels,
    text: channelsWhen('a program reports that it is done'),
  }),
  bell: choices({
    label: 'When the bell rings',
    default: ['urgency'],
    of: channels,
    text: channelsWhen('the bell rings'),
  }),
  program: choices({
    label: 'When a program notifies you',
    default: ['desktop'],
    of: channels,
    text: channelsWhen('a program sends a notification (OSC 9, 99 or 777)'),
  }),
  command: choices({
    label: 'When a long command finishes',
    default: [],
    of: channels,
    text: channelsWhen('a long command finishes'),
  }),
  exit: choices({
    label: "When a tab's program exits",
    default: ['toast'],
    of: channels,
    text: channelsWhen("a tab's program exits and the tab stays open"),
  }),
  when: choice({
    label: 'Notify when',
    default: 'unfocused',
    of: ['unfocused', 'always', 'never'],
    text: 'When to notify. "unfocused": not for the active tab of the focused window.',
  }),
  command_after_s: int({
    label: 'Long command threshold (s)',
    default: 10,
    least: 0,
    most: 86_400,
    text: 'Commands that run at least this long count as long.',
  }),
  content: choice({
    label: 'Notification content',
    default: 'full',
    of: ['full', 'title', 'none'],
    text: 'Show everything, only the tab title, or no details in desktop notifications.',
  }),
  respect_dnd: bool({
    label: 'Follow do-not-disturb',
    default: true,
    text: "Follow the desktop's do-not-disturb mode.",
  }),
  quiet_hours: text({
    label: 'Quiet hours',
    default: '',
    pattern: /^$|^\s*([01]?\d|2[0-3]):[0-5]\d\s*-\s*([01]?\d|2[0-3]):[0-5]\d\s*$/,
    allowed: 'two times of day, such as "22:00-07:00", or an empty string',
    text:
      'Turn off desktop notifications and sounds during these hours, for example "22:00-07:00". ' +
      'Leave empty for none.',
  }),
})
