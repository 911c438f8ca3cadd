/** Random streams of sequences that interfaces of agents print, in pieces that can be removed. */
import { below, pick } from '../../support/random.ts'
import type { Size } from '../../../src/base/sizes/size.ts'

export interface Piece {
  readonly kind: string
  readonly text: string
}

type Random = () => number
type Maker = (random: Random, size: Size) => string

const csi = (text: string): string => `\x1b[${text}`
/** Returns a count that is often left out. */
const count = (random: Random, most: number): string =>
  below(random, 3) === 0 ? '' : `${1 + below(random, most)}`
const words = ['a', 'Working', 'src/main.ts', '12%', '│ ok │', '─────', '✓ done', 'é', '…']
const wide = ['世界', '漢', '한글', '🎉', '🚀x', 'e\u0301', '한']

/** By weight and name; the numbers of cells fit a small screen. */
const makers: readonly (readonly [weight: number, kind: string, make: Maker])[] = [
  [14, 'text', (random) => pick(random, words)],
  [6, 'wide', (random) => pick(random, wide)],
  [
    5,
    'long',
    (random, { cols }) =>
      'abcdefghijklmnopqrstuvwxyz'.repeat(3).slice(0, cols - 2 + below(random, cols)),
  ],
  [6, 'CR LF', () => '\r\n'],
  [2, 'LF', () => '\n'],
  [2, 'CR', () => '\r'],
  [2, 'BS', (random) => '\b'.repeat(1 + below(random, 3))],
  [3, 'HT', () => '\t'],
  [
    6,
    'CUP',
    (random, { cols, rows }) => csi(`${1 + below(random, rows)};${1 + below(random, cols)}H`),
  ],
  [2, 'home', () => csi('H')],
  [5, 'CUU', (random) => csi(`${count(random, 4)}A`)],
  [3, 'CUD', (random) => csi(`${count(random, 4)}B`)],
  [3, 'CUF', (random) => csi(`${count(random, 9)}C`)],
  [3, 'CUB', (random) => csi(`${count(random, 9)}D`)],
  [3, 'CHA', (random, { cols }) => csi(`${count(random, cols)}G`)],
  [2, 'VPA', (random, { rows }) => csi(`${count(random, rows)}d`)],
  [2, 'CNL', (random) => csi(`${count(random, 3)}E`)],
  [2, 'CPL', (random) => csi(`${count(random, 3)}F`)],
  [6, 'EL', (random) => csi(`${pick(random, ['', '0', '1', '2'])}K`)],
  [5, 'ED', (random) => csi(`${pick(random, ['', '0', '1', '2'])}J`)],
  [
    3,
    'repaint',
    (random) => `${csi('2K')}${csi('1A')}`.repeat(1 + below(random, 4)) + csi('2K') + csi('G'),
  ],
  [3, 'ICH', (random) => csi(`${count(random, 5)}@`)],
  [3, 'DCH', (random) => csi(`${count(random, 5)}P`)],
  [3, 'ECH', (random) => csi(`${count(random, 8)}X`)],
  [3, 'IL', (random) => csi(`${count(random, 3)}L`)],
  [3, 'DL', (random) => csi(`${count(random, 3)}M`)],
  [3, 'SU', (random) => csi(`${count(random, 3)}S`)],
  [3, 'SD', (random) => csi(`${count(random, 3)}T`)],
  [4, 'DECSTBM', (random, { rows }) => stbm(random, rows)],
  [3, 'RI', () => '\x1bM'],
  [2, 'IND', () => '\x1bD'],
  [2, 'NEL', () => '\x1bE'],
  [2, 'DECSC', () => '\x1b7'],
  [2, 'DECRC', () => '\x1b8'],
  [1, 'SCOSC', () => csi('s')],
  [1, 'SCORC', () => csi('u')],
  [2, 'REP', (random) => `x${csi(`${count(random, 12)}b`)}`],
  [1, 'CBT', (random) => csi(`${count(random, 3)}Z`)],
  [1, 'CHT', (random) => csi(`${count(random, 3)}I`)],
  [1, 'HTS', () => '\x1bH'],
  [1, 'TBC', (random) => csi(`${pick(random, ['0', '3'])}g`)],
  [1, 'no DECAWM', () => csi('?7l')],
  [2, 'DECAWM', () => csi('?7h')],
  [1, 'IRM', () => csi('4h')],
  [1, 'no IRM', () => csi('4l')],
  [1, 'DECOM', () => csi('?6h')],
  [1, 'no DECOM', () => csi('?6l')],
  [1, 'DECSTR', () => csi('!p')],
  [2, '1049', (random) => csi(`?1049${pick(random, ['h', 'l'])}`)],
  [1, '1047', (random) => csi(`?1047${pick(random, ['h', 'l'])}`)],
  [
    2,
    'SGR',
    (random) => csi(`${pick(random, ['', '1', '7', '31', '44', '38;5;99', '48;2;1;2;3'])}m`),
  ],
  [2, 'begin of update', () => csi('?2026h')],
  [2, 'end of update', () => csi('?2026l')],
  [1, 'title', () => '\x1b]0;title\x07'],
  [1, 'link', () => '\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\'],
]

const total = makers.reduce((sum, [weight]) => sum + weight, 0)

export function randomPieces(random: Random, size: Size): Piece[] {
  return Array.from({ length: 8 + below(random, 25) }, () => {
    let left = below(random, total)
    const [, kind, make] = makers.find(([weight]) => (left -= weight) < 0)!
    return { kind, text: make(random, size) }
  })
}

/** Returns the bytes of pieces. An update that is not ended would hold back replies. */
export function bytesOf(pieces: readonly Piece[]): Uint8Array {
  return new TextEncoder().encode(`${pieces.map(({ text }) => text).join('')}\x1b[?2026l`)
}

function stbm(random: Random, rows: number): string {
  if (below(random, 3) === 0) return csi('r')
  const top = 1 + below(random, rows - 1)
  return csi(`${top};${top + 1 + below(random, rows - top)}r`)
}
