/**
 * Puts a downloaded file in the place of one that may be running: written beside it, checked, then
 * renamed over it. Whatever goes wrong, the file that was there stays as it is. A program that runs
 * from the old file keeps it open and is not disturbed.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceWholeSoon } from '../../host/files/replace-file.ts'
import type { ReleaseFile } from './release-feed.ts'
import { CommandError } from '../exit-codes.ts'

/** The start of an AppImage of type 2: an ELF with `AI\x02` at byte 8 (AppImage specification). */
const magic = { elf: Buffer.from('\x7fELF', 'latin1'), mark: Buffer.from('AI\x02', 'latin1') }

/**
 * Where the file really lies, behind links.
 * @throws CommandError when it could not be replaced there
 */
export async function replaceable(path: string): Promise<string> {
  try {
    const file = await realpath(path)
    if (!(await stat(file)).isFile()) throw new CommandError('failed', `${file} is no file.`)
    await access(dirname(file), constants.W_OK)
    return file
  } catch (error) {
    throw explained(error, path)
  }
}

/**
 * @param file of `replaceable`
 * @param expected what the content must be
 * @param fetch writes the content by the function that it is given; resolves when it is complete
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
    throw new CommandError(
      'failed',
      `${name} ended after ${came} of ${bytes} bytes. ${unchanged} Try again.`,
    )
  if (hash.digest('base64') !== sha512)
    throw new CommandError(
      'failed',
      `${name} is not what the release says: its SHA-512 is another. ${unchanged}`,
    )
  const start = Buffer.alloc(11)
  const check = await open(`/proc/self/fd/${handle.fd}`, 'r')
  try {
    await check.read(start, 0, start.length, 0)
  } finally {
    await check.close()
  }
  if (!start.subarray(0, 4).equals(magic.elf) || !start.subarray(8, 11).equals(magic.mark))
    throw new CommandError('failed', `${name} is no AppImage. ${unchanged}`)
}

function explained(error: unknown, file: string): Error {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (error instanceof CommandError || syscall === undefined) return error as Error
  const place = dirname(file)
  const reasons: Readonly<Record<string, string>> = {
    EACCES: `${place} may not be written to by you`,
    EPERM: `${place} may not be written to by you`,
    EROFS: `${place} can only be read`,
    ENOSPC: `there is no room for it in ${place}`,
    EDQUOT: `your quota leaves no room for it in ${place}`,
    ENOENT: `${file} is gone`,
  }
  return new CommandError(
    'failed',
    `${reasons[code] ?? `${file} cannot be replaced (${code})`}. Nothing was changed.`,
  )
}
