/** Services that images need. Without them, compressed pixels and files are rejected. */

/** Source of a kitty command's pixels: a file, a file to delete, or shared memory. */
export type Medium = 'file' | 'temporary' | 'shared'

export interface PictureHost {
  /** Inflates zlib data; `null` if it is invalid or exceeds `most` bytes. */
  readonly inflate: (bytes: Uint8Array, most: number) => Uint8Array | null
  /** Inflates in another thread. */
  readonly inflateLater: (
    bytes: Uint8Array,
    most: number,
    done: (bytes: Uint8Array | null) => void,
  ) => void
  /** Compresses to zlib data in another thread, quickly. */
  readonly deflateLater: (bytes: Uint8Array, done: (bytes: Uint8Array) => void) => void
  /** Runs possibly long work in a later turn, after others had theirs. */
  readonly soon: (act: () => void) => void
  /** Reads part of a file, or all if `size` is 0; `null` if missing, forbidden or too long. */
  readonly read: (
    medium: Medium,
    path: string,
    range: { readonly offset: number; readonly size: number; readonly most: number },
  ) => Uint8Array | null
}
