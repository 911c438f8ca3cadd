/** Fits as much history into a snapshot as its limit allows. */
import { sampleGrowth, sampleRows } from './limits.ts'

export interface Fitting {
  readonly payload: Uint8Array
  readonly history: number
}

/** Share of the limit that estimates aim at, and the growth worth another attempt. */
const aim = 0.95
const worthwhile = 1.25

/**
 * Calls `write` with few rows first, so that a large history is never written only to be discarded,
 * and then with estimated counts. Zero rows are accepted at any size: the screen is always
 * complete.
 */
export function fitting(
  wanted: number,
  bytesMax: number,
  write: (rows: number) => Uint8Array,
): Fitting {
  let best: Fitting | null = null
  let tooMany = Infinity
  for (
    let rows = bytesMax === Number.MAX_SAFE_INTEGER ? wanted : Math.min(wanted, sampleRows);
    ;
  ) {
    const payload = write(rows)
    const share = bytesMax / Math.max(1, payload.length)
    if (share >= 1 || rows === 0) {
      best = { payload, history: rows }
      const more = Math.min(wanted, rows * sampleGrowth, Math.floor(rows * share * aim))
      if (rows === wanted || more < rows * worthwhile || tooMany < Infinity) return best
      rows = more
    } else {
      tooMany = rows
      rows = Math.floor(rows * Math.min(0.9, share))
      if (best !== null && rows <= best.history) return best
    }
  }
}
