/** Reaches xterm.js's live region for screen readers, which is not in its public interface. */
import type { Terminal } from '@xterm/xterm'
import { checkNames, coreOf, readerNames } from '../xterm-names.ts'
import type { LiveRegion } from './announcer.ts'

interface KeyedRegion extends LiveRegion {
  /** Clears the region, and leaves the echo of this text out. */
  _handleKey(text: string): void
}

/** @returns a function that returns the region, or undefined while the option is off */
export function liveRegionOf(terminal: Terminal): () => KeyedRegion | undefined {
  const { _accessibilityManager: manager } = coreOf<{
    readonly _accessibilityManager: { readonly value: KeyedRegion | undefined }
  }>(terminal)
  return () => {
    const region = manager.value
    if (region !== undefined) checkNames(region, readerNames)
    return region
  }
}

/** Clears what was announced when the user presses a key, whose echo is not announced. */
export function announceKey(terminal: Terminal, text: string): void {
  liveRegionOf(terminal)()?._handleKey(text)
}
