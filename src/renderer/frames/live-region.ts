/**
 * What xterm.js announces to a screen reader through, which its public interface does not have
 * (names: grid/xterm-names.ts).
 */
import type { Terminal } from '@xterm/xterm'
import { checkNames, coreOf, readerNames } from '../grid/xterm-names.ts'
import type { LiveRegion } from './announcer.ts'

/** @returns the region as it is at present; undefined while the option is off */
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
