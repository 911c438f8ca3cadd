/** Explains failures that are caused by a lack of file descriptors. */
import { closeSync, openSync } from 'node:fs'

/** Sentences without a period, by the system's code. */
export const filesProblems: Readonly<Record<string, string>> = {
  EMFILE: 'too many open files. Close some tabs or raise the limit (ulimit -n)',
  ENFILE:
    'too many open files in the system. Quit some programs or raise the limit ' +
    '(sysctl fs.file-max)',
}

/**
 * Returns why this many files cannot be opened at the same time, without a period, or `null` if
 * they can.
 */
export function filesProblem(count: number): string | null {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync('/dev/null', 'r'))
    return null
  } catch (error) {
    return filesProblems[(error as NodeJS.ErrnoException).code ?? ''] ?? null
  } finally {
    for (const file of opened) closeSync(file)
  }
}
