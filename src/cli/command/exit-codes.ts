/** The error that ends a verb, and the exit codes that many verbs have. */
import { exitMeanings, exits, type ExitTexts } from '../../core/clients/exit-codes.ts'

export type ErrorWord = Exclude<keyof typeof exits, 'done' | 'configuration' | 'cannot-start'>

/** A verb failed; `message` is one or more sentences for the user. */
export class CommandError extends Error {
  readonly word: ErrorWord

  constructor(word: ErrorWord, message: string) {
    super(message)
    this.word = word
  }

  get exit(): number {
    return exits[this.word]
  }
}

export function usageError(message: string): CommandError {
  return new CommandError('usage', message)
}

/** Returns the error for everything that has no exit code of its own. */
export function failure(message: string): CommandError {
  return new CommandError('failed', message)
}

/** Returns 128 + n, the shell convention for a program ended by a signal. */
export function exitOfSignal(signal: number): number {
  return 128 + signal
}

/** Returns the exit codes that most verbs have, and others. */
export function commonExits(others: ExitTexts = {}): ExitTexts {
  const { done, failed, usage } = exitMeanings
  return { done, failed, usage, ...others }
}

/** Returns the exit codes of a verb that connects to a session, and others. */
export function sessionExits(others: ExitTexts = {}): ExitTexts {
  const { refused, 'no-session': noSession, 'no-hello': noHello } = exitMeanings
  return commonExits({ 'no-session': noSession, refused, 'no-hello': noHello, ...others })
}
