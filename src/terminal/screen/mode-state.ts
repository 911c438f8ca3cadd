/** Which private modes are set, by their numbers: what XTSAVE keeps and DECRQM asks for. */
import {
  isScreenMode,
  mouseEncodings,
  mouseModes,
  privateModes,
} from '../../base/sequences/modes.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from './screen.ts'

/**
 * Whether `CSI ? mode h` is in force; undefined: the mode is unknown, or an action and no state
 * (1048).
 */
export function isPrivateModeSet(screen: Screen, mode: number): boolean | undefined {
  const { modes } = screen
  const flag = privateModes[mode]
  if (flag !== undefined) return modes[flag]
  if (mouseModes[mode] !== undefined) return modes.mouse === mouseModes[mode]
  if (mouseEncodings[mode] !== undefined) return modes.mouseEncoding === mouseEncodings[mode]
  switch (mode) {
    case 3:
      return modes.columns132
    case 6:
      return modes.origin
    case 25:
      return screen.cursorVisible
    case 69:
      return modes.leftRightMargins
    default:
      return isScreenMode(mode) ? screen.isAlternate : undefined
  }
}

/**
 * XTSAVE: the modes asked for, as they are; unknown ones are passed over, so that no more are kept
 * than there are.
 */
export function saveModes(screen: Screen, parameters: Parameters): void {
  for (let index = 0; index < parameters.count; index += 1) {
    const mode = parameters.value(index)
    const state = isPrivateModeSet(screen, mode)
    // to restore one of these would switch to the other screen
    if (state !== undefined && !isScreenMode(mode)) screen.savedModes.set(mode, state)
  }
}
