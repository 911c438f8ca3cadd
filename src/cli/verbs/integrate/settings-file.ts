/** An agent's settings file: checked when read, replaced at its real path with its mode. */
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type CommandError, failure } from '../../command/exit-codes.ts'
import { replaceWhole } from '../../../host/files/replace-file.ts'

/** Size limit. Settings are written by hand. */
const bytesMax = 4 * 1024 * 1024

/** Mode of new files: private to the user. */
const newMode = 0o600

export interface SettingsFile {
  /** Path with links resolved. */
  readonly path: string
  /** `null` if missing. */
  readonly content: string | null
  readonly mode: number
}

/**
 * @param mode of a file that does not exist yet
 * @throws CommandError with the end of a sentence that starts with the file's name
 */
export function readSettings(path: string, mode = newMode): SettingsFile {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there === undefined) return { path, content: null, mode }
  const real = realOf(path)
  const file = statSync(real)
  if (!file.isFile()) throw refused('is not a file')
  if (file.uid !== process.geteuid?.()) throw refused('belongs to another user')
  if (file.size > bytesMax) throw refused(`has more than ${bytesMax / 1024 / 1024} MiB`)
  const bytes = readFileSync(real)
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { path: real, content, mode: file.mode & 0o777 }
  } catch {
    throw refused('is not UTF-8')
  }
}

/** Refuses a read-only file. It could be replaced, but its owner has protected it. */
export function requireWritable({ content, mode }: SettingsFile): void {
  if (content !== null && (mode & 0o200) === 0) throw refused('is read-only')
}

/**
 * @param content `null` to remove the file
 * @returns the directories that were created, outermost first
 * @throws CommandError if it has changed since it was read, and system errors
 */
export function writeSettings(file: SettingsFile, content: string | null): readonly string[] {
  requireWritable(file)
  if (readSettings(file.path).content !== file.content)
    throw failure('has changed in the meantime. The file was not changed. Try again.')
  if (content === null) {
    rmSync(file.path)
    return []
  }
  const folders = missingFolders(dirname(file.path))
  for (const folder of folders) mkdirSync(folder, { mode: 0o700 })
  replaceWhole(file.path, [content], { mode: file.mode })
  return folders
}

/** Removes the directories that are empty, innermost first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder)
    } catch {
      return // it contains other files
    }
  }
}

function missingFolders(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false }) === undefined
    ? [...missingFolders(dirname(folder)), folder]
    : []
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw refused('is a broken link')
  }
}

function refused(reason: string): CommandError {
  return failure(`${reason}. The file was not changed.`)
}
