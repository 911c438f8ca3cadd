/** The `[log]` section. */
import { choice, section } from '../option.ts'

export const log = section('Log', {
  level: choice({
    label: 'Log level',
    default: 'warn',
    of: ['error', 'warn', 'info', 'debug'],
    text: 'Minimum level of messages in the log.',
  }),
})
