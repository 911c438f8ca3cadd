import type { Parameters } from './parameters.ts'

/** Reads the data of strings as it arrives: one string at a time, and only accepted ones. */
export interface StringReader {
  /** Starts a device control string, named as by `identifier`. Returns whether to pass its data. */
  device(name: number, parameters: Parameters): boolean
  /** Starts an application string. */
  application(): boolean
  /** Starts an operating system command `streamedCommand`, whose data follows the `;`. */
  command(): boolean
  /** Reads `bytes` from `from` to `end`: printable ASCII. */
  put(bytes: Uint8Array, from: number, end: number): void
  end(whole: boolean): void
}
