/**
 * Compression for idle data in main and workers, and garbage collection afterwards. V8 may collect
 * hours later in an idle process, and does not count shared memory. So each thread collects some
 * time after much was freed: a process that drops 60 MiB of shared memory then keeps 47 MB,
 * otherwise 109 MB (Node 24, `gc` with `--expose-gc`).
 */
import type { Compression } from '../../terminal/history/compression.ts'
import { lazily } from './lazily.ts'

/** Freed bytes that trigger a collection: those of a full tab. */
const collectBytes = 1_048_576

/** Delay of the collection, ms: tabs that become idle in a row share one. */
const collectDelayMs = 6_000

/** Compression must save at least a quarter. */
const worthFactor = 0.75

/** Smallest output chunk that Node accepts. */
const chunkBytesMin = 64

/**
 * Zstandard if available: a sixth smaller than the fastest deflate. Older Node lacks it, and
 * Electron's Node may too. All threads of a process use the same algorithm.
 */
const algorithm = lazily(() => {
  const zlib = process.getBuiltinModule('node:zlib')
  const { zstdCompressSync, zstdDecompressSync } = zlib as Partial<typeof zlib>
  return zstdCompressSync !== undefined && zstdDecompressSync !== undefined
    ? { compress: zstdCompressSync, expand: zstdDecompressSync }
    : {
        compress: (bytes: Uint8Array) => zlib.deflateRawSync(bytes, { level: 1 }),
        expand: zlib.inflateRawSync,
      }
})

/** @param collect replaced in tests */
export function compression(collect: () => void = collectGarbage): Compression {
  let freed = 0
  let timer: NodeJS.Timeout | null = null
  return {
    compress: (bytes) => {
      const compressed = algorithm().compress(bytes)
      // a slice of zlib's larger buffer
      return compressed.length > bytes.length * worthFactor ? null : new Uint8Array(compressed)
    },
    expand: (compressed, into) => {
      const chunkSize = Math.max(chunkBytesMin, into.length)
      into.set(algorithm().expand(compressed, { chunkSize }))
    },
    freed: (bytes) => {
      freed += bytes
      if (freed < collectBytes || timer !== null) return
      timer = setTimeout(() => {
        timer = null
        freed = 0
        collect()
      }, collectDelayMs).unref() // must not keep the process alive
    },
  }
}

const gc = lazily(() => {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
  return process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
})

/** Takes a few ms, depending on the thread's heap. */
function collectGarbage(): void {
  gc()()
}
