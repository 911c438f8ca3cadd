/** The `[attention]` and `[notifications]` sections. */
import { bool, choice, choices, desktopKey, int, section, text } from '../option.ts'

export const attention = section('Tabs that need you', {
  key: desktopKey(
    'A key of the whole desktop that goes to the tab that needs you and has waited longest, ' +
      'written as in [shortcuts]: "super+j". The desktop may ask you, and choose another. "": ' +
      'none; then bind "vibeflow next" in the settings of the desktop.',
  ),
})

const channels = ['desktop', 'sound', 'badge', 'urgency', 'toast'] as const

export const notifications = section('Desktop notifications and other channels', {
  waiting: choices({
    default: ['desktop', 'badge', 'urgency'],
    of: channels,
    text: 'Channels when a program needs you.',
  }),
  error: choices({
    default: ['desktop', 'badge'],
    of: channels,
    text: 'Channels when a program has failed.',
  }),
  done: choices({ default: ['badge'], of: channels, text: 'Channels when a program is done.' }),
  bell: choices({ default: ['urgency'], of: channels, text: 'Channels for the bell.' }),
  program: choices({
    default: ['desktop'],
    of: channels,
    text: 'Channels for notifications sent by programs (OSC 9, 99, 777).',
  }),
  command: choices({
    default: [],
    of: channels,
    text: 'Channels when a long command has finished.',
  }),
  exit: choices({
    default: ['toast'],
    of: channels,
    text: "Channels when a tab's program has ended with an error.",
  }),
  when: choice({
    default: 'unfocused',
    of: ['unfocused', 'always', 'never'],
    text: '"unfocused": not for the active tab of the focused window.',
  }),
  command_after_s: int({
    default: 10,
    least: 0,
    most: 86_400,
    text: 'Minimum duration of a long command.',
  }),
  content: choice({
    default: 'full',
    of: ['full', 'title', 'none'],
    text: 'What desktop notifications contain: everything, the title, or nothing of the tab.',
  }),
  respect_dnd: bool({
    default: true,
    text: 'Follow the do-not-disturb mode of the desktop.',
  }),
  quiet_hours: text({
    default: '',
    pattern: /^$|^\s*([01]?\d|2[0-3]):[0-5]\d\s*-\s*([01]?\d|2[0-3]):[0-5]\d\s*$/,
    allowed: 'two times of the day, as "22:00-07:00", or an empty text',
    text: 'Time without desktop notifications and sounds, as "22:00-07:00". Empty: none.',
  }),
})
