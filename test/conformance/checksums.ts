/** DECRQCRA: the question, and what xterm answers with `checksumExtension: 7`: characters alone. */
export const request = /\x1b\[(\d*);\d*;(\d*);(\d*);(\d*);(\d*)\*y/

/** The beginning of one at the end of a text. */
export const unfinished = /\x1b(?:\[[\d;]*\*?)?$/

/** @param rows of the screen, trailing blanks cut */
export function checksum(asked: RegExpExecArray, rows: readonly string[]): string {
  const [id, top, left, bottom, right] = asked.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  let sum = 0
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) sum += rows[y - 1]?.charCodeAt(x - 1) || 0x20
  const digits = (sum & 0xffff).toString(16).toUpperCase().padStart(4, '0')
  return `\x1bP${id}!~${digits}\x1b\\`
}
