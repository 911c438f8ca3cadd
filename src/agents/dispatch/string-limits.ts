/** How long a string of each number may be, bytes; 0 where it is not read (docs/protocol.md). */
import { carrierStart, MAX_FRAME_LEN, warpBytesMax, warpStart } from '../../protocol/index.ts'
import { scannedStringBytesMax } from '../scan/limits.ts'
import type { OscBody } from '../scan/osc-body.ts'
import { beginsWith } from './body-text.ts'

/** OSC 1 (icon name) and 8 (links, xterm.js's) are passed over like a number that nobody knows. */
export function limitOf(number: number, body: OscBody): number {
  switch (number) {
    case 26:
    case 88:
    case 1_338:
    case 7_501:
    case 21_337:
      return MAX_FRAME_LEN
    case 0:
    case 2:
    case 7:
    case 9:
    case 52:
    case 99:
    case 133:
    case 633:
    case 1_337:
      return scannedStringBytesMax
    case 777:
      return limitOf777(body)
    default:
      return 0
  }
}

/**
 * The least that its first word can mean: what is still nothing but skipped controls at 4 096 bytes
 * is dropped.
 */
function limitOf777(body: OscBody): number {
  if (beginsWith(body, carrierStart) !== false) return MAX_FRAME_LEN
  const warp = beginsWith(body, warpStart)
  return warp === null ? MAX_FRAME_LEN : warp ? warpBytesMax : scannedStringBytesMax
}
