/**
 * Serves a folder with one file through /dev/fuse (descriptor 3), and never answers when a file is
 * closed. A process that has the file open and starts a program hangs there.
 */
import { readSync, writeSync } from 'node:fs'

const [lookup, getAttributes, open, read, release, flush, initialize] = [1, 3, 14, 15, 18, 25, 26]
const seconds = 60n
const fileBytes = 4_096

/** The attributes of the folder, which is node 1, or of the file. */
function attributes(node: bigint): Buffer {
  const bytes = Buffer.alloc(88)
  bytes.writeBigUInt64LE(node, 0)
  bytes.writeBigUInt64LE(BigInt(fileBytes), 8)
  bytes.writeUInt32LE(node === 1n ? 0o40755 : 0o100644, 60)
  bytes.writeUInt32LE(1, 64)
  bytes.writeUInt32LE(process.getuid?.() ?? 0, 68)
  bytes.writeUInt32LE(process.getgid?.() ?? 0, 72)
  return bytes
}

/** Returns the answer, `null` without one, or the number of an error. */
function answer(operation: number, node: bigint): Buffer | number | null {
  switch (operation) {
    case initialize: {
      const bytes = Buffer.alloc(64)
      bytes.writeUInt32LE(7, 0) // version 7.31
      bytes.writeUInt32LE(31, 4)
      bytes.writeUInt32LE(4_096, 20) // longest write
      return bytes
    }
    case lookup: {
      const entry = Buffer.alloc(40)
      entry.writeBigUInt64LE(2n, 0)
      entry.writeBigUInt64LE(seconds, 16)
      entry.writeBigUInt64LE(seconds, 24)
      return Buffer.concat([entry, attributes(2n)])
    }
    case getAttributes: {
      const valid = Buffer.alloc(16)
      valid.writeBigUInt64LE(seconds, 0)
      return Buffer.concat([valid, attributes(node)])
    }
    case open:
      return Buffer.alloc(16)
    case read:
      return Buffer.alloc(fileBytes, '\n')
    case release:
      return Buffer.alloc(0)
    case flush:
    case 2: // nodes that are forgotten
    case 36: // an interrupted request
    case 42:
      return null
    default:
      return 38 // ENOSYS
  }
}

const request = Buffer.alloc(1 << 18)
for (;;) {
  readSync(3, request)
  const body = answer(request.readUInt32LE(4), request.readBigUInt64LE(16))
  if (body === null) continue
  const bytes = typeof body === 'number' ? Buffer.alloc(0) : body
  const head = Buffer.alloc(16)
  head.writeUInt32LE(head.length + bytes.length, 0)
  head.writeInt32LE(typeof body === 'number' ? -body : 0, 4)
  request.copy(head, 8, 8, 16) // the number of the request
  writeSync(3, Buffer.concat([head, bytes]))
}
