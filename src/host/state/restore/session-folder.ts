/**
 * The saved session: `session.json`, and a file with the output of each tab, in a private directory
 * (0700, files 0600). Files are replaced atomically, outputs first, so a crash leaves the old or
 * the new state. Files of closed tabs are removed. An unreadable directory is moved aside, never
 * overwritten.
 */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  asideMax,
  savedOutputBytesMax,
  restoreBytesMax,
} from '../../../core/windows/restore/limits.ts'
import { readSavedSession, type SavedSession } from '../../../core/windows/restore/saved-session.ts'
import { readUpTo } from '../../files/read-up-to.ts'
import { replaceFile, replaceFileSoon, unfinished } from '../../files/replace-file.ts'

const index = 'session.json'
const ending = '.out'

/** One change of the directory. A save is a list of them, done synchronously or not. */
export type FolderStep =
  | { readonly kind: 'write'; readonly name: string; readonly parts: readonly Uint8Array[] }
  | { readonly kind: 'remove'; readonly name: string }
  /** Removes files that belong to no tab. */
  | { readonly kind: 'settle'; readonly kept: ReadonlySet<string> }

export class SessionFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Returns `null` if nothing was saved, or a problem: unreadable data is moved aside. */
  read(): SavedSession | { readonly problem: string } | null {
    const file = join(this.#path, index)
    const refused = (reason: string) => ({
      problem: `Couldn't restore tabs: ${reason}. ${this.#putAside()}`,
    })
    try {
      const bytes = readUpTo(file, restoreBytesMax)
      if ('kind' in bytes) return refused(`${file} is ${bytes.kind}, not a file`)
      if ('size' in bytes)
        return refused(`${file} is larger than ${restoreBytesMax / 1_048_576} MiB`)
      return readSavedSession(new TextDecoder().decode(bytes)) ?? refused(`${file} is damaged`)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? null
        : refused((error as Error).message)
    }
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
    } else replaceFile(join(this.#path, step.name), step.parts, lasting || step.name === index)
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
    } else await replaceFileSoon(join(this.#path, step.name), step.parts, wanted)
  }

  clear(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }

  /** Renames the whole directory. Returns a sentence about the result. */
  #putAside(): string {
    try {
      for (let count = 1; count <= asideMax; count += 1) {
        const aside = `${this.#path}.damaged${count === 1 ? '' : `.${count}`}`
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

/** Returns the step that follows the outputs. */
export function indexStep(session: SavedSession): FolderStep {
  return { kind: 'write', name: index, parts: [new TextEncoder().encode(JSON.stringify(session))] }
}

/** Returns the step that follows the index. */
export function settleStep({ windows }: SavedSession): FolderStep {
  return {
    kind: 'settle',
    kept: new Set([index, ...windows.flatMap(({ tabs }) => tabs.map(({ id }) => id + ending))]),
  }
}
