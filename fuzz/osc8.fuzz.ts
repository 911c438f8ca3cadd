/**
 * Links: random openers, ids, text, scrolls, resets and resizes, with room for few links. Each cell
 * has the link of a model that knows only what was opened and printed, or none where that link was
 * freed; no more are kept than the limit. That the page shows the same cells is the target
 * page-frames.
 */
import { clusterBit, codeMask, textMask } from '../src/terminal/screen/cell.ts'
import { emptyLine } from '../src/terminal/history/history.ts'
import { cellLinkBytesMax, linkIdBytesMax } from '../src/terminal/limits.ts'
import type { Screen } from '../src/terminal/screen/screen.ts'
import { Terminal } from '../src/terminal/terminal.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { written } from './support/vt-input.ts'

export const name = 'osc8'

const headBytes = 8
const linksHere = 5

/** The n-th character that is printed: one column each, and each of them once. */
const characterOf = (index: number) => String.fromCodePoint(0x100 + index)
const charactersMax = 0x180

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 80, 400)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const size = { cols: choices.pick([8, 10, 13, 20, 2, 3]), rows: choices.pick([4, 5, 7, 3, 2]) }
  const scrollback = choices.pick([0, 3, 50])
  const model = new Model(choices.pick([linksHere, 1, 2, 10_000]))
  const anything = choices.byte() % 3 === 0
  const text = output(
    new Choices(input.subarray(headBytes)),
    input.length - headBytes,
    model,
    anything,
  )
  const ours = new Terminal({ ...size, scrollback })
  ours.screen.links.limit = model.limit
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; ) {
    const step = 1 + (choices.byte() % 24)
    ours.write(bytes.subarray(at, at + step))
    at += step
  }
  const about =
    `\n${size.cols}x${size.rows}, ${scrollback} lines, ${model.limit} links, ` +
    `${JSON.stringify(text)}`
  holds(ours.screen.links.size <= model.limit, `${ours.screen.links.size} links${about}`)
  if (anything) return
  holds(
    ours.screen.links.size === model.size,
    `${ours.screen.links.size} links, ${model.size} in the model${about}`,
  )
  model.check(coreCells(ours.screen), `core${about}`)
  const [cols, rows] = [2 + (choices.byte() % 20), 1 + (choices.byte() % 8)]
  ours.resize(cols, rows)
  model.check(coreCells(ours.screen), `core, resized to ${cols}x${rows}${about}`)
}

/** Tracks the link in which each character was printed, and the newest links. */
class Model {
  readonly limit: number
  readonly #linkOf = new Map<string, object>()
  /** In the order in which they were made. */
  #made: { readonly uri: string; readonly id: string }[] = []
  #opened: { readonly uri: string; readonly id: string } | null = null
  #printed = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get size(): number {
    return this.#made.length
  }

  open(uri: string, id: string): void {
    const bytes = (text: string) => new TextEncoder().encode(text).length
    this.#opened =
      uri === '' || bytes(uri) > cellLinkBytesMax || bytes(id) > linkIdBytesMax ? null : { uri, id }
  }

  /** The next character, which is printed in what is open. */
  print(): string {
    const character = characterOf(this.#printed)
    if (this.#printed < charactersMax) this.#printed += 1
    const { uri, id } = this.#opened ?? { uri: '', id: '' }
    if (this.#opened !== null) {
      const known = this.#made.find(
        (one) => one === this.#opened || (id !== '' && one.id === id && one.uri === uri),
      )
      if (known !== undefined) this.#opened = known
      else this.#made = [...this.#made, this.#opened].slice(-this.limit)
      this.#linkOf.set(character, this.#opened)
    }
    return character
  }

  check(cells: Iterable<readonly [text: string, link: string]>, where: string): void {
    for (const [text, link] of cells) {
      if (text.length !== 1 || text < characterOf(0) || text >= characterOf(charactersMax)) continue
      const expected = this.#made.find((one) => one === this.#linkOf.get(text))?.uri ?? ''
      holds(
        link === expected,
        `${text} has the link ${JSON.stringify(link)}, not ${JSON.stringify(expected)}: ${where}`,
      )
    }
  }
}

const uris = [
  'h:a',
  'h:b',
  'h:c',
  'h:d;e',
  'h:é',
  `h:${'a'.repeat(cellLinkBytesMax - 2)}`,
  `h:${'a'.repeat(cellLinkBytesMax - 1)}`,
  `h:${'é'.repeat(1_041)}`,
  `h:${'a'.repeat(131_100)}`,
] as const
const ids = [
  '',
  '',
  '',
  'x',
  'y',
  'i'.repeat(linkIdBytesMax),
  'i'.repeat(linkIdBytesMax + 1),
  'é'.repeat(126),
] as const
const moves = [
  '\r\n',
  '\r\n',
  '\n',
  '\r',
  '\b',
  '\t',
  '\x1b[H',
  '\x1b[2;3H',
  '\x1b[A',
  '\x1b[2C',
  '\x1bM',
  '\x1b[S',
  '\x1b[T',
  '\x1b[L',
  '\x1b[M',
  '\x1b[P',
  '\x1b[@',
  '\x1b[K',
  '\x1b[1K',
  '\x1b[J',
  '\x1b[2J',
  '\x1b[3J',
  '\x1b[X',
  '\x1b[1m',
  '\x1b[4:3m',
  '\x1b[58:5:1m',
  '\x1b[m',
  '\x1b[4h',
  '\x1b[4l',
  '\x1b7',
  '\x1b8',
  '\x1b[2;3r',
  '\x1b[r',
  '\x1b[3b',
  '\x1b[40b',
] as const

/**
 * Returns output and reports it to the model. With `anything`, the output also contains sequences
 * that the model ignores.
 */
function output(choices: Choices, steps: number, model: Model, anything: boolean): string {
  let text = ''
  for (let step = 0; step < steps / 2; step += 1) {
    const kind = choices.byte() % 16
    if (kind < 5)
      for (let count = 1 + (choices.byte() % 6); count > 0; count -= 1) text += model.print()
    else if (kind < 9) {
      const [uri, id] = [
        uris[
          choices.byte() < 240
            ? choices.byte() % 5
            : choices.byte() < 255
              ? 5 + (choices.byte() % 3)
              : 8
        ]!,
        choices.pick(choices.byte() < 240 ? ids.slice(0, 5) : ids),
      ]
      if (uri.length < 131_072) model.open(uri, id)
      text +=
        `\x1b]8;${choices.pick(['', 'a=b:'])}${id === '' ? '' : `id=${id}`}` +
        `${choices.pick(['', ':'])};${uri}${choices.pick(['\x07', '\x1b\\'])}`
    } else if (kind < 10) {
      model.open('', '')
      text += '\x1b]8;;\x07'
    } else if (kind < 11)
      text += choices.pick([
        '\x1b]8;x\x07',
        '\x1b]8;id=x;\x07',
        '\x1b]8;;h:cut\x18',
        '\x1b]80;;h:a\x07',
        '\x1b]8\x07',
      ])
    else if (kind < 12 && choices.byte() % 8 === 0) {
      model.open('', '')
      text += choices.pick(['\x1bc', '\x1b[!p'])
    } else if (kind < 13 && anything) text += written(choices, 8)
    else text += choices.pick(moves)
  }
  return text
}

function* coreCells(screen: Screen): Iterable<readonly [string, string]> {
  const { grid, history } = screen.buffer
  const linkOf = (content: number, extra: number) =>
    (content & (1 << 24)) === 0 ? '' : (screen.links.get(screen.extras.link(extra))?.uri ?? '')
  const textOf = (content: number) =>
    (content & textMask) === 0 || (content & clusterBit) !== 0
      ? ''
      : String.fromCodePoint(content & codeMask)
  const line = emptyLine(1_000)
  for (let row = 0; row < (history?.count ?? 0); row += 1) {
    history?.read(row, line)
    for (let x = 0; x < line.length; x += 1)
      yield [textOf(line.content[x]!), linkOf(line.content[x]!, line.extras[x]!)]
  }
  for (let y = 0; y < screen.rows; y += 1)
    for (let x = 0, at = grid.at(y); x < screen.cols; x += 1)
      yield [textOf(grid.cells[at + x]!), linkOf(grid.cells[at + x]!, grid.extra(at + x))]
}
