/**
 * Replaces a program that may be running: writes a new file next to it, verifies it, and renames
 * it. On any failure the old file is unchanged. A running program keeps the old file open.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceWholeSoon } from '../../../host/files/replace-file.ts'
import type { ReleaseFile } from './release-feed.ts'
import { CommandError, failure } from '../../command/exit-codes.ts'

/** Start of an AppImage of type 2: an ELF with `AI\x02` at byte 8 (AppImage specification). */
const magic = { elf: Buffer.from('\x7fELF', 'latin1'), mark: Buffer.from('AI\x02', 'latin1') }

/** Returns a file's real path. Rejects with `CommandError` if it cannot be replaced. */
export async function replaceable(path: string): Promise<string> {
  try {
    const file = await realpath(path)
    if (!(await stat(file)).isFile()) throw failure(`${file} is not a file.`)
    await access(dirname(file), constants.W_OK)
    return file
  } catch (error) {
    throw explained(error, path)
  }
}

/**
 * @param file result of `replaceable`
 * @param expected required content
 * @param fetch writes the content with the given function; resolves when complete
 */
export async function replaceProgram(
  file: string,
  expected: ReleaseFile,
  fetch: (write: (piece: Buffer) => Promise<void>) => Promise<number>,
): Promise<void> {
  try {
    await replaceWholeSoon(file, async (handle) => {
      await fill(handle, expected, fetch)
      const { mode, uid, gid } = await stat(file)
      await handle.chmod(mode & 0o777)
      if (process.getuid?.() === 0) await handle.chown(uid, gid)
    })
  } catch (error) {
    throw explained(error, file)
  }
}

async function fill(
  handle: FileHandle,
  { name, bytes, sha512 }: ReleaseFile,
  fetch: (write: (piece: Buffer) => Promise<void>) => Promise<number>,
): Promise<void> {
  const hash = createHash('sha512')
  const came = await fetch(async (piece) => {
    hash.update(piece)
    await handle.writeFile(piece)
  })
  const unchanged = 'Nothing was changed.'
  if (came !== bytes)
    throw failure(
      `the download of ${name} ended after ${came} of ${bytes} bytes. ${unchanged} Try again.`,
    )
  if (hash.digest('base64') !== sha512)
    throw failure(`the SHA-512 checksum of ${name} is wrong. ${unchanged}`)
  const start = Buffer.alloc(11)
  const check = await open(`/proc/self/fd/${handle.fd}`, 'r')
  try {
    await check.read(start, 0, start.length, 0)
  } finally {
    await check.close()
  }
  if (!start.subarray(0, 4).equals(magic.elf) || !start.subarray(8, 11).equals(magic.mark))
    throw failure(`${name} is not an AppImage. ${unchanged}`)
}

function explained(error: unknown, file: string): Error {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (error instanceof CommandError || syscall === undefined) return error as Error
  const place = dirname(file)
  const reasons: Readonly<Record<string, string>> = {
    EACCES: `can't write to ${place}: permission denied`,
    EPERM: `can't write to ${place}: permission denied`,
    EROFS: `${place} is read-only`,
    ENOSPC: `not enough space in ${place}`,
    EDQUOT: `your disk quota for ${place} is used up`,
    ENOENT: `${file} does not exist any more`,
  }
  return failure(`${reasons[code] ?? `can't replace ${file} (${code})`}. Nothing was changed.`)
}
