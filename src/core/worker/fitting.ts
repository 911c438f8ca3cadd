/**
 * As much history as fits: a snapshot is written with some of it, and from what that took follows
 * how much more there may be.
 */
import { sampleGrowth, sampleRows } from './limits.ts'

export interface Fitting {
  readonly payload: Uint8Array
  readonly history: number
}

/**
 * A share of the bound that an estimate aims at, and the growth below which another try is not
 * worth its time.
 */
const aim = 0.95
const worthwhile = 1.25

/**
 * `write` is called with few rows first, so that a history of many megabytes is never written whole
 * to be thrown away; each further try is of a size that the one before makes likely. No rows at all
 * are written whatever they take: the screen comes whole.
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
