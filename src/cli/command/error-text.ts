import { NoSession, SessionRefusal } from '../client/session-client.ts'
import { exits } from '../../core/clients/exit-codes.ts'
import { CommandError } from './exit-codes.ts'
import { errorMessage } from '../../base/text/error-message.ts'

export function explained(error: unknown): {
  readonly code: string
  readonly exit: number
  readonly message: string
} {
  if (error instanceof CommandError)
    return { code: error.word, exit: error.exit, message: error.message }
  if (error instanceof SessionRefusal)
    return {
      code: error.code,
      exit: exits.refused,
      message:
        `the session refused the request (${error.code}` +
        `${error.reason === null ? '' : `, ${error.reason}`}): ${error.message}`,
    }
  if (error instanceof NoSession)
    return { code: 'no-session', exit: exits['no-session'], message: error.message }
  return {
    code: 'failed',
    exit: exits.failed,
    message: errorMessage(error),
  }
}
