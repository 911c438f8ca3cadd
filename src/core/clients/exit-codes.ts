/** Exit codes of `vibeflow` and their meanings, for help and documentation. */

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

/** Meanings of the exit codes, for help and documentation. `signal` stands for 128 + n. */
export const exitMeanings = {
  done: 'Success.',
  failed: 'The command failed. The message explains why.',
  usage: 'The arguments are wrong.',
  configuration: 'The configuration has errors.',
  'no-session': 'No session matches, several sessions match, or the session has ended.',
  refused: 'The session refused the request. The message contains its error code.',
  'no-hello': 'The session does not answer HELLO, which this command needs.',
  'all-ended': 'All sessions ended first.',
  'time-over': 'The time limit has passed.',
  'cannot-start': 'The program cannot be started.',
  signal: 'Ended by signal n, for example 130 after Ctrl+C.',
  program: 'Exit code of the program.',
} as const

type ExitName = keyof typeof exitMeanings

/** The exit codes of a verb, with their meanings. */
export type ExitTexts = Readonly<Partial<Record<ExitName, string>>>

/** The exit codes of `vibeflow` without a verb. */
export const startExits: ExitTexts = {
  done: exitMeanings.done,
  failed: exitMeanings.failed,
  usage: exitMeanings.usage,
  configuration:
    'The configuration has errors (--check-config, --print-config, --list-actions, -o).',
  'cannot-start': 'With --wait: the program cannot be started.',
  signal: 'With --wait: signal n ended the program.',
  program: 'With --wait: exit code of the program.',
}

/** Returns code and meaning, in the order of the codes. */
export function exitRows(texts: ExitTexts): readonly (readonly [code: string, text: string])[] {
  return (Object.keys(exitMeanings) as ExitName[]).flatMap((name) => {
    const text = texts[name]
    if (text === undefined) return []
    const code = name === 'signal' ? '128+n' : name === 'program' ? 'other' : String(exits[name])
    return [[code, text] as const]
  })
}
