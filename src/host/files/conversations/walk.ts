/**
 * Finds transcripts of agents below their directories. Follows no link, and lists only files of
 * this user.
 */
import { lstatSync, opendirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptPlace } from '../../../agents/conversations/transcripts.ts'
import { looksMax, transcriptsMax } from '../../../agents/conversations/limits.ts'
import type { AgentDirectory } from '../../../core/config/accounts.ts'
import { tryOr } from '../try-or.ts'

export interface Transcript {
  readonly root: AgentDirectory
  readonly path: string
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * Returns the newest transcripts, newest first.
 * @param isLate ends the walk; the files so far are returned
 */
export function transcriptsIn(
  roots: readonly AgentDirectory[],
  places: readonly TranscriptPlace[],
  isLate: () => boolean = () => false,
): readonly Transcript[] {
  const found: Transcript[] = []
  const looks: Looks = { left: looksMax, isLate }
  for (const root of roots) {
    const place = places.find(({ agent }) => agent === root.agent)
    if (place === undefined) continue
    for (const path of filesIn(root.path, place.names, looks)) {
      if (isLate()) break
      const facts = tryOr(() => lstatSync(path), null)
      if (facts === null || !isOwnFile(facts) || facts.size === 0) continue
      found.push({ root, path, size: facts.size, at: facts.mtimeMs })
    }
  }
  return found.sort((one, other) => other.at - one.at).slice(0, transcriptsMax)
}

/** Returns whether it is a file of this user, not a link, pipe or device. */
export function isOwnFile(facts: { isFile(): boolean; readonly uid: number }): boolean {
  return facts.isFile() && facts.uid === process.getuid?.()
}

interface Looks {
  left: number
  readonly isLate: () => boolean
}

function* filesIn(
  folder: string,
  [name, ...below]: readonly RegExp[],
  looks: Looks,
): Generator<string> {
  if (name === undefined) return
  for (const item of itemsOf(folder, looks)) {
    if (!name.test(item.name)) continue
    const path = join(folder, item.name)
    if (below.length > 0) {
      if (item.isDirectory()) yield* filesIn(path, below, looks)
    } else if (item.isFile()) yield path
  }
}

/** Returns the items of a folder, later names first: newer ones, where names are dates. */
function itemsOf(folder: string, looks: Looks): readonly Dirent[] {
  const items: Dirent[] = []
  const open = tryOr(() => opendirSync(folder), null)
  if (open === null) return items
  try {
    while (looks.left > 0 && !looks.isLate()) {
      const item = open.readSync()
      if (item === null) break
      looks.left -= 1
      items.push(item)
    }
  } catch {
    // it has just been removed
  } finally {
    open.closeSync()
  }
  return items.sort((one, other) => (one.name < other.name ? 1 : -1))
}
