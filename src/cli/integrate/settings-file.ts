/**
 * An agent's settings file: read with the checks whether it may be changed, and replaced
 * as a whole where it really lies, with the mode that it has.
 */
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
import { CommandError } from '../exit-codes.ts'
import { replaceWhole } from '../../host/files/replace-file.ts'

/** Settings are written by hand; no agent writes so much. */
const bytesMax = 4 * 1024 * 1024

/** What is there that nobody may read belongs to its user. */
const newMode = 0o600

export interface SettingsFile {
  /** Where it lies, behind links. */
  readonly path: string
  /** null: it is not there. */
  readonly content: string | null
  readonly mode: number
}

/**
 * @param mode of a file that is not there yet
 * @throws CommandError a part of a sentence that goes on with the file's name
 */
export function readSettings(path: string, mode = newMode): SettingsFile {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there === undefined) return { path, content: null, mode }
  const real = realOf(path)
  const file = statSync(real)
  if (!file.isFile()) throw refused('is no file')
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

/** Another name of it could be replaced all the same, but its user has said that it may not. */
export function requireWritable({ content, mode }: SettingsFile): void {
  if (content !== null && (mode & 0o200) === 0) throw refused('is read-only')
}

/**
 * @param content null: the file goes
 * @returns the folders that were made for it, the outermost first
 * @throws CommandError when it has changed since it was read; what the system says
 */
export function writeSettings(file: SettingsFile, content: string | null): readonly string[] {
  requireWritable(file)
  if (readSettings(file.path).content !== file.content)
    throw new CommandError('failed', 'has changed meanwhile. It was left alone.')
  if (content === null) {
    rmSync(file.path)
    return []
  }
  const folders = missingFolders(dirname(file.path))
  for (const folder of folders) mkdirSync(folder, { mode: 0o700 })
  replaceWhole(file.path, [content], { mode: file.mode })
  return folders
}

/** Those of the folders that are empty go again, the innermost first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder)
    } catch {
      return // something else lies there by now
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
    throw refused('is a link that leads nowhere')
  }
}

function refused(reason: string): CommandError {
  return new CommandError('failed', `${reason}. It was left alone.`)
}
