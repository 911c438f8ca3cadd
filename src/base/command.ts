/** What is run: a program and its words, or a line for `/bin/sh`. Pure. */
import { quotedLine as quotedWords } from './text/shell-words.ts'

export interface Command {
  /** A path, or a name to be looked up in PATH. */
  readonly program: string
  readonly args: readonly string[]
}

/** In one line, to be read by people. */
export function commandText({ program, args }: Command): string {
  return [program, ...args].join(' ')
}

/**
 * Returns the command as one line that a POSIX shell would read as exactly this command: the line
 * itself if it is one for `/bin/sh`, else the words, quoted where that is needed.
 */
export function exactCommand(command: Command): string {
  const { program, args } = command
  return lineOf(command) ?? quotedWords([program, ...args], 'sh') ?? commandText(command)
}

/** A line for `/bin/sh`, as people write commands. */
export function shellLine(line: string): { program: string; args: string[] } {
  return { program: '/bin/sh', args: ['-c', line] }
}

/** The line that `shellLine` made it of; null: it is a program and its words. */
export function lineOf({ program, args: [flag, line, ...more] }: Command): string | null {
  const isLine = program === '/bin/sh' && flag === '-c' && more.length === 0
  return isLine && line !== undefined && line !== '' ? line : null
}
