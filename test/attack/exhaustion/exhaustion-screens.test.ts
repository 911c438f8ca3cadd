/**
 * SECURITY.md: the page and a client of the socket can take any screen of any size. Frame and
 * snapshot stay within their limits, and show as much as fits.
 */
import { expect, it } from 'vitest'
import { snapshotBytesMax } from '../../../src/core/clients/socket/limits.ts'
import { FrameSource } from '../../../src/terminal/frames/encode.ts'
import { cellsBytesMax } from '../../../src/core/ipc/limits.ts'
import { snapshotOf, Terminal } from '../../../src/terminal/index.ts'
import { screenToAnsi } from '../../../src/terminal/snapshot/write/to-ansi.ts'
import { slow } from '../../slow.ts'

// the screens are smaller by as much than the largest, for the test's time
const bytesMax = snapshotBytesMax / 64
const size = { cols: 120, rows: 120 }
const encode = (text: string) => new TextEncoder().encode(text)
const row = (y: number, cell: (x: number) => string) =>
  `\x1b[${y + 1}H${Array.from({ length: size.cols }, (_, x) => cell(x)).join('')}`
const styled = (n: number) =>
  `\x1b[0;1;3;9;53;4:3;38;2;${n & 255};111;${n >> 8};48;2;222;${n & 255};222;58;2;123;123;` +
  `${n & 255}m`

const cellsTitle = 'screens on which each cell has %s'
type CellCase = [string, (x: number, y: number) => string]
it.each<CellCase>([
  ['a style of its own', (x, y) => `${styled(y * size.cols + x)}x`],
  ['a style and nothing', (x, y) => (x % 2 === 0 ? styled(y * size.cols + x) + '世\x1b[D ' : '')],
  [
    'a cluster of two columns that only mode 2027 makes',
    (x, y) => (x % 2 === 0 ? `${styled(y * size.cols + x)}\x1b[?2027h❤\ufe0f\x1b[?2027l` : ''),
  ],
])(cellsTitle, screensOf)
it.each<CellCase>([
  [
    'a style and 14 marks of its own',
    (x, y) => `${styled(y * size.cols + x)}e${'\u{e0100}'.repeat(14)}`,
  ],
])(cellsTitle, slow, screensOf)

function screensOf(_: string, cell: CellCase[1]): void {
  const terminal = new Terminal({ ...size, scrollback: 100 })
  for (const screen of ['', '\x1b[?47h']) {
    terminal.write(encode(screen))
    for (let y = 0; y < size.rows; y += 1) terminal.write(encode(row(y, (x) => cell(x, y))))
    terminal.write(encode('\x1b[m\x1b[120;1Hlast row'))
  }
  const { bytes } = screenToAnsi(terminal.screen, 100, { bytesMax })
  expect(bytes.length).toBeLessThan(bytesMax)
  const made = new Terminal({ ...size, scrollback: 100 })
  made.write(bytes)
  const [was, is] = [terminal, made].map(({ screen }) =>
    snapshotOf(screen, { epoch: 0, rev: 0, at: 0 }),
  )
  expect([is!.lines[0], is!.cursor, is!.pen, is!.screen]).toEqual([
    was!.lines[0],
    was!.cursor,
    was!.pen,
    was!.screen,
  ])
  for (const line of is!.lines)
    expect(line.cells.reduce((sum, { n = 1, w = 1 }) => sum + n * w, 0)).toBeLessThanOrEqual(
      size.cols,
    )
}

it('a first frame of cells with styles and marks of their own fits its message', slow, () => {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  const marks = (n: number) =>
    String.fromCodePoint(
      0xe0100 + (n % 240),
      0x300 + (Math.floor(n / 240) % 80),
      0xe0100 + (Math.floor(n / 19_200) % 240),
    ) + '\u{e0100}'.repeat(11)
  const style = (x: number, y: number) => y * size.cols + x
  for (let y = 0; y < size.rows; y += 1)
    terminal.write(encode(row(y, (x) => `${styled(style(x, y))}e${marks(style(x, y))}`)))
  expect(new FrameSource(terminal).next().length).toBeLessThan(cellsBytesMax / 8)
})
