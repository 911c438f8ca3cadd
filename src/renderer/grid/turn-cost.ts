/**
 * How long xterm.js will take for bytes, told beforehand: it parses what one `write` brings without a pause, and 64 KiB of `yes` are
 * 32,768 lines to scroll, some 150 ms, where 64 KiB of text are 2 ms.
 */

// Measured on two slow cores, in units of one plain byte (1/40 of a microsecond): a line end scrolls, an escape is looked up.
const lineEndUnits = 160
const escapeUnits = 40

/** Units in one millisecond, roughly. */
export const unitsPerMs = 40_000

/** The most bytes from the front of `bytes` that cost no more than so many units; never fewer than one, so that it goes on. */
export function affordable(bytes: Uint8Array, unitsMax: number): number {
  // The dearest that so few bytes can be: nothing to count.
  if (bytes.length * lineEndUnits <= unitsMax) return bytes.length
  let units = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    units += byte === 0x0a ? lineEndUnits : byte === 0x1b ? escapeUnits : 1
    if (units > unitsMax) return Math.max(1, index)
  }
  return bytes.length
}
