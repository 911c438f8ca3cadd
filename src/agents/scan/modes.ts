/** Tracks alternate screen modes and bracketed paste in an open `CSI ?`, as xterm.js does. */
import { isScreenMode, privateModes } from '../../base/sequences/modes.ts'
import { scannedParametersMax } from './limits.ts'

const valueMax = 2_147_483_647

export class ModeTracker {
  #value = 0
  #parameters = 0
  /** False within sub-parameters, which are skipped. */
  #inNumber = true
  /** Whether a parameter so far names an alternate screen mode. */
  screen = false
  /** Whether a parameter so far names mode 2004. */
  brackets = false

  open(): void {
    this.#value = 0
    this.#parameters = 0
    this.#inNumber = true
    this.screen = false
    this.brackets = false
  }

  digit(digit: number): void {
    if (this.#inNumber) this.#value = Math.min(this.#value * 10 + digit, valueMax)
  }

  /** Handles a colon: skips everything up to the next semicolon. */
  subParameter(): void {
    this.#inNumber = false
  }

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
