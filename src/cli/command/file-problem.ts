/** Explains why a file cannot be read or written, and what to do. */
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
      ? `there is no file ${path}.`
      : code === 'EISDIR'
        ? `${path} is a folder: name a file in it.`
        : code === 'EACCES'
          ? `${path} cannot be read: you may not (EACCES).`
          : `${path} cannot be read (${code}).`
  return failure(why)
}

export function unwritable(path: string, error: unknown): CommandError {
  const code = codeOf(error)
  const why =
    code === 'EEXIST'
      ? `${path} exists already, and is not overwritten. Name another file.`
      : code === 'ENOENT' || code === 'ENOTDIR'
        ? `${path} cannot be written: there is no folder ${dirname(path)}.`
        : code === 'EISDIR'
          ? `${path} is a folder: name a file in it.`
          : code === 'EACCES'
            ? `${path} cannot be written: you may not (EACCES).`
            : `${path} cannot be written (${code}).`
  return failure(why)
}
