/**
 * Reads transcripts in pieces: no file or line is in memory as a whole beyond a limit. A file that
 * was replaced by a link, a pipe or another user's file after it was listed is not read.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import {
  chunkBytes,
  entryBytesMax,
  transcriptBytesMax,
} from '../../../agents/conversations/limits.ts'
import { isOwnFile } from './walk.ts'

const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW

const lineFeed = 0x0a

const roomBytes = entryBytesMax + chunkBytes + 4

/** The line being read, and the piece after it. */
const room = Buffer.allocUnsafeSlow(roomBytes)
/** The same with ASCII letters in lower case. */
const folded = Buffer.allocUnsafeSlow(roomBytes)

/** Both, four bytes at a time. */
const roomWords = new Int32Array(room.buffer, 0, roomBytes >> 2)
const foldedWords = new Int32Array(folded.buffer, 0, roomBytes >> 2)

/** Calls back with an opened file. Returns `other` if it can't be read. */
export function withTranscript<Value>(
  path: string,
  read: (handle: number, facts: Stats) => Value,
  other: Value,
): Value {
  let handle: number | null = null
  try {
    handle = openSync(path, flags)
    const facts = fstatSync(handle)
    return isOwnFile(facts) ? read(handle, facts) : other
  } catch {
    return other
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

/**
 * Passes the end of a file to `found` in pieces of whole lines. Longer lines are skipped.
 * @param found gets bytes that are valid during the call. Returns true to stop.
 */
export function readLines(
  handle: number,
  size: number,
  found: (lines: Buffer) => boolean,
  bytesMax = transcriptBytesMax,
): void {
  let place = Math.max(0, size - bytesMax)
  let kept = 0
  // the first line of a cut file is incomplete
  let isSkipping = place > 0
  for (;;) {
    const got = readSync(handle, room, kept, Math.min(chunkBytes, size - place), place)
    place += got
    const bytes = room.subarray(0, kept + got)
    const isEnd = got === 0 || place >= size
    const end = isEnd ? bytes.length : bytes.lastIndexOf(lineFeed) + 1
    const begin = isSkipping ? bytes.indexOf(lineFeed) + 1 : 0
    if (end > 0) {
      if ((!isSkipping || begin > 0) && found(bytes.subarray(begin, end))) return
      isSkipping = false
    }
    if (isEnd) return
    kept = bytes.length - end
    if (kept > entryBytesMax) {
      isSkipping = true
      kept = 0
    } else room.copyWithin(0, end, bytes.length)
  }
}

/** Reads a file that is one document; `null` if it is too long. */
export function readWhole(handle: number, size: number): Buffer | null {
  if (size > entryBytesMax) return null
  const got = readSync(handle, room, 0, size, 0)
  return room.subarray(0, got)
}

/** Returns the bytes that `readLines` has passed with ASCII letters in lower case. */
export function inLowerCase(bytes: Buffer): Buffer {
  const begin = bytes.byteOffset
  const end = begin + bytes.length
  for (let at = begin >> 2; at < (end + 3) >> 2; at += 1) {
    const four = roomWords[at] ?? 0
    const low = four & 0x7f7f7f7f
    // the high bit of each byte from A to Z
    const letters = ~four & 0x80808080 & ((low + 0x3f3f3f3f) ^ (low + 0x25252525))
    foldedWords[at] = four | (letters >>> 2)
  }
  return folded.subarray(begin, end)
}
