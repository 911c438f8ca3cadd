/**
 * Files with the images of notifications, which the desktop's notification service reads. They are
 * in a directory that only this user can read, and exist as long as their notifications.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
    try {
      this.#folder ??= this.#makeFolder()
      const path = join(this.#folder, `${(this.#written += 1)}.${headerOf(image)?.kind ?? 'png'}`)
      writeFileSync(path, image, { mode: 0o600, flag: 'wx' })
      return { path, remove: () => rmSync(path, { force: true }) }
    } catch {
      this.#folder = null // removed by another program
      return null
    }
  }

  #makeFolder(): string {
    const runtime = this.#environment['XDG_RUNTIME_DIR'] ?? ''
    const parent = isAbsolute(runtime) ? runtime : tmpdir()
    const folder = mkdtempSync(join(parent, 'vibeflow-notifications-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
}
