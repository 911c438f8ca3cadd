import { carrierStart, MAX_FRAME_LEN, warpBytesMax, warpStart } from '../../protocol/index.ts'
import { clipboardStringBytesMax, scannedStringBytesMax } from '../scan/limits.ts'
import type { OscBody } from '../scan/osc-body.ts'
import { beginsWith } from './body-text.ts'

/**
 * Returns the longest length of an OSC string in bytes, or 0 if its number is not read
 * (docs/reference/protocols.md). OSC 1 (icon name) and OSC 8 (links, which the VT core reads) are
 * skipped like unknown numbers.
 */
export function limitOf(number: number, body: OscBody): number {
  // biome-ignore format: a table, read by its columns
  switch (number) {
    case 26: case 88: case 1_338: case 7_501: case 21_337: return MAX_FRAME_LEN
    case 0: case 2: case 7: case 9: case 99: case 133: case 633: case 1_337: case 3_008:
      return scannedStringBytesMax
    case 52: return clipboardStringBytesMax
    case 777: return limitOf777(body)
    default: return 0
  }
}

/** Returns the lowest limit that the first word allows; skipped controls count. */
function limitOf777(body: OscBody): number {
  if (beginsWith(body, carrierStart) !== false) return MAX_FRAME_LEN
  const warp = beginsWith(body, warpStart)
  return warp === null ? MAX_FRAME_LEN : warp ? warpBytesMax : scannedStringBytesMax
}
