/**
 * Reads the configuration file and its imports. Returns readable files as documents in order, the
 * others as problems. The options are interpreted elsewhere.
 */
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import {
  entriesMax,
  configFileBytesMax,
  importDepthMax,
  importFilesMax,
} from '../../core/config/limits.ts'
import type { ConfigProblem } from '../../core/config/problem.ts'
import type { ConfigDocument } from '../../core/config/read.ts'
import { tomlValue } from '../../core/config/written.ts'
import { kindWords, readUpTo } from '../files/read-up-to.ts'
import { parseToml } from './parse-toml.ts'
import { tryOr } from '../files/try-or.ts'
import { errorMessage } from '../../base/text/error-message.ts'

export interface Loaded {
  /** `good`: the file itself was read. `empty`: only white space. `refused`: it cannot be used. */
  readonly state: 'good' | 'missing' | 'empty' | 'refused'
  /** Imports first, the file last. */
  readonly documents: readonly ConfigDocument[]
  readonly problems: readonly ConfigProblem[]
  /** All files that were looked for, existing or not. */
  readonly files: readonly string[]
  /** Changes when the content of any file changes. */
  readonly fingerprint: string
}

const settingsStay = 'Current settings stay active.'

/** @param kept last good documents of imports, used when an import is bad now. Updated here. */
export function loadConfiguration(
  file: string,
  kept: Map<string, ConfigDocument> = new Map(),
): Loaded {
  const problems: ConfigProblem[] = []
  const files: string[] = []
  const contents: string[] = []
  const documents: ConfigDocument[] = []

  /** @param from file with the import, or `null` for the main file */
  const read = (path: string, depth: number, from: ConfigDocument | null): Loaded['state'] => {
    files.push(path)
    const found = readDocument(path)
    const problem = found.state === 'refused' ? found.problem.text : found.state
    contents.push(`${path}\0${'text' in found ? found.text : problem}`)
    if (found.state === 'good') {
      if (from !== null) kept.set(path, found.document)
      for (const one of importsOf(found.document, problems)) {
        // already read, for example because two files import each other
        if (files.includes(one)) continue
        if (files.length > importFilesMax || depth >= importDepthMax)
          problems.push(tooManyImports(found.document, one))
        else read(one, depth + 1, found.document)
      }
      documents.push(found.document)
      return 'good'
    }
    if (from === null) {
      if (found.state === 'refused') problems.push({ ...found.problem, outcome: settingsStay })
      return found.state
    }
    const before = kept.get(path)
    if (before !== undefined) documents.push(before)
    problems.push(importProblem(path, found, from, before !== undefined))
    return found.state
  }

  const state = read(file, 0, null)
  return { state, documents, problems, files, fingerprint: contents.join('\0\0') }
}

function tooManyImports(from: ConfigDocument, path: string): ConfigProblem {
  return {
    kind: 'import',
    severity: 'error',
    key: 'import',
    file: from.file,
    place: from.placeOf('import'),
    text:
      `${tomlValue(path)} is not imported: up to ${importFilesMax} files can be imported, ` +
      `${importDepthMax} levels deep.`,
  }
}

/** @param isKept whether its last good version still counts */
function importProblem(
  path: string,
  found: Exclude<LoadedFile, { readonly state: 'good' }>,
  from: ConfigDocument,
  isKept: boolean,
): ConfigProblem {
  const outcome = isKept ? 'Its last valid version stays active.' : 'Ignored.'
  const place = from.placeOf('import')
  if (found.state === 'refused')
    return {
      ...found.problem,
      outcome:
        `${outcome} Imported by ${from.file}` + `${place === null ? '' : ` line ${place.line}`}.`,
    }
  return {
    kind: 'import',
    severity: 'error',
    key: 'import',
    file: from.file,
    place,
    text: `imported file ${path} ${found.state === 'empty' ? 'is empty' : 'is missing'}.`,
    outcome,
  }
}

type LoadedFile =
  | { readonly state: 'missing' }
  | { readonly state: 'empty'; readonly text: string }
  | { readonly state: 'good'; readonly text: string; readonly document: ConfigDocument }
  | { readonly state: 'refused'; readonly problem: ConfigProblem }

/** @param limit bytes that a file may have, and a name for its kind */
export function readDocument(
  file: string,
  limit = { bytesMax: configFileBytesMax, of: 'a configuration file' },
): LoadedFile {
  const refused = (kind: string, text: string, at: Partial<ConfigProblem> = {}): LoadedFile => ({
    state: 'refused',
    problem: { kind, severity: 'error', file, place: null, text, ...at },
  })
  let bytes: ReturnType<typeof readUpTo>
  try {
    bytes = readUpTo(file, limit.bytesMax)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' }
    return refused('unreadable', `can't read the file: ${systemReason(code, error)}.`)
  }
  if ('kind' in bytes) return refused('unreadable', `can't read the file: ${kindWords(bytes)}.`)
  if ('size' in bytes)
    return refused(
      'too_large',
      `the file has ${bytes.size} bytes; the maximum for ${limit.of} is ${limit.bytesMax}.`,
    )
  const text = textOf(bytes)
  if (text === null) {
    const before = new TextDecoder().decode(bytes.subarray(0, badByteAt(bytes)))
    const rows = before.split('\n')
    const place = { line: rows.length, column: [...(rows.at(-1) ?? '')].length + 1 }
    return refused('encoding', 'not valid UTF-8.', { wholeFile: true, place })
  }
  if (text.trim() === '') return { state: 'empty', text }
  const parsed = parseToml(text)
  if (!parsed.ok)
    return refused(parsed.kind, `${parsed.reason}.`, { wholeFile: true, place: parsed.place })
  return { state: 'good', text, document: { file, table: parsed.table, placeOf: parsed.placeOf } }
}

/** Decodes without the byte order mark. Returns `null` if it is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  // A fatal decoder throws for nothing else.
  return tryOr(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), null)
}

/** Bisects for the first byte that is not UTF-8. */
function badByteAt(bytes: Uint8Array): number {
  const good = (end: number) =>
    tryOr(() => {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: true })
      return true
    }, false)
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (good(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function importsOf(
  { table, file, placeOf }: ConfigDocument,
  problems: ConfigProblem[],
): readonly string[] {
  const listed = table['import']
  if (listed === undefined) return []
  if (
    !Array.isArray(listed) ||
    listed.length > entriesMax ||
    listed.some((one) => typeof one !== 'string' || one === '')
  ) {
    problems.push({
      kind: 'invalid_value',
      severity: 'error',
      key: 'import',
      file,
      place: placeOf('import'),
      text:
        'invalid value for import: ' +
        `${Array.isArray(listed) ? 'not a list of paths' : tomlValue(listed)}. ` +
        'Allowed: a list of file paths such as ["colors.toml"].',
    })
    return []
  }
  return [
    ...new Set(
      (listed as readonly string[]).map((one) =>
        resolve(dirname(file), one.replace(/^~(?=\/|$)/, homedir())),
      ),
    ),
  ]
}

function systemReason(code: string | undefined, error: unknown): string {
  const words: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ELOOP: 'symbolic links form a loop',
    EIO: 'input/output error',
    ENAMETOOLONG: 'the name is too long',
    EMFILE: 'too many open files',
    ENFILE: 'too many open files',
  }
  return words[code ?? ''] ?? errorMessage(error)
}
