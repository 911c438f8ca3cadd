/** Writes extra cursors and their colors as sequences (kitty's multiple cursors). */
import type { Cursors } from '../extra-cursors.ts'

/** Cursors per sequence, for terminals that read few numbers. */
const perSequence = 8

export function extraCursors({ cells, fg, bg }: Cursors): string {
  const sequence = (first: number, ...groups: string[]) => `\x1b[>${[first, ...groups].join(';')} q`
  const colors = [
    ...(fg === undefined ? [] : [sequence(30, colorValues(fg))]),
    ...(bg === undefined ? [] : [sequence(40, colorValues(bg))]),
  ]
  const runs: string[] = []
  let [shape, places]: [number, string[]] = [0, []]
  const flush = () => {
    if (places.length > 0) runs.push(sequence(shape, ...places))
    places = []
  }
  for (const [row, col, one] of cells) {
    if (one !== shape || places.length === perSequence) flush()
    shape = one
    places.push(`2:${row + 1}:${col + 1}`)
  }
  flush()
  return [...colors, ...runs].join('')
}

/** -1 is the color space for colors of the cell. */
function colorValues(color: number | string): string {
  if (color === -1) return '1'
  if (typeof color === 'number') return `5:${color}`
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return ['2', ...channels].join(':')
}
