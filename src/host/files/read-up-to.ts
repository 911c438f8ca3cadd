/**
 * Files of the user's, read without waiting and no further than is wanted. A pipe would be waited
 * for, a device may do something when it is opened or never end, and a file can grow while it is
 * read: so what was opened is what is looked at, and more than the limit is never in memory.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Why there are no bytes. `kind`: it is that, and no file. `size`: it has so many bytes or more,
 * which are too many.
 */
export type Unread = { readonly kind: string } | { readonly size: number }

const leastRoom = 4_096

const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** @throws what the system says */
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

/** The same beside other work. */
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

/** What a small JSON file of our own holds; undefined: there is none, or it is broken. */
export function readJsonUpTo(path: string, bytesMax: number): unknown {
  try {
    const bytes = readUpTo(path, bytesMax)
    return bytes instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(bytes)) : undefined
  } catch {
    return undefined
  }
}

/** Part of a sentence. */
export function kindWords({ kind }: { readonly kind: string }): string {
  return `it is ${kind}, not a file`
}

function unreadBy(facts: Stats, bytesMax: number): Unread | null {
  if (!facts.isFile()) return { kind: kindOf(facts) }
  return facts.size > bytesMax ? { size: facts.size } : null
}

/**
 * For a file that grows, or one of the kernel, which has no bytes by its own account. Never more
 * than one above the limit.
 */
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
  if (facts.isDirectory()) return 'a folder'
  if (facts.isFIFO()) return 'a pipe'
  return facts.isSocket() ? 'a socket' : 'a device'
}
