/**
 * Compression for what rests in the main process and in workers, and the end of the memory that was
 * used before. V8 collects it when it has to, which may be hours later where nothing happens; of
 * memory that threads share it takes no account at all. So each thread collects by itself, some
 * time after much was freed. Without that, a process that drops 60 MiB of shared memory keeps
 * 109 MB for good; with it, 47 MB are left (Node 24, `gc` by `--expose-gc`).
 */
import type { Compression } from '../../terminal/history/compression.ts'
import { lazily } from './lazily.ts'

/** Bytes that have been freed when garbage is collected: fewer wait for more. A full tab's. */
const collectBytes = 1_048_576

/** So long after that, ms: tabs that rest one after the other are collected at once. */
const collectDelayMs = 6_000

/** What is smaller by less than a quarter is not worth it. */
const worthFactor = 0.75

/** Node refuses smaller pieces to expand into. */
const chunkBytesMin = 64

/**
 * Zstandard, where it is there: a sixth smaller than deflate at its fastest. An older Node has none
 * of it, and Electron's is not known to have. What one thread compresses another one of the same
 * process expands.
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

/** @param collect in tests */
export function compression(collect: () => void = collectGarbage): Compression {
  let freed = 0
  let timer: NodeJS.Timeout | null = null
  return {
    compress: (bytes) => {
      const compressed = algorithm().compress(bytes)
      // its memory is a piece of zlib's, which is larger
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
      }, collectDelayMs).unref() // the end of the process does not wait for it
    },
  }
}

const gc = lazily(() => {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
  return process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
})

/** Takes a few ms, by the size of the thread's heap. */
function collectGarbage(): void {
  gc()()
}
