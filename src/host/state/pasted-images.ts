/**
 * Files of pasted images, in a private directory. Programs read them by their path, which a paste
 * types. They are removed after a week, or earlier if they use much space.
 */
import { randomBytes } from 'node:crypto'
import { chmod, lstat, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../files/make-folders.ts'

const dayMs = 24 * 3_600_000

/** Age at which a file is removed, ms: a conversation of a week may still refer to it. */
const ageMsMax = 7 * dayMs

/** Bytes of all files. The oldest are removed beyond it. */
const bytesMax = 256 * 1_048_576

const ownName = /^image-[\w-]+\.(?:png|jpeg|gif|webp)$/

export class PastedImages {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Writes an image.
   * @returns the path of its file
   * @throws the system's error
   */
  async save(bytes: Uint8Array, kind: string, now: Date): Promise<string> {
    makeFolders(this.#folder)
    if (!(await lstat(this.#folder)).isDirectory()) throw new Error('its directory is a link')
    await chmod(this.#folder, 0o700)
    const time = now.toISOString().slice(0, 19).replace(/[:T]/g, '-')
    const name = `image-${time}-${randomBytes(3).toString('hex')}.${kind}`
    const file = join(this.#folder, name)
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
    await this.removeOld(now, file)
    return file
  }

  /** Removes old files now and once a day. */
  keepClean(): void {
    void this.removeOld(new Date())
    setInterval(() => void this.removeOld(new Date()), dayMs).unref()
  }

  /**
   * Removes old files. Other files in the directory stay.
   * @param written stays, whatever the times of the others
   */
  async removeOld(now: Date, written?: string): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const all = await Promise.all(
      names
        .filter((name) => ownName.test(name))
        .map(async (name) => {
          const file = join(this.#folder, name)
          const facts = await lstat(file).catch(() => null) // it was removed
          return facts?.isFile() ? { file, at: facts.mtimeMs, bytes: facts.size } : null
        }),
    )
    const files = all.filter((one) => one !== null)
    files.sort((one, other) => other.at - one.at)
    let used = 0
    for (const { file, at, bytes } of files) {
      used += bytes
      if (file !== written && (now.getTime() - at > ageMsMax || used > bytesMax))
        await rm(file, { force: true }).catch(() => undefined) // it stays
    }
  }
}
