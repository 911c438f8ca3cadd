/** Options of windows (behaviour/config.md [window]). They count for new windows. */

export interface WindowOptions {
  /** CSS px, of the content. */
  readonly width: number
  readonly height: number
  /** A window begins with the size that the last one had. That is state, not configuration. */
  readonly rememberSize: boolean
}

export const windowDefaults: WindowOptions = { width: 960, height: 600, rememberSize: true }
