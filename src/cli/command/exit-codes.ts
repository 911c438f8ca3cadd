/** Exit codes of the command (docs/reference/session-socket.md), and the error that ends a verb. */

export const exits = {
  done: 0,
  failed: 1,
  usage: 2,
  configuration: 3,
  'no-session': 4,
  refused: 5,
  'no-hello': 6,
  'all-ended': 7,
  'time-over': 124,
  'cannot-start': 127,
} as const

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
