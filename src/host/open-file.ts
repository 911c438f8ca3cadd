/** Files that links lead to: what lies at a path, asked without ever blocking, and how a file is opened. */
import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { pathCheckMs, pathChecksMax } from '../core/links/limits.ts'
import type { PathKind } from '../core/links/open-links.ts'

let underWay = 0

/** null: nothing is there, nothing said so in time, or too many questions wait for a dead disk already. */
export async function pathKind(path: string): Promise<PathKind | null> {
  if (underWay >= pathChecksMax) return null
  underWay += 1
  const looked = stat(path).then(
    (facts): PathKind => (!facts.isFile() ? 'other' : (facts.mode & 0o111) === 0 ? 'file' : 'executable'),
    () => null, // not there, or not for us
  ).finally(() => { underWay -= 1 })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => { timer = setTimeout(() => resolve(null), pathCheckMs) })
  return Promise.race([looked, late]).finally(() => clearTimeout(timer))
}

/**
 * The words of `links.opener` for a file: `{file}`, `{line}` and `{column}` are put in, and the file comes last where none of them names
 * it. No shell reads it. Line and column are 1 where they are not known.
 */
export function openerWords(opener: string, path: string, line: number | null, column: number | null): string[] {
  const words = opener.split(/\s+/).filter((word) => word !== '')
  const filled = words.map((word) => word.replaceAll('{file}', path).replaceAll('{line}', String(line ?? 1)).replaceAll('{column}', String(column ?? 1)))
  return words.some((word) => word.includes('{file}')) ? filled : [...filled, path]
}

/** Starts the opener and lets it go. Rejects with a sentence when it cannot be started. */
export function runOpener(words: readonly string[], directory: string): Promise<void> {
  const [program, ...args] = words
  if (program === undefined) return Promise.reject(new Error('links.opener is empty.'))
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, detached: true, stdio: 'ignore' })
    child.once('error', (error) => reject(new Error(`${program} of links.opener could not be started: ${error.message}.`)))
    child.once('spawn', () => { child.unref(); resolve() })
  })
}
