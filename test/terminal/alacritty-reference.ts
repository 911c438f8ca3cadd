/**
 * The reference tests of Alacritty: what a program printed, and the cells that Alacritty's grid
 * held then. They are read where Debian's package of them lies; nothing of it is here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  attributesOf,
  clusterBit,
  codeMask,
  colorOf,
  tailBit,
  textMask,
  wideBit,
} from '../../src/terminal/screen/cell.ts'
import { gridRow, plain, type PlainCell, type PlainRow } from '../../fuzz/support/eager-reflow.ts'
import { emptyLine } from '../../src/terminal/history/history.ts'
import type { Screen } from '../../src/terminal/screen/screen.ts'
import { Terminal } from '../../src/terminal/terminal.ts'

/** As its grid.json has them. */
interface Cell {
  readonly c: string
  readonly fg: Color
  readonly bg: Color
  readonly flags: { readonly bits: number }
  readonly extra?: {
    readonly zerowidth: readonly string[]
    readonly underline_color?: Color | null
    readonly hyperlink?: { readonly inner: { readonly id: string; readonly uri: string } } | null
  } | null
}

type Color =
  | { readonly Named: string }
  | { readonly Indexed: number }
  | { readonly Spec: { readonly r: number; readonly g: number; readonly b: number } }

/** The newest row is the first. */
interface Grid {
  readonly raw: { readonly inner: readonly { readonly inner: readonly Cell[] }[] }
}

const colorNames = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White']
const palette = [...colorNames, ...colorNames.map((name) => `Bright${name}`)]

/** Alacritty's bits of a cell, and the attributes that they are (`attributesOf`). */
const attributeBits = [
  [1, 32],
  [2, 1],
  [4, 2],
  [1 << 3, 4 | (1 << 9)],
  [1 << 7, 16],
  [1 << 8, 64],
  [1 << 9, 8],
  [1 << 11, 4 | (2 << 9)],
  [1 << 12, 4 | (3 << 9)],
  [1 << 13, 4 | (4 << 9)],
  [1 << 14, 4 | (5 << 9)],
] as const
const [goesOnBit, wideCellBit, rightHalfBit] = [1 << 4, 1 << 5, 1 << 6]
/** Blinking, overline and protection, which Alacritty does not know. */
const unknownToIt = 128 | 256 | 16_384

const blank: PlainCell = [0, 0, 0, 0]

export interface Difference {
  /** From the top of the screen; of history below 0. */
  readonly row: number
  readonly column: number
  readonly ours: string
  readonly alacritty: string
}

/** All cells of screen and history that differ after the recording of test `name`. */
export function differences(folder: string, name: string): Difference[] {
  const read = (file: string) => readFileSync(join(folder, name, file))
  const json = (file: string) => JSON.parse(read(file).toString()) as never
  const { columns: cols, screen_lines: rows }: { columns: number; screen_lines: number } =
    json('size.json')
  const { history_size: scrollback }: { history_size: number } = json('config.json')
  const terminal = new Terminal({ cols, rows, scrollback })
  terminal.write(read('alacritty.recording'))
  const grid: Grid = json('grid.json')
  const theirs = grid.raw.inner.toReversed()
  const ours = rowsOf(terminal.screen)
  const above = theirs.length - ours.length // its history is filled up with blank rows
  const found: Difference[] = []
  for (const [index, { inner }] of theirs.entries())
    for (const [column, cell] of inner.entries()) {
      const one = ours[index - above]?.cells[column] ?? blank
      const goesOn = column === cols - 1 && ours[index - above + 1]?.wrapped === true
      if (one === blank && !goesOn && isBlank(cell)) continue
      const said = ourCell(terminal.screen, one) + (goesOn ? ' goes on' : '')
      const other = itsCell(cell)
      if (said !== other)
        found.push({ row: index + rows - theirs.length, column, ours: said, alacritty: other })
    }
  return found
}

/** Returns the rows of the active screen. */
function rowsOf({ buffer: { history, grid }, cols }: Screen): PlainRow[] {
  const line = emptyLine(cols)
  return [
    ...Array.from({ length: history?.count ?? 0 }, (_, row) => {
      history!.read(row, line)
      return plain(line)
    }),
    ...Array.from({ length: grid.rows }, (_, y) => gridRow(grid, y)),
  ]
}

function ourCell(screen: Screen, [content, foreground, background, extra]: PlainCell): string {
  const link = screen.links.get(screen.extras.link(extra))
  return JSON.stringify([
    (content & clusterBit) === 0
      ? String.fromCodePoint(content & textMask || 0x20)
      : screen.clusters.text(content & codeMask),
    (content & tailBit) !== 0 ? 0 : (content & wideBit) !== 0 ? 2 : 1,
    colorOf(foreground),
    colorOf(background),
    attributesOf(foreground, background) & ~unknownToIt,
    colorOf(screen.extras.underline(extra)),
    link?.uri,
    link?.id,
  ])
}

function itsCell({ c, fg, bg, flags: { bits }, extra }: Cell): string {
  const link = extra?.hyperlink?.inner
  const said = JSON.stringify([
    (c === '\t' ? ' ' : c) + (extra?.zerowidth.join('') ?? ''), // it keeps tabs, drawn as spaces
    (bits & rightHalfBit) !== 0 ? 0 : (bits & wideCellBit) !== 0 ? 2 : 1,
    itsColor(fg),
    itsColor(bg),
    attributeBits.reduce((all, [bit, one]) => ((bits & bit) === 0 ? all : all | one), 0),
    extra?.underline_color ? itsColor(extra.underline_color) : undefined,
    link?.uri,
    link?.id.replace(/^\d+_alacritty$/, ''), // its own name for a link without a name
  ])
  return said + ((bits & goesOnBit) === 0 ? '' : ' goes on')
}

function isBlank({ c, fg, bg, flags, extra }: Cell): boolean {
  return (
    c === ' ' &&
    itsColor(fg) === undefined &&
    itsColor(bg) === undefined &&
    flags.bits === 0 &&
    !extra
  )
}

/** As `colorOf`. */
function itsColor(color: Color): number | undefined {
  if ('Indexed' in color) return color.Indexed
  if ('Spec' in color) {
    const { r, g, b } = color.Spec
    return 0x1000000 + (r << 16) + (g << 8) + b
  }
  const index = palette.indexOf(color.Named)
  return index === -1 ? undefined : index
}
