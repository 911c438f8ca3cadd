import { baseName } from '../../base/text/base-name.ts'
import { interpreterOf, scriptOf } from './interpreter.ts'

/**
 * Returns the file that a process runs: its executable, or the script of an interpreter. The
 * process's name and first argument prove nothing and are ignored.
 *
 * @param exe absolute path of the executable, with links resolved; `null` if the kernel hides it
 * @param argv arguments of the process
 * @returns `null` if the interpreter runs a module, a line of code or its input
 */
export function ranFile(exe: string | null, argv: readonly string[]): string | null {
  const interpreter = exe === null ? null : interpreterOf(baseName(exe))
  if (interpreter === null) return exe
  const script = scriptOf(interpreter, argv)
  return script === null || script.isModule ? null : script.word
}

/** Returns whether the path is absolute and has no empty, `.` or `..` parts. */
export function isPlainPath(path: string): boolean {
  return (
    path.startsWith('/') &&
    path
      .slice(1)
      .split('/')
      .every((part) => part !== '' && part !== '.' && part !== '..')
  )
}
