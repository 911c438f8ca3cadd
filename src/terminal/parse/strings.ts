/** Strings whose data is taken as it comes: those that draw. */
import type { Parameters } from './parameters.ts'

/** Takes the data of strings piece by piece: of one at a time, and of those alone that it wants. */
export interface StringReader {
  /** A device control string begins: its name as `identifier` has it. Is its data wanted? */
  device(name: number, parameters: Parameters): boolean
  /** An application string begins. */
  application(): boolean
  /** An operating system command of `streamedCommand` begins; its data stands behind the `;`. */
  command(): boolean
  /** `bytes` [from, end) of its data: printable ASCII. */
  put(bytes: Uint8Array, from: number, end: number): void
  end(whole: boolean): void
}
