/**
 * Compares the VT core with @xterm/headless. The oracle gets the bytes in one piece; the core gets
 * them cut at random. Both give the same cells, history, cursor and modes. vt-oracle.ts lists the
 * intended differences.
 */
import {
  attributesOf,
  clusterBit,
  codeMask,
  colorMask,
  tailBit,
  textMask,
  wideBit,
} from '../src/terminal/screen/cell.ts'
import { emptyLine } from '../src/terminal/history/history.ts'
import type { Screen } from '../src/terminal/screen/screen.ts'
import { Terminal } from '../src/terminal/terminal.ts'
import { Choices, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { damaged, written } from './support/vt-input.ts'
import { freed, Oracle, type OracleCell } from './support/vt-oracle.ts'

export const name = 'vt'

/** Bytes of an input that choose sizes and cuts; the rest choose what is written. */
const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 60, 300)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const cols = choices.pick([8, 10, 13, 20, 2, 3])
  const rows = choices.pick([4, 5, 7, 3, 2])
  const scrollback = choices.pick([0, 3, 50])
  const text = written(new Choices(input.subarray(headBytes)), input.length - headBytes)
  const bytes = damaged(text, input)
  const oracle = new Oracle(cols, rows, scrollback)
  const ours = new Terminal({ cols, rows, scrollback })
  oracle.write(bytes)
  for (let at = 0; at < bytes.length; ) {
    const step = 1 + (choices.byte() % 16)
    ours.write(bytes.subarray(at, at + step))
    at += step
  }
  const difference = compare(ours.screen, oracle)
  if (difference !== null)
    throw new Error(`${difference}\n${cols}x${rows}, ${scrollback} lines, ${JSON.stringify(text)}`)
}

/** The first difference in words, or null. */
export function compare(screen: Screen, oracle: Oracle): string | null {
  const { core } = oracle
  const buffer = core.buffer
  if (screen.top !== buffer.scrollTop || screen.bottom !== buffer.scrollBottom)
    return (
      `margins: ${screen.top}-${screen.bottom}, xterm.js ${buffer.scrollTop}-` +
      `${buffer.scrollBottom}`
    )
  const cursor = [screen.x + (screen.pending ? 1 : 0), screen.y]
  if (cursor[0] !== buffer.x || cursor[1] !== buffer.y)
    return `cursor: ${cursor.join()}, xterm.js ${buffer.x},${buffer.y}`
  return cellsDiffer(screen, oracle) ?? modesDiffer(screen, core)
}

/** The first difference in the cells of screen and history, in words, or null. */
export function cellsDiffer(screen: Screen, oracle: Pick<Oracle, 'core' | 'cell'>): string | null {
  const { core } = oracle
  const { buffer } = core
  const { history } = screen.buffer
  const base = history?.count ?? 0
  if ((core.buffers.active === core.buffers.alt) !== screen.isAlternate)
    return `alternate screen: ${screen.isAlternate}`
  if (buffer.ybase !== base) return `history: ${base} rows, xterm.js ${buffer.ybase}`
  const line = emptyLine(screen.cols)
  for (let row = 0; row < base + screen.rows; row += 1) {
    const theirs = buffer.lines.get(row)
    const y = row - base
    if (row < base) history?.read(row, line)
    const wrapped = row < base ? line.wrapped : screen.grid.isWrapped(y)
    if (wrapped !== theirs.isWrapped) return `row ${y} goes on: ${wrapped}`
    for (let x = 0; x < screen.cols; x += 1) {
      const one = row < base ? historyCell(screen, line, x) : gridCell(screen, y, x)
      const other = oracle.cell(theirs, x)
      const difference = differs(one, other)
      if (difference !== null)
        return (
          `row ${y}, column ${x}: ${difference}: ${JSON.stringify(one)}, xterm.js ` +
          `${JSON.stringify(other)}`
        )
    }
  }
  return null
}

function differs(one: OracleCell, other: OracleCell): string | null {
  for (const key of [
    'text',
    'width',
    'foreground',
    'background',
    'underline',
    'attributes',
    'link',
  ] as const)
    if (one[key] !== other[key] && !(key === 'link' && one.link !== '' && other.link === freed))
      return key
  return null
}

function modesDiffer(
  { modes, cursorVisible, title, charset, ...screen }: Screen,
  core: any,
): string | null {
  const { decPrivateModes: theirs } = core.coreService
  const pairs: [string, unknown, unknown][] = [
    ['insert', modes.insert, core.coreService.modes.insertMode],
    ['newline', modes.newline, core.optionsService.rawOptions.convertEol],
    ['application cursor', modes.applicationCursor, theirs.applicationCursorKeys],
    ['application keypad', modes.applicationKeypad, theirs.applicationKeypad],
    ['bracketed paste', modes.bracketedPaste, theirs.bracketedPasteMode],
    ['origin', modes.origin, theirs.origin],
    ['reverse wrap', modes.reverseWrap, theirs.reverseWraparound],
    ['focus', modes.focusReports, theirs.sendFocus],
    ['synchronized', modes.synchronizedOutput, theirs.synchronizedOutput],
    ['autowrap', modes.autowrap, theirs.wraparound],
    ['cursor', cursorVisible, !core.coreService.isCursorHidden],
    ['mouse', modes.mouse, core.coreMouseService.activeProtocol.toLowerCase()],
    [
      'encoding',
      modes.mouseEncoding,
      core.coreMouseService.activeEncoding.toLowerCase().replace('_', '-'),
    ],
    ['title', title, core._inputHandler._windowTitle],
    [
      'pen',
      [(screen.foreground >>> 0) & colorMask, screen.background & colorMask].join(),
      [
        penColor(core._inputHandler._curAttrData.fg),
        penColor(core._inputHandler._curAttrData.bg),
      ].join(),
    ],
  ]
  const found = pairs.find(([, ours, other]) => ours !== other)
  return found === undefined
    ? null
    : `${found[0]}: ${String(found[1])}, xterm.js ${String(found[2])}`
}

/** xterm.js distinguishes 16 colors from 256; the core has one palette. */
function penColor(word: number): number {
  const mode = word & 0x3000000
  return mode === 0
    ? 0
    : mode === 0x3000000
      ? (2 << 24) | (word & 0xffffff)
      : (1 << 24) | (word & 0xff)
}

function cellOf(
  screen: Screen,
  content: number,
  foreground: number,
  background: number,
  extra: number,
): OracleCell {
  const link = screen.links.get(screen.extras.link(extra))?.uri ?? ''
  const text =
    (content & textMask) === 0
      ? ''
      : (content & clusterBit) !== 0
        ? screen.clusters.text(content & codeMask)
        : String.fromCodePoint(content & codeMask)
  return {
    text,
    width: (content & tailBit) !== 0 ? 0 : (content & wideBit) !== 0 ? 2 : 1,
    foreground: foreground & colorMask,
    background: background & colorMask,
    // Without an underline xterm.js stores no color for it.
    underline:
      (attributesOf(foreground, background) & 4) === 0 ? 0 : screen.extras.underline(extra),
    attributes: attributesOf(foreground, background),
    link,
  }
}

function gridCell(screen: Screen, y: number, x: number): OracleCell {
  const { grid } = screen
  const at = grid.at(y) + x
  return cellOf(
    screen,
    grid.cells[at]!,
    grid.cells[grid.plane + at]!,
    grid.cells[2 * grid.plane + at]!,
    grid.extra(at),
  )
}

function historyCell(screen: Screen, line: ReturnType<typeof emptyLine>, x: number): OracleCell {
  if (x >= line.length) return cellOf(screen, 0, 0, 0, 0)
  return cellOf(
    screen,
    line.content[x]!,
    line.foreground[x]!,
    line.background[x]!,
    (line.content[x]! & (1 << 24)) === 0 ? 0 : line.extras[x]!,
  )
}
