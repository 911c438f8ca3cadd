/** Searches output for a byte. Every byte of heavy output is searched several times. */

type Search = (this: Uint8Array, byte: number, from: number) => number

/** A Buffer's search compares many bytes a step, an array's one. Pages have only the latter. */
const far: Search =
  (globalThis as { readonly Buffer?: { readonly prototype: { readonly indexOf: Search } } }).Buffer
    ?.prototype.indexOf ?? Uint8Array.prototype.indexOf

/** Bytes searched by a loop: where escape sequences are dense, a call costs more. */
const nearBytes = 32

/** Returns the index of the byte at or after `from`, or -1. */
export function findByte(bytes: Uint8Array, byte: number, from: number): number {
  const near = Math.min(bytes.length, from + nearBytes)
  for (let at = from; at < near; at += 1) if (bytes[at] === byte) return at
  return near === bytes.length ? -1 : far.call(bytes, byte, near)
}
