/**
 * What the command's exit says (docs/socket.md), and the one kind of error that
 * ends a verb.
 */

export const exits = {
  done: 0,
  failed: 1,
  usage: 2,
  configuration: 3,
  noSession: 4,
  refused: 5,
  noHello: 6,
  allEnded: 7,
  timeOver: 124,
  cannotStart: 127,
} as const

export type ErrorWord =
  | 'failed'
  | 'usage'
  | 'no-session'
  | 'refused'
  | 'no-hello'
  | 'all-ended'
  | 'time-over'

const exitOf: Readonly<Record<ErrorWord, number>> = {
  failed: exits.failed,
  usage: exits.usage,
  'no-session': exits.noSession,
  refused: exits.refused,
  'no-hello': exits.noHello,
  'all-ended': exits.allEnded,
  'time-over': exits.timeOver,
}

/** A verb could not do what was asked; `message` is one or more sentences for people. */
export class CommandError extends Error {
  readonly word: ErrorWord

  constructor(word: ErrorWord, message: string) {
    super(message)
    this.word = word
  }

  get exit(): number {
    return exitOf[this.word]
  }
}

/** 128 + n, as shells say that a signal ended a program. */
export function exitOfSignal(signal: number): number {
  return 128 + signal
}
