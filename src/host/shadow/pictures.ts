/**
 * Image support of a worker: zlib, and files named with kitty's `t=f`, `t=t` and `t=s`. Such a file
 * must be a regular file of the user below the temporary directory or /dev/shm, without links and
 * mount points on its path, which might never respond (SECURITY.md).
 */
import { join, normalize } from 'node:path'
import type { Medium, PictureHost } from '../../terminal/images/host.ts'
import { lazily } from './lazily.ts'
import { tryOr } from '../files/try-or.ts'

const fs = lazily(() => process.getBuiltinModule('node:fs'))
const zlib = lazily(() => process.getBuiltinModule('node:zlib'))
const temporaryFolders = lazily(() => [process.getBuiltinModule('node:os').tmpdir(), '/tmp'])

const sharedMemory = '/dev/shm'
/** A temporary file's name must contain this before it may be deleted, as the protocol requires. */
const deletable = 'tty-graphics-protocol'
const pathMax = 4_096
/** Older shared memory was not made for an image, so it is not deleted, ms. */
const sharedAgeMaxMs = 60_000

/** Files may be at any depth below `temporary`. `now` is the wall clock in ms. */
export function pictureHost(
  temporary: () => readonly string[] = temporaryFolders,
  now: () => number = () => Date.now(),
): PictureHost {
  return {
    inflate: (bytes, most) => {
      // Damaged or too large.
      return tryOr(() => zlib().inflateSync(bytes, { maxOutputLength: most }), null)
    },
    inflateLater: (bytes, most, done) => {
      zlib().inflate(bytes, { maxOutputLength: most }, (error, inflated) => {
        done(error === null ? inflated : null)
      })
    },
    deflateLater: (bytes, done) => {
      zlib().deflate(bytes, { level: 1 }, (error, deflated) => {
        if (error === null) done(deflated)
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

/** Returns the path of a readable file, or `null` if it is not allowed. */
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

/** Checks that the path has no mount points or links, so that nothing can block. */
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
    return null // missing or unreadable
  } finally {
    if (file !== null) fs().closeSync(file)
  }
}

/** Deletes temporary files and fresh shared memory. Older memory belongs to programs. */
function forget(medium: Medium, path: string, now: number): void {
  if (medium === 'file') return
  try {
    if (medium === 'shared' && now - fs().lstatSync(path).ctimeMs > sharedAgeMaxMs) return
    fs().unlinkSync(path)
  } catch {
    // already deleted
  }
}
