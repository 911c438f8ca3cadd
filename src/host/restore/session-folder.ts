/**
 * The session on disk: `session.json` and, for each tab, a file with what it showed, in a folder of the user's own (0700, files 0600). Written by
 * rename, outputs first, so that a crash leaves what was there before. Our files of tabs that are gone are removed.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputBytesMax, restoreBytesMax } from '../../core/restore/limits.ts'
import { readSavedSession, type SavedSession } from '../../core/restore/saved-session.ts'

const index = 'session.json'
/** The last one that could not be read, for the user to look at: the next save replaces the file itself. */
const damaged = 'session.json.damaged'
const ending = '.out'
const unfinished = '.new'

export class SessionFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** null: nothing was kept. `problem`: it cannot be read, in a sentence. */
  read(): SavedSession | { readonly problem: string } | null {
    const file = join(this.#path, index)
    try {
      if (statSync(file).size > restoreBytesMax) return { problem: `The tabs of the last run were not restored: ${file} is larger than ${restoreBytesMax / 1_048_576} MiB.` }
      return readSavedSession(readFileSync(file, 'utf8')) ?? { problem: `The tabs of the last run were not restored: ${file} is damaged. ${this.#keepDamaged(file)}` }
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : { problem: `The tabs of the last run were not restored: ${(error as Error).message}.` }
    }
  }

  /** What these tabs showed; a tab without an entry showed nothing, or more than may be read. */
  outputs(ids: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>()
    let room = restoreBytesMax
    for (const id of ids) {
      try {
        const { size } = statSync(join(this.#path, id + ending))
        if (size > Math.min(outputBytesMax, room)) continue
        room -= size
        found.set(id, new Uint8Array(readFileSync(join(this.#path, id + ending))))
      } catch {
        // none was kept
      }
    }
    return found
  }

  /** What one tab shows now. @throws what the disk says */
  writeOutput(id: string, parts: readonly Uint8Array[]): void {
    if (parts.length === 0) rmSync(join(this.#path, id + ending), { force: true })
    else this.#write(id + ending, Buffer.concat(parts))
  }

  /** Behind the outputs. What belongs to no tab of it is removed. @throws what the disk says */
  write(session: SavedSession): void {
    this.#write(index, JSON.stringify(session))
    const kept = new Set([index, ...session.windows.flatMap(({ tabs }) => tabs.map(({ id }) => id + ending))])
    for (const name of readdirSync(this.#path)) if ((name.endsWith(ending) || name.endsWith(unfinished)) && !kept.has(name)) rmSync(join(this.#path, name), { force: true })
  }

  /** Nothing is on disk any more. */
  clear(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }

  /** @returns what became of it, in a sentence */
  #keepDamaged(file: string): string {
    try {
      copyFileSync(file, join(this.#path, damaged))
      return `A copy is kept as ${join(this.#path, damaged)}; this run begins anew.`
    } catch (error) {
      return `It could not be copied (${(error as Error).message}), and this run replaces it.`
    }
  }

  #write(name: string, data: string | Uint8Array): void {
    mkdirSync(this.#path, { recursive: true, mode: 0o700 })
    writeFileSync(join(this.#path, name + unfinished), data, { mode: 0o600 })
    renameSync(join(this.#path, name + unfinished), join(this.#path, name))
  }
}
