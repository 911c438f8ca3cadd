/** The file that a process runs: what runs the same program again. */
import { baseName } from '../../base/text/base-name.ts'
import { interpreterOf, scriptOf } from './interpreter.ts'

/**
 * Returns the executable, or the script that an interpreter was started with. The process's own
 * name and its first word prove nothing, and are not used.
 *
 * @param exe absolute path of the executable, without links; `null` if the kernel does not show it
 * @param argv words of its command line
 * @returns `null` if the interpreter runs a module, a line or its input
 */
export function ranFile(exe: string | null, argv: readonly string[]): string | null {
  const interpreter = exe === null ? null : interpreterOf(baseName(exe))
  if (interpreter === null) return exe
  const script = scriptOf(interpreter, argv)
  return script === null || script.isModule ? null : script.word
}

/** Returns whether the path is absolute and names each of its directories once: no `.`, no `..`. */
export function isPlainPath(path: string): boolean {
  return (
    path.startsWith('/') &&
    path
      .slice(1)
      .split('/')
      .every((part) => part !== '' && part !== '.' && part !== '..')
  )
}
