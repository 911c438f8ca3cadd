/** Explains why a file cannot be read or written, and how to fix that. */
import { dirname } from 'node:path'
import { type CommandError, failure } from './exit-codes.ts'

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

export function unreadable(path: string, error: unknown): CommandError {
  const code = codeOf(error)
  const why =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? `${path} does not exist.`
      : code === 'EISDIR'
        ? `${path} is a directory. Choose a file in it.`
        : code === 'EACCES'
          ? `can't read ${path}: permission denied.`
          : `can't read ${path} (${code}).`
  return failure(why)
}

export function unwritable(path: string, error: unknown): CommandError {
  const code = codeOf(error)
  const why =
    code === 'EEXIST'
      ? `${path} already exists. Choose another file name.`
      : code === 'ENOENT' || code === 'ENOTDIR'
        ? `can't write ${path}: the directory ${dirname(path)} does not exist.`
        : code === 'EISDIR'
          ? `${path} is a directory. Choose a file in it.`
          : code === 'EACCES'
            ? `can't write ${path}: permission denied.`
            : `can't write ${path} (${code}).`
  return failure(why)
}
