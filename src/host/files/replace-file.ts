/**
 * Files that are replaced as a whole: written under another name in the same folder, which must be
 * free (no link is followed), brought to the disk, then renamed. Whenever the machine stops, the
 * file has its old content or the new one.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How the name of a file that is not complete yet ends. */
export const unfinished = '.new'

const privateMode = 0o600
const folderMode = 0o700

/** A name in the same folder that no other file has. */
function freeName(file: string): string {
  return join(dirname(file), `.vibeflow-${randomBytes(6).toString('hex')}${unfinished}`)
}

/** How a file is replaced; all parts have defaults. */
export interface Replacing {
  readonly draft?: string
  /** Permissions of the new file. */
  readonly mode?: number
  /** Whether the disk must have the content before it returns. */
  readonly lasting?: boolean
  /** Called before the rename. It throws if the old file must stay. */
  readonly check?: () => void
}

/**
 * Replaces a file in a folder that exists. It blocks.
 * @throws what the system says; then the file is as it was
 */
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
 * Replaces a file while other work goes on.
 * @param fill writes the content
 * @param wanted returns false if something newer is written by now, which must stay
 * @throws what the system or `fill` says; then the file is as it was
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
    // In this very turn: a rename in a queue could put the older file over the newer.
    if (wanted()) renameSync(draft, file)
    else rmSync(draft, { force: true })
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Replaces a file of our own state, and makes its folder. May be called while `replaceFileSoon` is
 * under way for the same file: then the content of that one is no longer wanted.
 * @param lasting whether the disk must have it before this returns
 * @throws what the disk says; then the file is as it was
 */
export function replaceFile(file: string, parts: readonly Uint8Array[], lasting = true): void {
  const draft = `${file}.last${unfinished}` // another name than that of `replaceFileSoon`
  makeFolder(file)
  rmSync(draft, { force: true })
  replaceWhole(file, parts, { draft, lasting })
}

/**
 * Replaces a file of our own state while other work goes on, and makes its folder. One at a time
 * for a file.
 * @param wanted returns false if something newer is written by now, which must stay
 * @throws what the disk says; then the file is as it was
 */
export async function replaceFileSoon(
  file: string,
  parts: readonly Uint8Array[],
  wanted: () => boolean,
): Promise<void> {
  const draft = file + unfinished
  makeFolder(file)
  await rm(draft, { force: true })
  const fill = async (handle: FileHandle) => {
    for (const part of parts) await handle.writeFile(part)
  }
  await replaceWholeSoon(file, fill, wanted, draft)
}

/** Makes the folder of a file, for the user alone. */
export function makeFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: folderMode })
}
