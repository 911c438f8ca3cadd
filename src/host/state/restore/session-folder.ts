/**
 * The session on disk: `session.json` and, for each tab, a file with what it showed, in a folder of
 * the user's own (0700, files 0600). Written under another name, brought to the disk, then renamed,
 * outputs first: whenever the machine stops, what was there before is there, or what is new. Our
 * files of tabs that are gone are removed. What cannot be read is put aside whole, and never
 * replaced.
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

/** One change of the folder. A save is a list of them, carried out at once or beside other work. */
export type FolderStep =
  | { readonly kind: 'write'; readonly name: string; readonly parts: readonly Uint8Array[] }
  | { readonly kind: 'remove'; readonly name: string }
  /** What belongs to no tab goes. */
  | { readonly kind: 'settle'; readonly kept: ReadonlySet<string> }

export class SessionFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /**
   * null: nothing was kept. `problem`: it cannot be read, in a sentence; then it is out of the way,
   * for the user to look at.
   */
  read(): SavedSession | { readonly problem: string } | null {
    const file = join(this.#path, index)
    const refused = (reason: string) => ({
      problem: `The tabs of the last run were not restored: ${reason}. ${this.#putAside()}`,
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

  /**
   * What these tabs showed; a tab without an entry showed nothing, or more than may be read, or
   * what is there is no file.
   */
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
        // none was kept
      }
    }
    return found
  }

  /**
   * At once, blocking: at the start and at the end.
   * @param lasting whether the disk must have it before this returns; the index always is
   * @throws what the disk says
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
   * Beside other work: the main process waits neither for bytes nor for the disk.
   * @param wanted false: something newer is written by now, and nothing of this may take its place
   * @throws what the disk says
   */
  async soon(step: FolderStep, wanted: () => boolean): Promise<void> {
    if (step.kind === 'remove')
      this.now(step) // in this very turn, as the rename below
    else if (step.kind === 'settle') {
      await this.#settleFolderSoon()
      for (const name of this.#left(await readdir(this.#path), step.kept))
        if (wanted()) await rm(join(this.#path, name), { force: true })
    } else await replaceFileSoon(join(this.#path, step.name), step.parts, wanted)
  }

  /** Nothing is on disk any more. */
  clear(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }

  /**
   * The whole folder under another name, so that names and outputs stay together. @returns what
   * became of it, in a sentence
   */
  #putAside(): string {
    try {
      for (let count = 1; count <= asideMax; count += 1) {
        const aside = `${this.#path}.damaged${count === 1 ? '' : `.${count}`}`
        if (lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue
        renameSync(this.#path, aside)
        return `What was saved is in ${aside}; this run starts without it.`
      }
      return (
        `There are ${asideMax} such folders beside it already: remove some. Until then this ` +
        'run is kept in its place.'
      )
    } catch (error) {
      return (
        `It could not be put aside (${(error as Error).message}), and this run is kept in its ` +
        'place.'
      )
    }
  }

  /** Of these names, ours that belong to no tab any more. */
  #left(names: readonly string[], kept: ReadonlySet<string>): string[] {
    return names.filter(
      (name) => (name.endsWith(ending) || name.endsWith(unfinished)) && !kept.has(name),
    )
  }

  /**
   * Brings the new names to the disk. Some file systems cannot: then they do it in their own time.
   */
  #settleFolder(): void {
    try {
      const folder = openSync(this.#path, 'r')
      try {
        fsyncSync(folder)
      } finally {
        closeSync(folder)
      }
    } catch {
      // the files themselves are on the disk
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
      // as above
    }
  }
}

/** What one tab shows now. */
export function outputStep(id: string, parts: readonly Uint8Array[]): FolderStep {
  return parts.length === 0
    ? { kind: 'remove', name: id + ending }
    : { kind: 'write', name: id + ending, parts }
}

/** Behind the outputs. */
export function indexStep(session: SavedSession): FolderStep {
  return { kind: 'write', name: index, parts: [new TextEncoder().encode(JSON.stringify(session))] }
}

/** Behind the index. */
export function settleStep({ windows }: SavedSession): FolderStep {
  return {
    kind: 'settle',
    kept: new Set([index, ...windows.flatMap(({ tabs }) => tabs.map(({ id }) => id + ending))]),
  }
}
