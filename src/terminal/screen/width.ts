/**
 * Columns that a code point fills, and its class for clusters: one table for page and shadow, so
 * that they cannot disagree.
 */
import { unicodeRuns } from './unicode-data.ts'

/** Code points below this are in the table; above lie ideographs, then little. */
const tableEnd = 0x20000

const properties: Uint8Array = expand(unicodeRuns)

/** 0, 1 or 2 columns. Controls count 1: they never come here. */
export function widthOf(code: number): number {
  if (code < tableEnd) return properties[code]! & 3
  return beyond(code) & 3
}

/** The class of graphemes.ts. */
export function classOf(code: number): number {
  return (code < tableEnd ? properties[code]! : beyond(code)) >> 2
}

/**
 * The tables' own shape beyond U+1FFFF: ideographs in two planes, tags and variation selectors in
 * the last.
 */
function beyond(code: number): number {
  if (code < 0x40000) return (code & 0xffff) < 0xfffe ? 2 : 1
  if (code >= 0xe0100 && code <= 0xe01ef) return 1 << 2
  if (code >= 0xe0020 && code <= 0xe007f) return 1 << 2
  if (code === 0xe0001) return 14 << 2
  return 1
}

function expand(runs: string): Uint8Array {
  const table = new Uint8Array(tableEnd)
  let at = 0
  for (const run of runs.split(' ')) {
    const length = Number.parseInt(run.slice(0, -2), 36)
    table.fill(
      ((run.charCodeAt(run.length - 2) - 65) << 2) | (run.charCodeAt(run.length - 1) - 48),
      at,
      at + length,
    )
    at += length
  }
  return table
}
