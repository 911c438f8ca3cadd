/**
 * Keeps text readable on the 16 ANSI colors. Programs such as mc, htop and whiptail choose both
 * colors from the palette, without knowing its values: light gray on blue has a contrast of 1.5 in
 * many themes.
 */
import { textContrast } from '../../../core/config/theme/colour.ts'
import type { Atlas } from './webgl-inside.ts'

/** xterm.js's modes of a color: none, of the first 16, of the 256, or red, green and blue. */
const [defaultMode, ansiMode, indexedMode] = [0, 0x1000000, 0x2000000]

/** Patches the class of the addon's atlas. */
export function keepPaletteReadable(kind: Atlas): void {
  const adjusted = kind._getMinimumContrastColor
  kind._getMinimumContrastColor = function (...given) {
    const [, groundMode, ground, , mode, color] = given
    const config = this._config
    const wanted = config.minimumContrastRatio
    const isOnPalette = isAnsi(groundMode, ground) && (mode === defaultMode || isAnsi(mode, color))
    const isHidden = mode !== defaultMode && color === ground
    if (wanted >= textContrast || !isOnPalette || isHidden) return adjusted.apply(this, given)
    config.minimumContrastRatio = textContrast
    try {
      return adjusted.apply(this, given)
    } finally {
      config.minimumContrastRatio = wanted
    }
  }
}

function isAnsi(mode: number, color: number): boolean {
  return mode === ansiMode || (mode === indexedMode && color < 16)
}
