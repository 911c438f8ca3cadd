/**
 * What pictures need of the machine, in a worker: zlib, and the files that a program names by
 * kitty's `t=f`, `t=t` and `t=s`. Such a file is a regular one of the user's own below the
 * temporary folder or /dev/shm, without links and without another file system on its way, which
 * might never answer (SECURITY.md).
 */
import { join, normalize } from 'node:path'
import type { Medium, PictureHost } from '../../terminal/images/host.ts'
import { lazily } from './lazily.ts'

const fs = lazily(() => process.getBuiltinModule('node:fs'))
const zlib = lazily(() => process.getBuiltinModule('node:zlib'))
const temporaryFolders = lazily(() => [process.getBuiltinModule('node:os').tmpdir(), '/tmp'])

const sharedMemory = '/dev/shm'
/** What the name of a file has that is deleted once it is read, as the protocol says. */
const deletable = 'tty-graphics-protocol'
const pathMax = 4_096
/** Shared memory that is older was not made for an image: it is read and left, ms. */
const sharedAgeMaxMs = 60_000

/** @param temporary folders that files may lie in, at any depth @param now wall clock, ms */
export function pictureHost(
  temporary: () => readonly string[] = temporaryFolders,
  now: () => number = () => Date.now(),
): PictureHost {
  return {
    inflate: (bytes, most) => {
      try {
        return zlib().inflateSync(bytes, { maxOutputLength: most })
      } catch {
        return null // broken, or more than there may be
      }
    },
    inflateLater: (bytes, most, done) => {
      zlib().inflate(bytes, { maxOutputLength: most }, (error, inflated) => {
        done(error === null ? inflated : null)
      })
    },
    soon: (act) => {
      setImmediate(act)
    },
    read: (medium, path, range) => {
      const place = placeOf(medium, path, temporary())
      if (place === null) return null
      const bytes = readRange(place, range)
      if (bytes !== null) forget(medium, place, now())
      return bytes
    },
  }
}

/** The file that may be read; null: it is none. */
function placeOf(medium: Medium, name: string, temporary: readonly string[]): string | null {
  if (name === '' || name.length > pathMax || name.includes('\0')) return null
  if (medium === 'shared') {
    const bare = name.startsWith('/') ? name.slice(1) : name
    if (bare.includes('/') || bare.startsWith('.')) return null
    return isPlain(sharedMemory, bare) ? join(sharedMemory, bare) : null
  }
  if (!name.startsWith('/') || normalize(name) !== name) return null
  const root = [...temporary, sharedMemory].find((folder) => name.startsWith(`${folder}/`))
  if (root === undefined || (medium === 'temporary' && !name.includes(deletable))) return null
  return isPlain(root, name.slice(root.length + 1)) ? name : null
}

/** No mount point, and no link, from the folder down to the file: nothing there can hang. */
function isPlain(root: string, rest: string): boolean {
  const parts = rest.split('/')
  const steps = parts.map((_, index) => join(root, ...parts.slice(0, index + 1)))
  try {
    const mounted = new Set(
      fs()
        .readFileSync('/proc/self/mountinfo', 'utf8')
        .split('\n')
        .map((line) => line.split(' ')[4]?.replaceAll('\\040', ' ')),
    )
    return steps.every(
      (step, index) =>
        !mounted.has(step) &&
        (index === steps.length - 1
          ? fs().lstatSync(step).isFile()
          : fs().lstatSync(step).isDirectory()),
    )
  } catch {
    return false
  }
}

function readRange(
  path: string,
  { offset, size, most }: Parameters<PictureHost['read']>[2],
): Uint8Array | null {
  let file: number | null = null
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs().constants
    file = fs().openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const stat = fs().fstatSync(file)
    const { size: whole, uid } = stat
    if (!stat.isFile() || uid !== process.getuid?.()) return null
    const wanted = size === 0 ? whole - offset : Math.min(size, whole - offset)
    if (wanted <= 0 || wanted > most) return null
    const bytes = new Uint8Array(wanted)
    let got = 0
    while (got < wanted) {
      const more = fs().readSync(file, bytes, got, wanted - got, offset + got)
      if (more === 0) break
      got += more
    }
    return bytes.subarray(0, got)
  } catch {
    return null // gone, or not to be read
  } finally {
    if (file !== null) fs().closeSync(file)
  }
}

/**
 * Temporary files and shared memory are the terminal's to take away: files that are called so, and
 * memory that is fresh, since programs keep all else there that they share.
 */
function forget(medium: Medium, path: string, now: number): void {
  if (medium === 'file') return
  try {
    if (medium === 'shared' && now - fs().lstatSync(path).ctimeMs > sharedAgeMaxMs) return
    fs().unlinkSync(path)
  } catch {
    // somebody else has
  }
}
