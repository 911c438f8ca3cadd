/** What pictures need of the outside; absent, compressed pixels and files are refused. */

/** Where a kitty command says that its pixels are: a file, one that is deleted, shared memory. */
export type Medium = 'file' | 'temporary' | 'shared'

export interface PictureHost {
  /** zlib's data; null: broken, or more than `most` bytes. */
  readonly inflate: (bytes: Uint8Array, most: number) => Uint8Array | null
  /** The same, by another thread. */
  readonly inflateLater: (
    bytes: Uint8Array,
    most: number,
    done: (bytes: Uint8Array | null) => void,
  ) => void
  /** Done in a later turn, when others have had theirs: it may be much work. */
  readonly soon: (act: () => void) => void
  /**
   * So many bytes of a file from `offset` on, all if `size` is 0; null: there is none, it may not
   * be read (SECURITY.md), or it has more than `most`.
   */
  readonly read: (
    medium: Medium,
    path: string,
    range: { readonly offset: number; readonly size: number; readonly most: number },
  ) => Uint8Array | null
}
