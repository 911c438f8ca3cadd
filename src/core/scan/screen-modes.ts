/** Does an open `CSI ?` name one of the modes of the alternate screen? Reads parameters as xterm.js does. */
import { parametersMax } from './limits.ts'

const valueMax = 2_147_483_647

export class ScreenModes {
  #value = 0
  #parameters = 0
  /** Not within sub-parameters, which are passed over. */
  #inNumber = true
  #named = false

  open(): void {
    this.#value = 0
    this.#parameters = 0
    this.#inNumber = true
    this.#named = false
  }

  /** 0-9. */
  digit(digit: number): void {
    if (this.#inNumber) this.#value = Math.min(this.#value * 10 + digit, valueMax)
  }

  /** A colon: what follows, up to the next semicolon, is no number of its own. */
  subParameter(): void {
    this.#inNumber = false
  }

  /** A semicolon, or the end. True: this parameter or an earlier one names the screen. */
  endParameter(): boolean {
    this.#parameters += 1
    if (this.#parameters <= parametersMax && (this.#value === 47 || this.#value === 1_047 || this.#value === 1_049)) this.#named = true
    this.#value = 0
    this.#inNumber = true
    return this.#named
  }
}
