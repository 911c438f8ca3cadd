/**
 * Files with the images of notifications, which the desktop's notification service reads. They are
 * in a directory that only this user can read, and exist as long as their notifications.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { headerOf } from '../../terminal/images/header.ts'

export interface ImageFile {
  readonly path: string
  readonly remove: () => void
}

export class NotificationImages {
  readonly #environment: Readonly<Record<string, string | undefined>>
  #folder: string | null = null
  #written = 0

  /** @param environment defines XDG_RUNTIME_DIR, else the directory of temporary files is used */
  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  /** Returns `null` if it cannot be written. */
  write(image: Uint8Array): ImageFile | null {
    let path: string | null = null
    try {
      this.#folder ??= this.#makeFolder()
      path = join(this.#folder, `${(this.#written += 1)}.${headerOf(image)?.kind ?? 'png'}`)
      writeFileSync(path, image, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if (path !== null) remove(path) // part of it may be written
      // removed by another program
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#folder = null
      return null
    }
    const written = path
    return { path: written, remove: () => remove(written) }
  }

  #makeFolder(): string {
    const runtime = this.#environment['XDG_RUNTIME_DIR'] ?? ''
    const parent = isAbsolute(runtime) && existsSync(runtime) ? runtime : tmpdir()
    const folder = mkdtempSync(join(parent, 'vibeflow-notifications-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
}

/** Does nothing if the file cannot be removed: the folder is removed at the end. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // such as a file system that is read-only now
  }
}
