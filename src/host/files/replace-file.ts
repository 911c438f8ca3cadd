/**
 * Replaces files atomically: written under a new name in the same directory, synced, then renamed.
 * After a crash the file has its old or its new content. Does not follow links.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders } from './make-folders.ts'

/** Suffix of incomplete files. */
export const unfinished = '.new'

const privateMode = 0o600

function freeName(file: string): string {
  return join(dirname(file), `.vibeflow-${randomBytes(6).toString('hex')}${unfinished}`)
}

/** How a file is replaced; all parts have defaults. */
interface Replacing {
  readonly draft?: string
  readonly mode?: number
  /** Whether the content must be on disk before the call returns. */
  readonly lasting?: boolean
  /** Called before the rename. It throws to keep the old file. */
  readonly check?: () => void
}

/** Replaces a file in an existing directory. Blocks. A failure leaves the file unchanged. */
export function replaceWhole(
  file: string,
  parts: readonly (string | Uint8Array)[],
  { draft = freeName(file), mode = privateMode, lasting = true, check }: Replacing = {},
): void {
  const handle = openSync(draft, 'wx', privateMode)
  try {
    try {
      for (const part of parts) writeFileSync(handle, part)
      if (mode !== privateMode) fchmodSync(handle, mode)
      if (lasting) fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    check?.()
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Replaces a file asynchronously.
 * @param fill writes the content
 * @param wanted returns false if newer content has been written since, which must stay
 * @throws the error of the system or `fill`; the file is then unchanged
 */
export async function replaceWholeSoon(
  file: string,
  fill: (handle: FileHandle) => Promise<void>,
  wanted: () => boolean = () => true,
  draft = freeName(file),
): Promise<void> {
  const handle = await open(draft, 'wx', privateMode)
  try {
    try {
      await fill(handle)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Synchronous: a queued rename could put the older file over the newer.
    if (wanted()) renameSync(draft, file)
    else rmSync(draft, { force: true })
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Replaces a file of vibeflow's state and creates its directory. May be called during
 * `replaceFileSoon` for the same file, whose content is then discarded.
 * @param lasting whether the content must be on disk before this returns
 * @param check called before the rename. It throws to keep the old file.
 * @throws the system's error; the file is then unchanged
 */
export function replaceFile(
  file: string,
  parts: readonly Uint8Array[],
  lasting = true,
  check?: () => void,
): void {
  const draft = `${file}.last${unfinished}` // differs from the draft of `replaceFileSoon`
  makeFolders(dirname(file))
  rmSync(draft, { force: true })
  replaceWhole(file, parts, { draft, lasting, ...(check === undefined ? {} : { check }) })
}

/**
 * Replaces a file of vibeflow's state asynchronously and creates its directory. One call at a time
 * per file.
 * @param wanted returns false if newer content has been written since, which must stay
 * @throws the system's error; the file is then unchanged
 */
export async function replaceFileSoon(
  file: string,
  parts: readonly Uint8Array[],
  wanted: () => boolean,
): Promise<void> {
  const draft = file + unfinished
  makeFolders(dirname(file))
  await rm(draft, { force: true })
  const fill = async (handle: FileHandle) => {
    for (const part of parts) await handle.writeFile(part)
  }
  await replaceWholeSoon(file, fill, wanted, draft)
}
