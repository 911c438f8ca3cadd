import { iconCacheBytesMax, iconsCachedMax } from './limits.ts'

/** Icons that a program may show again by their key (OSC 99, `g`). The least used is dropped. */
export class IconCache {
  /** By last use, oldest first. */
  readonly #icons = new Map<string, Uint8Array>()
  #size = 0

  /** Stores the icon that was sent with this key, or returns the stored one. */
  resolve(key: string | undefined, sent: Uint8Array | null): Uint8Array | null {
    if (key === undefined) return sent
    const icon = sent ?? this.#icons.get(key)
    if (icon === undefined) return null
    this.#remove(key)
    this.#icons.set(key, icon)
    this.#size += icon.length
    for (const oldest of this.#icons.keys()) {
      if (this.#size <= iconCacheBytesMax && this.#icons.size <= iconsCachedMax) break
      this.#remove(oldest)
    }
    return icon
  }

  #remove(key: string): void {
    this.#size -= this.#icons.get(key)?.length ?? 0
    this.#icons.delete(key)
  }
}
