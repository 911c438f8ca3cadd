/**
 * What the command's exit says (docs/socket.md), and the one kind of error that
 * ends a verb.
 */

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

/** A verb could not do what was asked; `message` is one or more sentences for people. */
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

/** 128 + n, as shells say that a signal ended a program. */
export function exitOfSignal(signal: number): number {
  return 128 + signal
}
