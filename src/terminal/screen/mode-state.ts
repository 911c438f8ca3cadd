/** States of private modes, for XTSAVE and DECRQM. */
import {
  isScreenMode,
  mouseEncodings,
  mouseModes,
  privateModes,
} from '../../base/sequences/modes.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from './screen.ts'

/** Returns whether a private mode is set; `undefined` if unknown or without a state (1048). */
export function isPrivateModeSet(screen: Screen, mode: number): boolean | undefined {
  const { modes } = screen
  const flag = privateModes[mode]
  if (flag !== undefined) return modes[flag]
  if (mouseModes[mode] !== undefined) return modes.mouse === mouseModes[mode]
  if (mouseEncodings[mode] !== undefined) return modes.mouseEncoding === mouseEncodings[mode]
  // biome-ignore format: a table, read by its columns
  switch (mode) {
    case 6: return modes.origin
    case 25: return screen.cursorVisible
    case 69: return modes.leftRightMargins
    default: return isScreenMode(mode) ? screen.isAlternate : undefined
  }
}

/** XTSAVE: saves the current modes; unknown ones are skipped, which bounds the table. */
export function saveModes(screen: Screen, parameters: Parameters): void {
  for (let index = 0; index < parameters.count; index += 1) {
    const mode = parameters.value(index)
    const state = isPrivateModeSet(screen, mode)
    // restoring one of these would switch screens
    if (state !== undefined && !isScreenMode(mode)) screen.savedModes.set(mode, state)
  }
}
