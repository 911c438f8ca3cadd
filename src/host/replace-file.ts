/**
 * A file of state, replaced as a whole (security.md 8): written under another name in the same
 * folder, which must be nobody's (nothing is followed out of it), brought to the disk, then
 * renamed. Whenever the machine stops, what was there before is there, or what is new.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How the name of a file that is not whole yet ends. */
export const unfinished = '.new'

const mode = 0o600
const folderMode = 0o700

/**
 * At once, blocking. May be called while `replaceFileSoon` is under way for the same file: then
 * that one is not to be wanted any more.
 * @param lasting whether the disk must have it before this returns
 * @throws what the disk says; then the file is as it was
 */
export function replaceFile(file: string, parts: readonly Uint8Array[], lasting = true): void {
  const draft = `${file}.last${unfinished}` // another name than that of the one beside it
  makeRoom(file)
  rmSync(draft, { force: true })
  try {
    const handle = openSync(draft, 'wx', mode)
    try {
      for (const part of parts) writeFileSync(handle, part)
      if (lasting) fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Beside other work: neither bytes nor the disk are waited for. One at a time for a file.
 * @param wanted false: something newer is written by now, and this may not take its place
 * @throws what the disk says; then the file is as it was
 */
export async function replaceFileSoon(
  file: string,
  parts: readonly Uint8Array[],
  wanted: () => boolean,
): Promise<void> {
  const draft = file + unfinished
  makeRoom(file)
  await rm(draft, { force: true })
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      for (const part of parts) await handle.writeFile(part)
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

function makeRoom(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: folderMode })
}
