/** Width of a code point, and its class for clusters: one table for page and worker. */
import { unicodeRuns } from './unicode-data.ts'

/** End of the table; ideographs follow, and few others. */
const tableEnd = 0x20000

const properties: Uint8Array = expand(unicodeRuns)

/** Returns 0, 1 or 2 columns. Controls, which are never passed, count 1. */
export function widthOf(code: number): number {
  return propertiesOf(code) & 3
}

/** Returns the columns of a text, such as a name in another script. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += widthOf(character.codePointAt(0) ?? 0)
  return columns
}

export function classOf(code: number): number {
  return propertiesOf(code) >> 3
}

/** Returns whether U+FE0E and U+FE0F select a presentation of this character. */
export function hasVariations(code: number): boolean {
  return (propertiesOf(code) & 4) !== 0
}

/** Returns class << 3 | has variations << 2 | width. */
export function propertiesOf(code: number): number {
  return code < tableEnd ? properties[code]! : beyond(code)
}

/** Handles code points beyond U+1FFFF: ideographs, tags and variation selectors. */
function beyond(code: number): number {
  if (code < 0x40000) return (code & 0xffff) < 0xfffe ? 2 : 1
  if (code >= 0xe0100 && code <= 0xe01ef) return 1 << 3
  if (code >= 0xe0020 && code <= 0xe007f) return 1 << 3
  if (code === 0xe0001) return 14 << 3
  return code >= 0xe0000 && code <= 0xe0fff ? (14 << 3) | 1 : 1
}

function expand(runs: string): Uint8Array {
  const table = new Uint8Array(tableEnd)
  let at = 0
  for (const run of runs.split(' ')) {
    const length = Number.parseInt(run.slice(0, -2), 36)
    table.fill(
      ((run.charCodeAt(run.length - 2) - 65) << 3) | (run.charCodeAt(run.length - 1) - 48),
      at,
      at + length,
    )
    at += length
  }
  // Hangul syllables without a final consonant are LV, all others LVT
  for (let code = 0xac00; code < 0xd7a4; code += 28) table[code] = (9 << 3) | 2
  return table
}
