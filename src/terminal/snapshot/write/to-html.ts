/**
 * Writes a snapshot as an HTML page or an SVG image. Both are self-contained and safe to open: text
 * is escaped, links are not clickable, nothing runs or is fetched.
 */
import { escapedHtml } from '../../../base/text/html.ts'
import { joinedCells } from '../delta.ts'
import { sizeOfMarks } from '../../history/grid-rows.ts'
import { paintOf, type Paint } from './paint.ts'
import type { Cell, Pen, Snapshot } from '../snapshot.ts'
import { firstWord, placeOfText } from '../../screen/sized/sizing.ts'
import { allRows, textOf } from './to-text.ts'

/** Second line of defense: prevents scripts and requests if text ever became markup. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"

/** Returns a complete document. Declares UTF-8, and shows text in the order of its cells. */
export function toHtml(snapshot: Snapshot): string {
  const paint = paintOf(snapshot)
  const rows = allRows(snapshot).map(({ cells }) =>
    joinedByStyle(cells)
      .map(({ pen, text }) => {
        const css = cssOf(pen, paint)
        return css === '' ? escaped(text) : `<span style="${css}">${escaped(text)}</span>`
      })
      .join(''),
  )
  return (
    '<!doctype html>\n<html><head><meta charset="utf-8"><meta ' +
    `http-equiv="Content-Security-Policy" content="${policy}` +
    '"><title>Terminal</title></head><body>\n' +
    `<pre style="color:${paint.foreground};background:${paint.background}` +
    `;font-family:monospace;unicode-bidi:bidi-override">${rows.join('\n')}` +
    '</pre>\n</body></html>\n'
  )
}

/** May contain right-to-left letters. */
const beyondLatin = /[^\0-\u058f]/

/** Cells are 8 x 17 units, as in most monospaced fonts of 14 px. */
const cellWidth = 8
export const svgRowHeight = 17
const cellHeight = svgRowHeight

/** Returns an image of history and screen. */
export function toSvg(snapshot: Snapshot): string {
  const paint = paintOf(snapshot)
  const rows = allRows(snapshot)
  const width = snapshot.cols * cellWidth
  const height = rows.length * cellHeight
  const blocks: string[] = []
  const body = rows
    .map(({ cells, pm }, y) => {
      const size = sizeOfMarks(pm)
      let x = 0
      const pieces = joinedByStyle(cells).map(({ pen, text, columns }) => {
        const at = x
        x += columns
        const isBlock = text.trim() !== '' && pen.s !== undefined
        if (isBlock) blocks.push(block({ pen, text, columns, x: at, y }, paint))
        const drawn = isBlock ? ' '.repeat(columns) : text
        return piece({ pen, text: drawn, columns, x: at, y: size === 0 ? y : 0 }, paint)
      })
      return size === 0 ? pieces.join('') : doubleRow(pieces.join(''), size, y, width)
    })
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="` +
    `${width}" height="${height}" font-family="monospace" font-size="13.3">` +
    `<rect width="100%" height="100%" fill="${paint.background}"/>${body}${blocks.join('')}</svg>\n`
  )
}

/** Part of a row that each row size shows, from top to height. */
const shownParts = [
  [0, cellHeight],
  [0, cellHeight],
  [0, cellHeight / 2],
  [cellHeight / 2, cellHeight / 2],
] as const

/** Stretches a row of double size, which is drawn at the top. */
function doubleRow(body: string, size: number, y: number, width: number): string {
  const [top, height] = shownParts[size]!
  return (
    `<svg y="${y * cellHeight}" width="${width}" height="${cellHeight}" ` +
    `viewBox="0 ${top} ${width / 2} ${height}" preserveAspectRatio="none">${body}</svg>`
  )
}

/** Draws the text of blocks (OSC 66) at its size, as large as fits into their cells. */
function block(
  { pen, text, columns, x, y }: Piece & { x: number; y: number },
  paint: Paint,
): string {
  const place = placeOfText(pen.s ?? 0, columns, text)
  const [width, height] = [place.columns * cellWidth, cellHeight]
  const { background: _, ...front } = look(pen, paint)
  const body = textElement(text, width, { left: 0, top: 0 }, front)
  return (
    `<svg x="${(x + place.left) * cellWidth}" y="${(y + place.top) * cellHeight}" ` +
    `width="${width * place.factor}" height="${height * place.factor}" ` +
    `viewBox="0 0 ${width} ${height}">${body}</svg>`
  )
}

interface Piece {
  readonly pen: Pen
  readonly text: string
  readonly columns: number
}

function piece(
  { pen, text, columns, x, y }: Piece & { x: number; y: number },
  paint: Paint,
): string {
  const { background, ...front } = look(pen, paint)
  const left = x * cellWidth
  const length = columns * cellWidth
  const box =
    background === paint.background
      ? ''
      : `<rect x="${left}" y="${y * cellHeight}" width="${length}" height="${cellHeight}" ` +
        `fill="${background}"/>`
  if (text.trim() === '' && front.lines === '') return box
  return box + textElement(text, length, { left, top: y * cellHeight }, front)
}

function textElement(
  text: string,
  length: number,
  { left, top }: { readonly left: number; readonly top: number },
  { color, lines, style }: Omit<ReturnType<typeof look>, 'background'>,
): string {
  const decoration = lines === '' ? '' : ` text-decoration="${lines}"`
  const order = beyondLatin.test(text) ? ' unicode-bidi="bidi-override"' : ''
  return (
    `<text x="${left}" y="${top + 13}" fill="${color}" textLength="${length}` +
    `" lengthAdjust="spacingAndGlyphs" xml:space="preserve"${order}${style}${decoration}>` +
    `${escaped(text)}</text>`
  )
}

/** Joins neighbors of one style, without trailing default blanks. */
function joinedByStyle(flat: readonly (Cell | null)[]): Piece[] {
  const pieces: { pen: Pen; text: string; columns: number; key: string }[] = []
  const cells = joinedCells(flat)
  const last = cells.at(-1)
  if (last !== undefined && Object.keys(last).every((key) => key === 'n')) cells.pop()
  for (const cell of cells) {
    const { c: _, w = 1, n = 1, ...pen } = cell
    // a block (OSC 66) has its text in its columns
    const key = JSON.stringify([pen.a, pen.fg, pen.bg, pen.ul, firstWord(pen.s ?? 0)])
    const text = textOf(cell).repeat(n)
    const before = pieces.at(-1)
    if (before?.key === key) {
      before.text += text
      before.columns += w * n
    } else pieces.push({ pen, text, columns: w * n, key })
  }
  return pieces
}

function look(
  { a = 0, fg, bg }: Pen,
  paint: Paint,
): { color: string; background: string; lines: string; style: string } {
  const front =
    fg === undefined
      ? paint.foreground
      : paint.color(typeof fg === 'number' && fg < 8 && (a & 1) !== 0 ? fg + 8 : fg)
  const back = bg === undefined ? paint.background : paint.color(bg)
  const [color, background] = (a & 32) === 0 ? [front, back] : [back, front]
  const lines = [
    (a & 4) !== 0 ? 'underline' : '',
    (a & 8) !== 0 ? 'line-through' : '',
    (a & 256) !== 0 ? 'overline' : '',
  ]
    .filter((one) => one !== '')
    .join(' ')
  const style =
    `${(a & 1) !== 0 ? ' font-weight="bold"' : ''}` +
    `${(a & 2) !== 0 ? ' font-style="italic"' : ''}${(a & 16) !== 0 ? ' opacity="0.5"' : ''}`
  return { color: (a & 64) === 0 ? color : background, background, lines, style }
}

function cssOf(pen: Pen, paint: Paint): string {
  const { color, background, lines } = look(pen, paint)
  const { a = 0, ul } = pen
  const kind = ['', '', ' double', ' wavy', ' dotted', ' dashed'][(a >> 9) & 7] ?? ''
  return [
    color === paint.foreground ? '' : `color:${color}`,
    background === paint.background ? '' : `background:${background}`,
    (a & 1) === 0 ? '' : 'font-weight:bold',
    (a & 2) === 0 ? '' : 'font-style:italic',
    (a & 16) === 0 ? '' : 'opacity:0.5',
    lines === ''
      ? ''
      : `text-decoration:${lines}${kind}${ul === undefined ? '' : ` ${paint.color(ul)}`}`,
  ]
    .filter((one) => one !== '')
    .join(';')
}

/** Direction marks affect neighboring text even if escaped. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Characters that neither XML nor HTML allows. A screen has none, but an unvalidated file may. */
const noText = /[^\P{Cc}\t]|\p{Surrogate}|[\ufffe\uffff]/gu

function escaped(text: string): string {
  return escapedHtml(text.replace(directionMarks, '').replace(noText, '\ufffd'))
}
