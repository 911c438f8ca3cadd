/** Finds the next ESC, BEL, CAN or SUB of a chunk. Reads no byte twice for the last three. */
import { findByte } from '../../base/sequences/find-byte.ts'
import { BEL, CAN, ESC, SUB } from './bytes.ts'
import { noBytes } from './osc-body.ts'

/** Each function returns the chunk's length if there is none from `from` on. */
export class NextControls {
  #bytes: Uint8Array = noBytes
  // Last results; -1 if there is none yet.
  #bell = -1
  #can = -1
  #sub = -1

  begin(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#bell = this.#can = this.#sub = -1
  }

  escape(from: number): number {
    return this.#find(ESC, from)
  }

  bell(from: number): number {
    // bells often come in rows
    if (this.#bell < from) this.#bell = this.#bytes[from] === BEL ? from : this.#find(BEL, from)
    return this.#bell
  }

  can(from: number): number {
    if (this.#can < from) this.#can = this.#find(CAN, from)
    return this.#can
  }

  sub(from: number): number {
    if (this.#sub < from) this.#sub = this.#find(SUB, from)
    return this.#sub
  }

  #find(byte: number, from: number): number {
    const at = findByte(this.#bytes, byte, from)
    return at === -1 ? this.#bytes.length : at
  }
}
