/** Finds xterm.js's live region for screen readers, which is not in its public interface. */
import type { Terminal } from '@xterm/xterm'
import { checkNames, coreOf, readerNames } from '../grid/xterm-names.ts'
import type { LiveRegion } from './announcer.ts'

/** @returns a function that returns the region, or undefined while the option is off */
export function liveRegionOf(terminal: Terminal): () => LiveRegion | undefined {
  const { _accessibilityManager: manager } = coreOf<{
    readonly _accessibilityManager: { readonly value: LiveRegion | undefined }
  }>(terminal)
  return () => {
    const region = manager.value
    if (region !== undefined) checkNames(region, readerNames)
    return region
  }
}
