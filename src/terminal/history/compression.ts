/** Compression, for what has not been used for a while. The host gives the real one. */
export interface Compression {
  /** Smaller, or null: it hardly is. */
  compress(bytes: Uint8Array): Uint8Array | null
  /** What `compress` was given, which is as long as `into`. */
  expand(compressed: Uint8Array, into: Uint8Array): void
  /** So many bytes are used no more, and may be collected when there is time. */
  freed(bytes: number): void
}
