/** Port for compressing data that has not been used for a while. */
export interface Compression {
  /** Returns the compressed bytes, or `null` if they would hardly be smaller. */
  compress(bytes: Uint8Array): Uint8Array | null
  /** Restores the bytes given to `compress`, whose length is that of `into`. */
  expand(compressed: Uint8Array, into: Uint8Array): void
  /** Reports unused bytes, which may be collected when there is time. */
  freed(bytes: number): void
}
