/** What xterm.js 6.0.0 tells a screen reader through, which its public interface does not have. Checked when a grid is made, and when its option is turned on. */
import type { Terminal } from '@xterm/xterm'
import { assert } from '../../core/assert.ts'
import type { LiveRegion } from './announcer.ts'

/** @returns the region as it is at present; undefined while the option is off */
export function liveRegionOf(terminal: Terminal): () => LiveRegion | undefined {
  const { _accessibilityManager: manager } = (terminal as unknown as { readonly _core: { readonly _accessibilityManager?: { readonly value: LiveRegion | undefined } } })._core // private to xterm.js; checked below
  assert(manager !== undefined && 'value' in manager, 'xterm.js has a screen reader mode as this file was written for')
  return () => {
    const region = manager.value
    assert(region === undefined || (typeof region._handleChar === 'function' && typeof region._liveRegionLineCount === 'number'), 'xterm.js tells a screen reader as this file was written for')
    return region
  }
}
