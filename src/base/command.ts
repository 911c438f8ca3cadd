/** Commands: a program with arguments, or a line for `/bin/sh`. */
import { quotedLine as quotedWords } from './text/shell-words.ts'

export interface Command {
  /** A path, or a name that is looked up in PATH. */
  readonly program: string
  readonly args: readonly string[]
}

export function commandText({ program, args }: Command): string {
  return [program, ...args].join(' ')
}

/** Returns the command as one line that a POSIX shell reads as exactly this command. */
export function exactCommand(command: Command): string {
  const { program, args } = command
  return lineOf(command) ?? quotedWords([program, ...args], 'sh') ?? commandText(command)
}

/** Returns the command that runs a line with `/bin/sh`. */
export function shellLine(line: string): { program: string; args: string[] } {
  return { program: '/bin/sh', args: ['-c', line] }
}

/** Returns the line if `shellLine` made the command, else `null`. */
export function lineOf({ program, args: [flag, line, ...more] }: Command): string | null {
  const isLine = program === '/bin/sh' && flag === '-c' && more.length === 0
  return isLine && line !== undefined && line !== '' ? line : null
}
