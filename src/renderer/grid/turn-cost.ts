/**
 * How long xterm.js will take for bytes, told beforehand: it parses what one `write` brings without a pause, and 64 KiB of `yes` are
 * 32,768 lines to scroll, some 150 ms, where 64 KiB of text are 2 ms. What cannot be seen from the bytes is learnt from those before.
 */

// Measured on two slow cores, in units of one plain byte (1/40 of a microsecond): a line end scrolls, an escape is looked up.
const lineEndUnits = 160
const escapeUnits = 40

/** Units in one millisecond of plain text, roughly. */
export const unitsPerMs = 40_000

/** Random bytes take ten times what was told, a slow machine a few times more; beyond it, it is another task that took the time. */
const dearnessMax = 32

/** What takes less, ms, teaches nothing: the page's clock has steps of 0.1. */
const learnableMs = 0.5

/**
 * The most bytes from the front of `bytes` that cost no more than so many units, and what they cost; never fewer than one, so that it
 * goes on.
 */
export function affordable(bytes: Uint8Array, unitsMax: number): { readonly length: number; readonly units: number } {
  let units = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    const more = byte === 0x0a ? lineEndUnits : byte === 0x1b ? escapeUnits : 1
    if (units + more > unitsMax && index > 0) return { length: index, units }
    units += more
  }
  return { length: bytes.length, units }
}

/** How many times what was told beforehand a terminal's bytes have taken of late. */
export class Dearness {
  #times = 1

  /** What so many ms pay for. */
  units(ms: number): number {
    return ms * unitsPerMs / this.#times
  }

  /** So many units took so many ms. Dearer counts at once, cheaper by and by. */
  learn(units: number, tookMs: number): void {
    const times = Math.min(dearnessMax, Math.max(1, tookMs * unitsPerMs / units))
    if (times > this.#times) { if (tookMs >= learnableMs) this.#times = times }
    else this.#times += (times - this.#times) / 8
  }
}
