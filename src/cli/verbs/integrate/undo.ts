/**
 * Records that undo a change exactly: the replaced part, and the checksum of the file after it. If
 * the file has changed since, the checksum differs and hooks are removed one by one instead.
 * Private files in the state directory, since a part may contain a secret.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { stateFolder } from '../../../host/files/folders.ts'
import type { ProcessEnvironment } from '../../client/discover.ts'
import { replaceWhole } from '../../../host/files/replace-file.ts'
import { makeFolders } from '../../../host/files/make-folders.ts'

/** Recorded steps. A later run adds one only if events were added; older steps are dropped. */
const stepsMax = 16

export interface UndoStep {
  /** SHA-256 of the whole file after the change, in hex. */
  readonly sum: string
  /** `null` without a file, else the text replaced by `length` UTF-16 units at `at`. */
  readonly before: null | { readonly at: number; readonly length: number; readonly text: string }
  readonly folders: readonly string[]
}

interface Kept {
  readonly file: string
  readonly steps: readonly UndoStep[]
}

export function undoFile(environment: ProcessEnvironment, agent: string): string {
  const state = stateFolder(environment, environment['HOME'] ?? homedir())
  return join(state, 'integrate', `${agent}.json`)
}

export function stepOf(before: string | null, after: string, folders: readonly string[]): UndoStep {
  const sum = sumOf(after)
  if (before === null) return { sum, before, folders }
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  let end = 0
  const most = Math.min(before.length, after.length) - at
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const text = before.slice(at, before.length - end)
  return { sum, before: { at, length: after.length - end - at, text }, folders }
}

/** Undoes steps as long as the checksums match. `folders`: directories to remove with the file. */
export function undone(
  content: string,
  steps: readonly UndoStep[],
): { readonly content: string | null; readonly folders: readonly string[] } {
  const last = steps.at(-1)
  if (last === undefined || last.sum !== sumOf(content)) return { content, folders: [] }
  const { before, folders } = last
  if (before === null) return { content: null, folders }
  const earlier =
    content.slice(0, before.at) + before.text + content.slice(before.at + before.length)
  return undone(earlier, steps.slice(0, -1))
}

export function readSteps(record: string, file: string): readonly UndoStep[] {
  try {
    const kept = JSON.parse(readFileSync(record, 'utf8')) as Kept
    return kept.file === file && Array.isArray(kept.steps) ? kept.steps.filter(isStep) : []
  } catch {
    return [] // missing or not a record: hooks are removed one by one
  }
}

export function keepSteps(record: string, file: string, steps: readonly UndoStep[]): void {
  makeFolders(dirname(record))
  replaceWhole(record, [`${JSON.stringify({ file, steps: steps.slice(-stepsMax) })}\n`])
}

export function forgetSteps(record: string): void {
  rmSync(record, { force: true })
  removeFolder(dirname(record))
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // it contains records of other agents
  }
}

function isStep(step: unknown): step is UndoStep {
  const { sum, before, folders } = (step ?? {}) as Partial<UndoStep>
  return (
    typeof sum === 'string' &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === 'string' && isAbsolute(folder)) &&
    (before === null ||
      (Number.isInteger(before?.at) &&
        Number.isInteger(before?.length) &&
        typeof before?.text === 'string'))
  )
}

function sumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}
