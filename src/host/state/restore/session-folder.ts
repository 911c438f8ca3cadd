/**
 * The saved session: `session.json`, the index before it, and a file with the output of each tab,
 * in a private directory (0700, files 0600). Files are replaced atomically, outputs first, so a
 * crash leaves the old or the new state. Files of closed tabs are removed. If the index is damaged,
 * the directory is moved aside, never overwritten, and the older index or the outputs alone are
 * restored.
 */
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import {
  asideMax,
  savedOutputBytesMax,
  savedTabsMax,
  savedWindowsMax,
  restoreBytesMax,
} from '../../../core/windows/restore/limits.ts'
import {
  readSavedSession,
  type SavedSession,
  type SavedTab,
} from '../../../core/windows/restore/saved-session.ts'
import { readUpTo } from '../../files/read-up-to.ts'
import { replaceFile, replaceFileSoon, unfinished } from '../../files/replace-file.ts'
import { tryOr } from '../../files/try-or.ts'

const index = 'session.json'
/** The index of the save before, or a copy if that names something that must be gone. */
const olderIndex = 'session.before.json'
const ending = '.out'
const outputName = /^([A-Za-z0-9_-]{1,64})\.out$/

/** Follows the last field of an index: the CRC-32 of the index without it. */
const sumPattern = /,"sum":"([0-9a-f]{1,8})"\}$/

/** An index that this version cannot read. */
const newerVersion = /^\{"version":(?!1[,}])[1-9]\d{0,8}[,}]/

/** An index that was found. `problem`: why it can't be relied on. */
interface FoundIndex {
  readonly session: SavedSession | null
  readonly problem: string | null
}

/** One change of the directory. A save is a list of them, done synchronously or not. */
export type FolderStep =
  | {
      readonly kind: 'write'
      readonly name: string
      readonly parts: readonly Uint8Array[]
      /** An index that need not outlive a power failure. The older one stays. */
      readonly quick?: boolean
    }
  | { readonly kind: 'remove'; readonly name: string }
  /** Removes files that belong to no tab. */
  | { readonly kind: 'settle'; readonly kept: ReadonlySet<string> }

export class SessionFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Returns the session, `null` if nothing can be restored, and a problem to report. A damaged
   * index is moved aside with its directory. The older index then counts, with the outputs of tabs
   * that it does not name.
   */
  read(): FoundIndex {
    const newest = this.#find(index)
    if (newest?.problem === null) return newest
    const older = this.#find(olderIndex)
    const found = older?.problem === null ? older.session : (newest?.session ?? null)
    const session = this.#withLostTabs(found)
    const done = restoredOf(session, found !== null)
    if (newest === null) {
      const isLost = session !== null && found === null
      const problem = isLost ? `${done}: ${join(this.#path, index)} is missing.` : null
      return { session, problem }
    }
    const outputs = this.outputs(session?.windows.flatMap(({ tabs }) => tabs.map(idOf)) ?? [])
    const aside = this.putAside('damaged')
    // Another crash before the next save must not lose them.
    for (const [id, bytes] of outputs) tryOr(() => this.now(outputStep(id, [bytes]), false), null)
    return { session, problem: `${done}: ${newest.problem}. ${aside}` }
  }

  /** Returns `null` if there is no such file. */
  #find(name: string): FoundIndex | null {
    const file = join(this.#path, name)
    try {
      const bytes = readUpTo(file, restoreBytesMax)
      if ('kind' in bytes) return { session: null, problem: `${file} is ${bytes.kind}, not a file` }
      if ('size' in bytes)
        return {
          session: null,
          problem: `${file} is larger than ${restoreBytesMax / 1_048_576} MiB`,
        }
      const text = new TextDecoder().decode(bytes)
      const session = readSavedSession(text)
      if (session !== null && sumMatches(text)) return { session, problem: null }
      const isNewer = session === null && newerVersion.test(text) && sumMatches(text)
      const reason = isNewer ? 'was written by a newer version of vibeflow' : 'is damaged'
      return { session, problem: `${file} ${reason}` }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code === 'ENOENT' ? null : { session: null, problem: message }
    }
  }

  /** Adds a window with the outputs that belong to no tab: their names and directories are lost. */
  #withLostTabs(session: SavedSession | null): SavedSession | null {
    const named = new Set(session?.windows.flatMap(({ tabs }) => tabs.map(idOf)))
    const tabs = tryOr(() => readdirSync(this.#path), [])
      .flatMap((name) => outputName.exec(name)?.[1] ?? [])
      .filter((id) => !named.has(id))
      .slice(0, savedTabsMax)
      .map((id): SavedTab => ({ ...lostTab, id, directory: homedir() }))
    const { windows, ...facts } = session ?? { version: 1, ended: false, attempts: 0, windows: [] }
    if (tabs.length === 0 || windows.length === savedWindowsMax) return session
    return { ...facts, windows: [...windows, { active: 0, tabs }] }
  }

  /** Returns the outputs of these tabs. A tab without an entry had no output, or too much. */
  outputs(ids: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>()
    let room = restoreBytesMax
    for (const id of ids) {
      try {
        const bytes = readUpTo(join(this.#path, id + ending), Math.min(savedOutputBytesMax, room))
        if (!(bytes instanceof Uint8Array)) continue
        room -= bytes.length
        found.set(id, bytes)
      } catch {
        // nothing saved
      }
    }
    return found
  }

  /**
   * Does a step synchronously, at startup and exit.
   * @param lasting whether it must be on disk before this returns; the index always is
   * @throws the system's error
   */
  now(step: FolderStep, lasting = true): void {
    if (step.kind === 'remove') rmSync(join(this.#path, step.name), { force: true })
    else if (step.kind === 'settle') {
      this.#settleFolder()
      for (const name of this.#left(readdirSync(this.#path), step.kept))
        rmSync(join(this.#path, name), { force: true })
    } else if (step.name === index && step.quick !== true)
      replaceFile(join(this.#path, index), step.parts, true, () => this.#makeOlder())
    else replaceFile(join(this.#path, step.name), step.parts, lasting || step.name === olderIndex)
  }

  /**
   * Runs a step asynchronously, so that the main process waits neither for data nor for the disk.
   * @param wanted returns false if newer content has been written since, which must stay
   * @throws the system's error
   */
  async soon(step: FolderStep, wanted: () => boolean): Promise<void> {
    if (step.kind === 'remove')
      this.now(step) // synchronous, like the rename below
    else if (step.kind === 'settle') {
      await this.#settleFolderSoon()
      for (const name of this.#left(await readdir(this.#path), step.kept))
        if (wanted()) await rm(join(this.#path, name), { force: true })
    } else
      await replaceFileSoon(join(this.#path, step.name), step.parts, () => {
        const shall = wanted()
        if (shall && step.name === index) this.#makeOlder()
        return shall
      })
  }

  /**
   * Makes the present index the older one, just before another replaces it. It keeps its name as
   * well, so that an index is there at any time, unless the file system has no hard links.
   */
  #makeOlder(): void {
    const [now, older] = [join(this.#path, index), join(this.#path, olderIndex)]
    const draft = `${older}.link${unfinished}`
    try {
      rmSync(draft, { force: true })
      linkSync(now, draft)
      renameSync(draft, older)
    } catch {
      tryOr(() => renameSync(now, older), null)
    }
  }

  clear(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }

  /** Returns the session that was given up last, or `null`. */
  givenUp(): SessionFolder | null {
    const found = this.#asides('given-up').flatMap((path) => {
      const facts = lstatSync(path, { throwIfNoEntry: false })
      return facts?.isDirectory() === true ? [{ path, changed: facts.mtimeMs }] : []
    })
    const newest = found.sort((one, other) => other.changed - one.changed)[0]
    return newest === undefined ? null : new SessionFolder(newest.path)
  }

  #asides(why: 'damaged' | 'given-up'): string[] {
    return Array.from(
      { length: asideMax },
      (_, at) => `${this.#path}.${why}${at === 0 ? '' : `.${at + 1}`}`,
    )
  }

  /** Renames the whole directory. Returns a sentence about the result. */
  putAside(why: 'damaged' | 'given-up'): string {
    try {
      for (const aside of this.#asides(why)) {
        if (lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue
        renameSync(this.#path, aside)
        return `The saved data was moved to ${aside}.`
      }
      return (
        `There are already ${asideMax} backup directories next to ${this.#path}. Remove some. ` +
        'Until then, this run replaces the saved data.'
      )
    } catch (error) {
      return (
        `Couldn't move the saved data aside (${(error as Error).message}). This run ` +
        'replaces it.'
      )
    }
  }

  /** Returns the files that belong to no tab. */
  #left(names: readonly string[], kept: ReadonlySet<string>): string[] {
    return names.filter(
      (name) => (name.endsWith(ending) || name.endsWith(unfinished)) && !kept.has(name),
    )
  }

  /** Syncs the new names. File systems without support do it later. */
  #settleFolder(): void {
    try {
      const folder = openSync(this.#path, 'r')
      try {
        fsyncSync(folder)
      } finally {
        closeSync(folder)
      }
    } catch {
      // the files themselves are synced
    }
  }

  async #settleFolderSoon(): Promise<void> {
    try {
      const folder = await open(this.#path, 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    } catch {
      // see above
    }
  }
}

/** Returns the step that saves the output of a tab. */
export function outputStep(id: string, parts: readonly Uint8Array[]): FolderStep {
  return parts.length === 0
    ? { kind: 'remove', name: id + ending }
    : { kind: 'write', name: id + ending, parts }
}

/**
 * Returns the step that follows the outputs. The index on disk becomes the older one.
 * @param which `older` replaces the older index instead
 */
export function indexStep(
  session: SavedSession,
  which: 'newest' | 'older' | 'quick' = 'newest',
): FolderStep {
  const text = JSON.stringify(session)
  const summed = `${text.slice(0, -1)},"sum":"${crc32(text).toString(16)}"}`
  const name = which === 'older' ? olderIndex : index
  const parts = [new TextEncoder().encode(summed)]
  return { kind: 'write', name, parts, quick: which === 'quick' }
}

/** Returns whether a step replaces the newest index. */
export function isIndexStep(step: FolderStep): boolean {
  return step.kind === 'write' && step.name === index
}

/** Returns the step that follows the index. */
export function settleStep({ windows }: SavedSession): FolderStep {
  return {
    kind: 'settle',
    kept: new Set([...windows.flatMap(({ tabs }) => tabs.map(({ id }) => id + ending))]),
  }
}

const idOf = ({ id }: SavedTab) => id

/** A tab of which only the output is known. */
const lostTab = { command: null, name: null, title: null, muted: false } as const

/** Returns how a message about a damaged index starts. */
function restoredOf(session: SavedSession | null, hasNames: boolean): string {
  if (hasNames) return 'Tabs may be missing or out of date'
  return session === null
    ? "Couldn't restore tabs"
    : "Couldn't restore names, directories and panes of tabs, only their output"
}

/** Returns `true` without a checksum: older versions wrote none, and users may edit the file. */
function sumMatches(text: string): boolean {
  const sum = sumPattern.exec(text)
  return sum === null || crc32(`${text.slice(0, sum.index)}}`).toString(16) === sum[1]
}
