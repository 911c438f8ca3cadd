/**
 * Converts frames and rows of history, as a page reads them, to texts that can be compared with the
 * core's content.
 */
import { decodeUpdate, decodeHistory, kindOf } from '../../../src/terminal/frames/decode.ts'
import {
  newRow,
  type ScreenUpdate,
  type MarkedCommand,
  type UpdateRows,
} from '../../../src/terminal/frames/frame.ts'
import {
  clusterBit,
  codeMask,
  colorOf,
  extraBit,
  tailBit,
  textMask,
  wideBit,
} from '../../../src/terminal/screen/cell.ts'
import { emptyLine, readLine, type Line } from '../../../src/terminal/history/line.ts'
import { unpackRow } from '../../../src/terminal/history/packed-row.ts'
import type { Screen } from '../../../src/terminal/screen/screen.ts'

interface Extra {
  readonly color?: number
  readonly link?: { readonly uri: string; readonly id: string }
}

export class FramePage {
  frame: ScreenUpdate | null = null
  rows: readonly string[] = []
  commands: readonly MarkedCommand[] = []
  state: Readonly<Record<string, string>> = {}
  frames = 0
  fresh = 0
  readonly history = new Map<number, string>()
  /** The received parts of the history. */
  readonly parts: { readonly first: number; readonly rows: number; readonly bytes: number }[] = []

  /** A frame or rows of history. */
  take(bytes: Uint8Array): void {
    if (kindOf(bytes) === 'frame') this.#takeFrame(decodeUpdate(bytes))
    else this.#takeRows(bytes)
  }

  /** All that is there, history first, without styles and cells that nothing was printed in. */
  get text(): string {
    const rows = [
      ...[...this.history].sort(([one], [other]) => one - other).map(([, row]) => row),
      ...this.rows,
    ]
    return rows
      .map(
        (row) =>
          `${row.startsWith('+') ? '' : '\n'}` +
          `${row.replace(/^[-+]\d+/, '').replace(/<[^>]*>|·/g, '')}`,
      )
      .join('')
      .replace(/ +$/gm, '')
      .trim()
  }

  #takeFrame(frame: ScreenUpdate): void {
    if (frame.numbering !== this.frame?.numbering) this.history.clear()
    for (const row of this.history.keys())
      if (row < frame.dropped || row >= frame.dropped + frame.count) this.history.delete(row)
    const fresh = rowsOf(frame.fresh)
    const before = this.rows
    let next = 0
    this.rows = Array.from(frame.map, (from) => {
      const row = from === newRow ? fresh[next++] : before[from]
      if (row === undefined) throw new Error(`row ${from} of ${before.length} is not there`)
      return row
    })
    if (next !== fresh.length) throw new Error('a fresh row is in no place')
    this.frame = frame
    this.state = { ...this.state, ...frame.state }
    this.commands = frame.commands ?? this.commands
    this.frames += 1
    this.fresh += fresh.length
  }

  #takeRows(bytes: Uint8Array): void {
    const { numbering, first, rows } = decodeHistory(bytes)
    // the frame with the new numbering is still on its way
    if (this.frame !== null && numbering !== this.frame.numbering) this.history.clear()
    for (const [index, row] of rowsOf(rows).entries()) this.history.set(first + index, row)
    this.parts.push({ first, rows: rows.starts.length, bytes: bytes.length })
  }
}

const scratch = emptyLine(1_000)

function rowsOf(packed: UpdateRows): string[] {
  return Array.from(packed.starts, (_, index) => rowOf(packed, index))
}

export function rowOf(packed: UpdateRows, index: number): string {
  unpackRow(packed, packed.starts[index]!, scratch)
  return textOf(
    scratch,
    (number) => packed.clusters.get(number),
    (number) => packed.extras.get(number),
  )
}

/** Rows of the screen in use. */
export function screenRows(screen: Screen): string[] {
  const line = emptyLine(screen.cols)
  return Array.from({ length: screen.rows }, (_, y) => {
    readLine(screen.grid, y, line)
    return coreText(screen, line)
  })
}

/** Rows of history by number. */
export function historyRows(screen: Screen): Map<number, string> {
  const { history } = screen.primary
  const line = emptyLine(1_000)
  return new Map(
    Array.from({ length: history?.count ?? 0 }, (_, index) => {
      history?.read(index, line)
      return [(history?.dropped ?? 0) + index, coreText(screen, line)]
    }),
  )
}

function coreText(screen: Screen, line: Line): string {
  return textOf(
    line,
    (index) => screen.clusters.text(index),
    (index): Extra => {
      const color = colorOf(screen.extras.underline(index))
      const link = screen.links.get(screen.extras.link(index))
      const sizing = screen.extras.sizing(index)
      return {
        ...(color === undefined ? {} : { color }),
        ...(link === undefined ? {} : { link: { uri: link.uri, id: link.id } }),
        ...(sizing === 0 ? {} : { sizing }),
      }
    },
  )
}

/** Returns one text for all properties of a row. Equal neighbors are combined. */
function textOf(
  line: Line,
  cluster: (index: number) => string | undefined,
  extra: (index: number) => Extra | undefined,
): string {
  let text = `${line.wrapped ? '+' : '-'}${line.marks}`
  let style = ''
  for (let x = 0; x < line.length; x += 1) {
    const word = line.content[x]!
    const number = (word & extraBit) === 0 ? 0 : line.extras[x]!
    const now =
      `${line.foreground[x]},${line.background[x]}` +
      `${number === 0 ? '' : JSON.stringify(extra(number) ?? 'unknown')}`
    if (now !== style) text += `<${(style = now)}>`
    const code = word & codeMask
    text +=
      (word & tailBit) !== 0
        ? '>'
        : (word & textMask) === 0
          ? '·'
          : (word & clusterBit) !== 0
            ? `(${cluster(code) ?? 'unknown'})`
            : String.fromCodePoint(code)
    if ((word & wideBit) !== 0) text += '='
  }
  return text
}
