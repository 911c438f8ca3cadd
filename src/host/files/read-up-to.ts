/**
 * Reads files without blocking and up to a limit. A pipe would block, a device may act when opened
 * or never end, and a file can grow during the read. So the opened file is checked, and no more
 * than the limit is in memory.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/** `kind`: it is not a file. `size`: it has at least this many bytes, too many. */
type Unread = { readonly kind: string } | { readonly size: number }

const leastRoom = 4_096

const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** @throws the system's error */
export function readUpTo(path: string, bytesMax: number): Uint8Array<ArrayBuffer> | Unread {
  const handle = openSync(path, flags)
  try {
    const facts = fstatSync(handle)
    const unread = unreadBy(facts, bytesMax)
    if (unread !== null) return unread
    let bytes = new Uint8Array(facts.size + 1)
    let length = 0
    for (let got = -1; got !== 0 && length <= bytesMax; length += got) {
      if (length === bytes.length) bytes = wider(bytes, bytesMax)
      got = readSync(handle, bytes, length, bytes.length - length, null)
    }
    return wholeOf(bytes, length, bytesMax)
  } finally {
    closeSync(handle)
  }
}

/** Reads in the same way, asynchronously. */
export async function readUpToSoon(
  path: string,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | Unread> {
  const handle = await open(path, flags)
  try {
    const facts = await handle.stat()
    const unread = unreadBy(facts, bytesMax)
    if (unread !== null) return unread
    let bytes = new Uint8Array(facts.size + 1)
    let length = 0
    for (let got = -1; got !== 0 && length <= bytesMax; length += got) {
      if (length === bytes.length) bytes = wider(bytes, bytesMax)
      got = (await handle.read(bytes, length, bytes.length - length)).bytesRead
    }
    return wholeOf(bytes, length, bytesMax)
  } finally {
    await handle.close()
  }
}

/** Parses a small JSON file of vibeflow. Returns `undefined` if it is missing or damaged. */
export function readJsonUpTo(path: string, bytesMax: number): unknown {
  try {
    const bytes = readUpTo(path, bytesMax)
    return bytes instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(bytes)) : undefined
  } catch {
    return undefined
  }
}

export function kindWords({ kind }: { readonly kind: string }): string {
  return `it is ${kind}, not a file`
}

function unreadBy(facts: Stats, bytesMax: number): Unread | null {
  if (!facts.isFile()) return { kind: kindOf(facts) }
  return facts.size > bytesMax ? { size: facts.size } : null
}

/** Grows the buffer for a growing file or one in /proc, up to one byte above the limit. */
function wider(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.min(Math.max(leastRoom, bytes.length * 2), bytesMax + 1))
  more.set(bytes)
  return more
}

function wholeOf(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  bytesMax: number,
): Uint8Array<ArrayBuffer> | Unread {
  return length > bytesMax ? { size: length } : bytes.slice(0, length)
}

function kindOf(facts: Stats): string {
  if (facts.isDirectory()) return 'a directory'
  if (facts.isFIFO()) return 'a pipe'
  return facts.isSocket() ? 'a socket' : 'a device'
}
