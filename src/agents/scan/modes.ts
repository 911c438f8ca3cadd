/**
 * Does an open `CSI ?` name one of the modes of the alternate screen, or that of paste brackets?
 * Reads parameters as xterm.js does.
 */
import { isScreenMode, privateModes } from '../../base/sequences/modes.ts'
import { scannedParametersMax } from './limits.ts'

const valueMax = 2_147_483_647

export class ModeTracker {
  #value = 0
  #parameters = 0
  /** Not within sub-parameters, which are passed over. */
  #inNumber = true
  /** This parameter or an earlier one names a mode of the alternate screen. */
  screen = false
  /** One names mode 2004. */
  brackets = false

  open(): void {
    this.#value = 0
    this.#parameters = 0
    this.#inNumber = true
    this.screen = false
    this.brackets = false
  }

  /** 0-9. */
  digit(digit: number): void {
    if (this.#inNumber) this.#value = Math.min(this.#value * 10 + digit, valueMax)
  }

  /** A colon: what follows, up to the next semicolon, is no number of its own. */
  subParameter(): void {
    this.#inNumber = false
  }

  /** A semicolon, or the end. */
  endParameter(): void {
    this.#parameters += 1
    if (this.#parameters <= scannedParametersMax) {
      if (isScreenMode(this.#value)) this.screen = true
      if (privateModes[this.#value] === 'bracketedPaste') this.brackets = true
    }
    this.#value = 0
    this.#inNumber = true
  }
}
